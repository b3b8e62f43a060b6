// Spots: things on the table that can be picked, lit up or looked at. One way for maps, boards and cards.
import { classes, createContext, useContext } from '../base.js';
import { say } from '../words.js';

// {options: Map(number -> option), numbers(thing), lit: Set(ids), pick(numbers, thing), look(numbers or null), inspect(thing)}
export const Table = createContext(null);
export const useTable = () => useContext(Table);

// Gives the attributes of something drawn that stands for a thing: a button if options pick it.
export function spot(table, thing, numbers, name, extra = '') {
  const lit = thing.id && table.lit.has(thing.id);
  if (!numbers.length) {
    return {
      class: classes('thing', lit && 'lit', extra),
      onClick: thing.id ? () => table.inspect(thing) : undefined,
    };
  }
  const said = numbers.map((number) => table.options.get(number)?.text).filter(Boolean);
  const act = () => table.pick(numbers, thing);
  return {
    class: classes('spot', lit && 'lit', extra),
    role: 'button',
    tabindex: 0,
    'aria-label': `${name}: ${said.length === 1 ? said[0] : say('{number} choices', { number: said.length })}`,
    'data-options': numbers.join(' '),
    onClick: act,
    onKeyDown: (event) => {
      if (event.key === 'Enter' || event.key === ' ') {
        event.preventDefault();
        act();
      }
    },
    onMouseEnter: () => table.look(numbers),
    onMouseLeave: () => table.look(null),
    onFocus: () => table.look(numbers),
    onBlur: () => table.look(null),
  };
}
