"""What the front end itself says, in the language of the game: English words are the keys."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # who only asks what is written loads no game
    from regelwerk import Game

HELP = """\
number       take that option; its words, or those in its brackets, do too
text         show only options with that text; Enter shows all again
↖ →          at an option: where its hexagon lies, seen from your pawn
+  -         next and previous page
?            what is not possible now, and why;  ? WORDS  which options have
             them, or why something is not possible
v NAME ...   what a card or place says; how a value comes about;  v  lists them
u            take back your last step, if nothing was revealed since
s FILE       save the game; regelwerk play RULESET --load FILE goes on with it
s! FILE      the same, over another saved game
l  t         the whole log, the whole table
h  q         this help, quit"""

GERMAN = {
    HELP: """\
Zahl         diese Möglichkeit wählen; auch mit Namen oder dem in Klammern
Text         nur Möglichkeiten mit diesem Text zeigen; Enter zeigt wieder alle
↖ →          bei einer Möglichkeit: wo ihr Sechseck liegt, von deiner Figur aus
+  -         nächste und vorige Seite
?            was jetzt nicht geht, und warum;  ? WORTE  welche Möglichkeiten
             sie enthalten, oder warum etwas nicht geht
v NAME ...   was eine Karte oder ein Ort sagt; wie ein Wert entsteht;  v  Liste
u            den letzten Schritt zurücknehmen, falls nichts aufgedeckt wurde
s DATEI      das Spiel speichern; weiter mit regelwerk play NAME --load DATEI
s! DATEI     dasselbe, über ein anderes gespeichertes Spiel
l  t         das ganze Protokoll, der ganze Tisch
h  q         diese Hilfe, Ende""",
    "{name} is next. Press Enter when nobody else looks. ": "{name} ist dran. Enter, wenn sonst niemand hinsieht. ",
    "… l shows all": "… l zeigt alles",
    "… t shows all": "… t zeigt alles",
    "Setting up {name} …": "{name} wird aufgebaut …",
    "{name} is thinking …": "{name} überlegt …",
    "Choose": "Wähle",
    "What is rolled ({low} to {high})? Enter lets chance decide > ":
        "Was ist gewürfelt ({low} bis {high})? Enter überlässt es dem Zufall > ",
    "Which is drawn ({name})? Enter lets chance decide > ":
        "Was ist gezogen ({name})? Enter überlässt es dem Zufall > ",
    "{pile} is shuffled ({number} cards): the first from the top, Enter if nobody knows > ":
        "{pile} wird gemischt ({number} Karten): die ersten von oben, Enter, wenn sie niemand kennt > ",
    "That cannot be: {reason}.": "Das kann nicht sein: {reason}.",
    "{name} is not in the pile": "{name} ist nicht im Stapel",
    "the order of this pile cannot be typed": "die Reihenfolge dieses Stapels kann man nicht angeben",
    "There are games that were left:": "Es gibt Spiele, die nicht zu Ende sind:",
    "{who}; {number} decisions, {when}": "{who}; {number} Entscheidungen, {when}",
    "{number} players": "{number} Personen",
    "Enter begins a new game, a number goes on with that one > ":
        "Enter beginnt ein neues Spiel, eine Zahl setzt dieses fort > ",
    "The game is kept. To go on with it:": "Das Spiel ist aufgehoben. So geht es weiter:",
    "There is no folder to keep the game in: set HOME, or XDG_DATA_HOME to a whole path.":
        "Es gibt keinen Ordner, um das Spiel aufzuheben: Setze HOME, oder XDG_DATA_HOME auf einen ganzen Pfad.",
    "The game cannot be kept: {reason}. Save it with s FILE.":
        "Das Spiel kann nicht aufgehoben werden: {reason}. Speichere es mit s DATEI.",
    " (in secret)": " (geheim)",
    "\ns FILE saves the game, Enter ends > ": "\ns DATEI speichert das Spiel, Enter beendet es > ",
    "Enter shows more, - goes back > ": "Enter zeigt mehr, - geht zurück > ",
    "Enter goes back > ": "Enter geht zurück > ",
    "\nEnter goes on > ": "\nweiter mit Enter > ",
    "{name}, h for help > ": "{name}, h für Hilfe > ",
    "There is no option {typed}: they are numbered {first} to {last}.":
        "Eine Nummer {typed} gibt es nicht: Es sind {first} bis {last}.",
    "No option has “{typed}”.": "„{typed}“ kommt in keiner Möglichkeit vor.",
    "Enter makes it final, u takes back the last answer, r all > ":
        "Enter legt es fest, u nimmt die letzte Antwort zurück, r alle > ",
    "Nothing has happened yet.": "Noch ist nichts geschehen.",
    "There are no values.": "Es gibt keine Werte.",
    "The rules have no answer: {error}": "Die Regeln wissen keine Antwort: {error}",
    "Possible:": "Möglich:",
    "Everything is possible.": "Alles ist möglich.",
    "{option} is possible.": "{option} ist möglich.",
    "There is nothing to take back.": "Es gibt nichts zurückzunehmen.",
    "Chance has spoken since.": "Seither hat der Zufall gesprochen.",
    "Secret answers have been played since.": "Seither wurden geheime Antworten gespielt.",
    "Something has been revealed since.": "Seither wurde etwas aufgedeckt.",
    "Something hidden has had its effect since.": "Seither hat sich etwas Verdecktes ausgewirkt.",
    "{name} · {number} ways, type “{typed}”": "{name} · {number} Möglichkeiten, tippe „{typed}“",
    "{shown} of {all} with “{wanted}”, Enter for all": "{shown} von {all} mit „{wanted}“, Enter für alle",
    "{shown} of {all} with “{wanted}”, Enter takes it": "{shown} von {all} mit „{wanted}“, Enter nimmt sie",
    "page {page} of {pages}, + and - turn it, or type part of the option":
        "Seite {page} von {pages}, + und - blättern, oder tippe einen Teil der Möglichkeit",
    "(hidden)": "(verdeckt)",
    "{number} face down": "{number} verdeckt",
    "{number} hidden": "{number} verdeckt",
    "yes": "ja",
    "no": "nein",
    "done": "fertig",
    "no {label}": "{label}: keine",
    "more {arrows}: t": "mehr {arrows}: t",
    "Nothing here is called “{typed}”; ? lists what is not possible.":
        "„{typed}“ gibt es hier nicht; ? zählt auf, was nicht geht.",
    "more in the {sides}: t shows all": "mehr im {sides}: t zeigt alles",
    "more in the {sides}: a wider terminal shows it": "mehr im {sides}: in einem breiteren Terminal",
    "more {arrows}": "mehr {arrows}",
    "Which card is turned over ({pile})? Enter lets chance decide > ":
        "Welche Karte wird aufgedeckt ({pile})? Enter überlässt es dem Zufall > ",
    "{name} alone sees a card ({pile}): which? Enter lets chance decide > ":
        "{name} allein sieht eine Karte ({pile}): welche? Enter überlässt es dem Zufall > ",
    "That cannot be: it may be {cards}.": "Das kann nicht sein: Möglich sind {cards}.",
    "It could lie like this:": "So könnte es liegen:",
    "north": "Norden",
    "south": "Süden",
    "west": "Westen",
    "east": "Osten",
    "{name} has decided in secret.": "{name} hat geheim entschieden.",
    "{name} reveals {what}: {text}": "{name} deckt {what} auf: {text}",
    "{what} revealed: {text}": "{what} aufgedeckt: {text}",
    "{name} looks at something hidden.": "{name} sieht sich etwas Verdecktes an.",
    "{name} looks: {what}": "{name} sieht: {what}",
    "{pile} shuffled.": "{pile} gemischt.",
    "Chance: {drawn}": "Zufall: {drawn}",
    "There is nothing here that could be picked.": "Hier ist nichts, was sich wählen ließe.",
    "That is not offered now.": "Das steht jetzt nicht zur Wahl.",
    "… and {number} more; ? OPTION asks for one": "… und {number} weitere; ? NAME fragt nach einer",
    " and {number} more": " und {number} weitere",
    "All others": "Alles andere",
    "They are not among what can be chosen here.": "Das steht hier nicht zur Wahl.",
    "as printed": "wie gedruckt",
    "by {what}": "durch {what}",
    "{winner} wins.": "{winner} gewinnt.",
    "A draw.": "Unentschieden.",
    "{winners} share the victory.": "{winners} gewinnen gemeinsam.",
    "Score": "Punkte",
    "Tie-break {number}": "Gleichstand {number}",
    "Total": "Summe",
    "The game is not over after {number} decisions.": "Nach {number} Entscheidungen ist das Spiel nicht zu Ende.",
    "Seed {seed}.": "Startzahl {seed}.",
    "Until next time. Seed {seed}.": "Bis zum nächsten Mal. Startzahl {seed}.",
    "The game begins at the scenario “{title}”.": "Das Spiel beginnt mit dem Szenario „{title}“.",
    "{said}; from the scenario “{title}”": "{said}; aus dem Szenario „{title}“",
    "The rules have changed since.": "Die Regeln haben sich seither geändert.",
    "What was answered in secret this time is asked for anew.": "Was verdeckt geantwortet wurde, wird neu gefragt.",
    "{path} would be a ruleset. Save the game as {name}.": "{path} wäre ein Regelwerk. Speichere das Spiel als {name}.",
    "{path} is a folder. Name a file in it.": "{path} ist ein Ordner. Nenne eine Datei darin.",
    "{path} exists and is no saved game. Choose another name.":
        "{path} gibt es, es ist aber kein gespeichertes Spiel. Wähle einen anderen Namen.",
    "Say where: s FILE": "Sag, wohin: s DATEI",
    "{name} holds another saved game. s! {name} writes over it.":
        "In {name} ist ein anderes Spiel gespeichert. s! {name} überschreibt es.",
    "{name} cannot be written: {reason}.": "{name} lässt sich nicht schreiben: {reason}.",
    "rulebook: {places}": "Regelheft: {places}",
    "Saved in {name}.": "Gespeichert in {name}.",
    "or {answers}": "oder {answers}",
    "{answer} (default)": "{answer} (so gespielt)",
    "Open questions: {number}. Decide otherwise with --ruling NAME=VALUE.":
        "Offene Fragen: {number}. Anders entscheiden: --ruling NAME=ANTWORT.",
    "No rulings.": "Keine offenen Fragen.",
}  # fmt: skip
SPOKEN: Mapping[str, Mapping[str, str]] = {"de": GERMAN}


def speak(language: str, words: str, /, **values: object) -> str:
    """Say something in a language; values go into the braces. What a language does not know is said in English."""
    said = SPOKEN.get(language, {}).get(words, words)
    return said.format(**values) if values else said


Say = Callable[..., str]


ENGLISH: Say = partial(speak, "")


def speaker(game: Game) -> Say:
    """Give a voice in the language of a game."""
    return partial(speak, game.words.texts.language)
