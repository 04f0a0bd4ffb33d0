/** The page: head, board, tabs, controls, and what lies over them. */

/** @import {Adopted} from "../messages.js" */
/** @import {Sheet, State, Tab} from "../types.js" */
/** @import {Actions} from "../actions.js" */
/** @import {VNode} from "../h.js" */
import { h } from "../h.js";
import { _, capital, fill, N_ } from "../language.js";
import { pip } from "./card.js";
import * as controls from "./controls.js";
import * as editor from "./editor.js";
import * as exchange from "./exchange.js";
import * as game from "./game.js";
import * as help from "./help.js";
import * as open from "./open.js";
import { walked } from "./pieces.js";
import * as puzzles from "./puzzles.js";
import * as record from "./record.js";
import * as review from "./review.js";
import * as settings from "./settings.js";
import * as setup from "./setup.js";
import * as share from "./share.js";
import * as sit from "./sit.js";
import * as status from "./status.js";
import * as table from "./table.js";
import * as values from "./values.js";

/** @typedef {(state: State, act: Actions) => VNode | null} View */

/** @type {[Tab, string, View][]} */
const TABS = [
  ["values", N_("Values"), values.view],
  ["record", N_("Record"), record.view],
  ["review", N_("Review"), review.view],
  ["exchange", N_("Exchange"), exchange.view],
  ["puzzles", N_("Puzzles"), puzzles.view],
];

/** @type {[Sheet, string, View][]} */
const SHEETS = [
  ["sit", N_("Sit down"), sit.view],
  ["open", N_("Open"), open.view],
  ["edit", N_("Edit"), editor.view],
  ["setup", N_("Contract"), setup.view],
  ["share", N_("Save"), share.view],
  ["settings", N_("Settings"), settings.view],
  ["help", N_("Help"), help.view],
];

/** @type {Sheet[]} what is of use at the table of a game */
const AT_TABLE = ["sit", "settings", "help"];

/** @param {State} state @param {Actions} act @returns {VNode[]} */
export function view(state, act) {
  return [
    h(
      "header",
      { class: "head", key: "head" },
      h("p", { class: "brand" }, pip("S"), h("span", { class: "word" }, "Manni")),
      deals(state, act),
      sheetButtons(state, act),
    ),
    h(
      "main",
      { class: "board", key: "board" },
      state.game.open ? game.view(state, act) : analysis(state, act),
    ),
    ...(state.tabs.sheet.over
      ? [h("p", { class: "dropping", key: "dropping" }, _("Drop it to open it."))]
      : []),
    ...SHEETS.filter(([name]) => name === state.sheet).map((sheet) => sheetView(sheet, state, act)),
  ];
}

/** The board and what there is to know of it. @param {State} state @param {Actions} act */
function analysis(state, act) {
  return [
    h(
      "section",
      // Without cards nothing in it takes the focus, and it may have to be scrolled.
      { class: "play", "aria-label": _("Table"), tabindex: state.shown?.position.over ? 0 : null },
      table.view(state, act),
    ),
    h(
      "section",
      { class: "bar", "aria-label": _("Controls") },
      state.deal ? controls.view(state, act) : null,
      status.view(state, act),
    ),
    h(
      "section",
      { class: "panel", "aria-label": _("Analysis") },
      tabList(state, act),
      tabPanel(state, act),
    ),
  ];
}

/** The deals of the file, to choose from. @param {State} state @param {Actions} act */
function deals({ file, deal, game: { open: plays } }, act) {
  if (!file || file.deals.length < 2 || plays) {
    return null;
  }
  const other = deal && file.deals[file.at] !== deal ? deal.title : null; // a puzzle
  return h(
    "div",
    { class: "deals" },
    h(
      "select",
      {
        "aria-label": file.name ? fill(_("Deal of {file}"), { file: file.name }) : _("Deal of the file"),
        value: other === null ? `${file.at}` : "",
        onchange: (/** @type {Event} */ event) =>
          act.board.showDealAt(Number(/** @type {HTMLSelectElement} */ (event.target).value)),
      },
      other === null ? null : h("option", { key: "other", value: "" }, other),
      titles(file.deals),
    ),
  );
}

/** @type {WeakMap<Adopted[], VNode[]>} a file may hold a thousand deals: they are listed once */
const listed = new WeakMap();

/** @param {Adopted[]} deals */
function titles(deals) {
  const options =
    listed.get(deals) ??
    deals.map(({ title }, at) => h("option", { key: at, value: `${at}` }, `${at + 1}. ${title}`));
  listed.set(deals, options);
  return options;
}

/** @param {State} state @param {Actions} act */
function sheetButtons(state, act) {
  const unfinished = !state.game.id && state.game.list.find(({ over }) => !over);
  return h(
    "nav",
    { "aria-label": _("Deal and page") },
    state.game.id &&
      h(
        "button",
        { key: "table", type: "button", class: state.game.open ? "" : "main", onclick: () => act.game.show(!state.game.open) },
        state.game.open ? _("To the analysis") : _("Back to the table"),
      ),
    unfinished &&
      h(
        "button",
        { key: "on", type: "button", class: "main", onclick: () => act.game.join(unfinished.id) },
        fill(_("Go on: {game}"), { game: capital(unfinished.game) }),
      ),
    SHEETS.filter(([name]) => !state.game.open || AT_TABLE.includes(name)).map(([name, word]) =>
      h(
        "button",
        {
          key: name,
          type: "button",
          class: name === "sit" && !state.game.id && !unfinished ? "main" : "",
          "aria-haspopup": "dialog",
          "aria-expanded": state.sheet === name,
          onclick: () => act.frame.openSheet(name),
        },
        _(word),
      ),
    ),
  );
}

/** @param {State} state @param {Actions} act */
function tabList(state, act) {
  return h(
    "div",
    { class: "tabs", role: "tablist", "aria-label": _("Analysis"), onkeydown: walkTabs },
    TABS.map(([name, word]) => {
      const here = name === state.tab;
      return h(
        "button",
        {
          key: name,
          id: `tab-${name}`,
          type: "button",
          role: "tab",
          "aria-selected": here,
          "aria-controls": here ? "panel" : null,
          tabindex: here ? 0 : -1,
          // A mouse leaves the focus where it is, and with it what the arrow keys do.
          onmousedown: (/** @type {Event} */ event) => event.preventDefault(),
          onclick: () => act.frame.showTab(name),
        },
        _(word),
      );
    }),
  );
}

/** Arrows walk along the tabs; the one in focus is shown. @param {KeyboardEvent} event */
function walkTabs(event) {
  const tab = walked(event, "[role=tab]");
  tab?.focus();
  tab?.click();
}

/** @param {State} state @param {Actions} act */
function tabPanel(state, act) {
  const [name, , show] = /** @type {(typeof TABS)[0]} */ (TABS.find(([tab]) => tab === state.tab));
  return h(
    "div",
    {
      key: name,
      id: "panel",
      class: `tab-panel panel-${name}`,
      role: "tabpanel",
      "aria-labelledby": `tab-${name}`,
      tabindex: 0,
    },
    show(state, act),
  );
}

/** @param {HTMLDialogElement | null} dialog null when it goes */
const showModal = (dialog) => dialog?.showModal();

/**
 * A modal dialog; Escape and its button close it.
 *
 * @param {(typeof SHEETS)[0]} sheet
 * @param {State} state
 * @param {Actions} act
 */
function sheetView([name, word, show], state, act) {
  return h(
    "dialog",
    {
      key: `sheet-${name}`,
      class: `sheet sheet-${name}`,
      "aria-labelledby": `sheet-${name}`,
      ref: showModal,
      onclose: () => act.frame.closeSheet(),
    },
    h("h2", { id: `sheet-${name}` }, _(word)),
    h(
      "button",
      {
        class: "close",
        type: "button",
        "aria-label": _("Close"),
        onclick: () => act.frame.closeSheet(),
      },
      "×",
    ),
    show(state, act),
  );
}
