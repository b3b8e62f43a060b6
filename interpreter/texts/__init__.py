"""From numbers to words: elements, values and whole sentences, in the languages a ruleset has."""
