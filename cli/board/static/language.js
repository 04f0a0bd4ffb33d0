/**
 * What people read, in the language of the board: the one door to the catalogue.
 *
 * A sentence is looked up whole, with the parts that stand in it by a name: `_("…", { seat })`. A
 * part may be a `Word`, of which the sentence takes the form that it names: `{seat:of}`, with a
 * capital letter `{seat:Of}`. The catalogue comes with the first message; English needs none. It is
 * made from the sentences of the code, but for those that stand in parts.
 */

/** @import {Hello, Seat} from "./messages.js" */

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
const lookUp = (key) => spoken?.words[key];

/** A text in the language spoken. @param {string} text @param {Parts} [parts] @returns {string} */
export const _ = (text, parts) => fill(lookUp(text) ?? text, parts);

/** A text as it is: it is looked up where it is shown. @param {string} text */
export const N_ = (text) => text;

/**
 * A text in the language spoken, where `context` says.
 *
 * @param {string} context @param {string} text @param {Parts} [parts]
 * @returns {string}
 */
export const pgettext = (context, text, parts) => fill(lookUp(`${context}\u0004${text}`) ?? text, parts);

/**
 * The text for a number of things, which is a part of it.
 *
 * @param {string} one
 * @param {string} many
 * @param {number} number
 * @param {Parts} [parts]
 */
export function ngettext(one, many, number, parts = { number }) {
  const plurals = spoken?.plurals ?? [];
  // Languages look at the last two figures alone, once there are more.
  const form = plurals[number < 100 ? number : 100 + (number % 100)];
  return fill(lookUp(`${one}\u0000${form}`) ?? (number === 1 ? one : many), parts);
}

/** What a seat is called, in the forms that sentences ask for. */
export class Word {
  /** @param {Seat} seat */
  constructor(seat) {
    this.seat = seat;
  }

  /** @param {string} form */
  in(form) {
    return spoken?.seats[this.seat]?.[form.toLowerCase()] ?? this.seat;
  }
}

/** @typedef {Record<string, string | number | Word>} Parts what stands in a sentence, by name */

/** A sentence with its parts in the places that it names. @param {string} sentence @param {Parts} [parts] */
const fill = (sentence, parts) =>
  parts
    ? sentence.replace(/\{(\w+)(?::(\w+))?\}/g, (_place, name, form = "") => {
        const part = parts[name] ?? "";
        const text = part instanceof Word ? part.in(form) : `${part}`;
        return /^[A-Z]/.test(form) ? capital(text) : text;
      })
    : sentence;

/** @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** Names as a list: "forehand, middlehand and dealer". @param {string[]} names */
export function listed(names) {
  return names.length < 2
    ? names.join("")
    : _("{names} and {last}", {
        names: names.slice(0, -1).join(", "),
        last: names.at(-1) ?? "",
      });
}
