/** What can be done by a key: keys, the buttons that step and the help are made of this list. */

/** @import {Actions} from "./actions.js" */
import { N_ } from "./language.js";

/**
 * @typedef {object} Command
 * @property {string} what it does
 * @property {string} [key] as the browser calls it; a letter in either case
 * @property {string} [sign] of the key
 * @property {string} [icon] of its button
 * @property {(act: Actions) => void} [board] what it does there
 * @property {(act: Actions) => void} [table] at a table
 * @property {(act: Actions) => void} [anywhere] at both
 */

/** @type {Command[]} */
export const COMMANDS = [
  { sign: N_("s7, ht, d10"), what: N_("play that card: suit, then rank") },
  {
    key: "Enter",
    sign: N_("Enter"),
    what: N_("play the card in focus; at a table without one, the card advised or the only one"),
    table: ({ game }) => game.obey(),
  },
  { sign: N_("Tab"), what: N_("from hand to hand, to the controls and tabs") },
  { sign: "← → ↑ ↓", what: N_("in a hand: from card to card, and through the record") },
  { key: "Home", icon: "first", what: N_("To the start"), board: ({ board }) => board.step("first") },
  {
    key: "ArrowLeft",
    sign: "←",
    icon: "back",
    what: N_("Step back"),
    board: ({ board }) => board.step("back"),
    table: ({ game }) => game.lookBack(),
  },
  {
    key: "ArrowRight",
    sign: "→",
    icon: "forward",
    what: N_("Step forward"),
    board: ({ board }) => board.step("forward"),
    table: ({ game }) => game.goOn(),
  },
  { key: "End", icon: "end", what: N_("To the end"), board: ({ board }) => board.step("end") },
  {
    key: "Backspace",
    icon: "undo",
    what: N_("Take back"),
    board: ({ board }) => board.takeBack(),
    table: ({ game }) => game.takeBack(),
  },
  { sign: "Ctrl-Z, Ctrl-Y", what: N_("undo what was done last, do it again") },
  {
    key: "b",
    sign: "B",
    what: N_("play the best card; at a table: ask for advice"),
    board: ({ board }) => board.best(),
    table: ({ game }) => game.advise(),
  },
  { key: "r", sign: "R", what: N_("at a table: claim the rest"), table: ({ game }) => game.claim() },
  { key: "v", sign: "V", what: N_("hide or show values"), board: ({ frame }) => frame.toggleValues() },
  {
    key: "?",
    what: N_("this help"),
    anywhere: ({ frame }) => frame.openSheet("help"),
  },
  {
    key: "Escape",
    sign: N_("Esc"),
    what: N_("close what lies over the board"),
    anywhere: ({ frame }) => frame.closeSheet(),
  },
];
