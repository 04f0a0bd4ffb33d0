/**
 * What people read, in the language of the board: the one door to the catalogue.
 *
 * A sentence is looked up whole, `_("…")`, and filled in with `fill`. What stands in it by a name
 * may be a `Word`, of which the sentence takes the form that it names: `{seat:of}`, with a capital
 * letter `{seat:Of}`. The catalogue comes with the first message; English needs none.
 */

/** @import {Hello} from "./messages.js" */

/** @type {Hello["language"] | null} */
let spoken = null;

/** Speak the language of the board from now on. @param {Hello["language"]} language */
export function speak(language) {
  spoken = language;
}

/** For numbers and dates: the browser's own kind of the language spoken. */
export function locale() {
  const code = spoken?.code ?? "en";
  return navigator.languages.find((tag) => tag.split("-", 1)[0] === code) ?? code;
}

/** @param {string} key @returns {string | undefined} */
const found = (key) => spoken?.words[key];

/** A text in the language spoken. @param {string} text */
export const _ = (text) => found(text) ?? text;

/** A text as it is: it is looked up where it is shown. @param {string} text */
export const N_ = (text) => text;

/** The same, where `context` says. @param {string} _context @param {string} text */
export const NP_ = (_context, text) => text;

/** A text as it is where `context` says. @param {string} context @param {string} text */
export const pgettext = (context, text) => found(`${context}\u0004${text}`) ?? text;

/**
 * The text for a number of things.
 *
 * @param {string} one
 * @param {string} many
 * @param {number} number
 */
export function ngettext(one, many, number) {
  const plurals = spoken?.plurals ?? [];
  // Languages look at the last two figures alone, once there are more.
  const form = plurals[number < 100 ? number : 100 + (number % 100)];
  return found(`${one}\u0000${form}`) ?? (number === 1 ? one : many);
}

/** A word with the forms that sentences ask for. */
export class Word {
  /** @param {string} word */
  constructor(word) {
    this.word = word;
  }

  toString() {
    return _(this.word);
  }

  /** @param {string} form */
  in(form) {
    return form ? pgettext(form.toLowerCase(), this.word) : _(this.word);
  }
}

/**
 * A sentence with its parts in the places that it names.
 *
 * @param {string} sentence
 * @param {Record<string, string | number | Word>} parts
 */
export function fill(sentence, parts) {
  return sentence.replace(/\{(\w+)(?::(\w+))?\}/g, (_place, name, form = "") => {
    const part = parts[name] ?? "";
    const text = part instanceof Word ? part.in(form) : `${part}`;
    return /^[A-Z]/.test(form) ? capital(text) : text;
  });
}

/** @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** Names as a list: "forehand, middlehand and dealer". @param {string[]} names */
export function listed(names) {
  return names.length < 2
    ? names.join("")
    : fill(_("{names} and {last}"), {
        names: names.slice(0, -1).join(", "),
        last: names.at(-1) ?? "",
      });
}
