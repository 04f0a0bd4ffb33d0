/** The page: head, board, tabs, controls, and what lies over them. */

/** @import {Adopted} from "../messages.js" */
/** @import {Sheet, State, Tab} from "../types.js" */
/** @import {Actions} from "../actions.js" */
/** @import {Child, Children, VNode} from "../h.js" */
import { nowOf } from "../actions/rummy.js";
import { h } from "../h.js";
import { _, capital, N_ } from "../language.js";
import { isRummy, training } from "../state.js";
import { bar, controls } from "./bar.js";
import { pip } from "./card.js";
import { open, share } from "./deals.js";
import { editor, pile, setup } from "./draft.js";
import * as exchange from "./exchange.js";
import * as game from "./game.js";
import * as help from "./help.js";
import { drawer, taking, walked } from "./pieces.js";
import * as puzzles from "./puzzles.js";
import * as record from "./record.js";
import * as review from "./review.js";
import * as rummy from "./rummy.js";
import * as settings from "./settings.js";
import * as start from "./start.js";
import * as table from "./table.js";
import * as values from "./values.js";

/** @typedef {(state: State, act: Actions) => Children} View */

/** @type {[Tab, string, View][]} */
const TABS = [
  ["values", N_("Values"), values.view],
  ["record", N_("Record"), record.view],
  ["review", N_("Review"), review.view],
  ["exchange", N_("Exchange"), exchange.view],
  ["puzzles", N_("Puzzles"), puzzles.view],
];

/** @type {[Sheet, string, View, string][]} and where the menu has it */
const SHEETS = [
  ["open", N_("Open"), open, "board,start"],
  ["edit", N_("Edit"), editor, "board,start"],
  ["setup", N_("Contract"), setup, "board"],
  ["share", N_("Save"), share, "board"],
  ["settings", N_("Settings"), settings.view, "board,start,table"],
  ["help", N_("Help"), help.view, "board,start,table"],
  ["games", N_("Games"), start.view, ""],
  ["why", N_("Why?"), why, ""],
];

/** @param {State} state @param {Actions} act @returns {Child[]} */
export function view(state, act) {
  const makes = state.sheet === "edit";
  const starts = state.tab === "start" && !state.game.open && !makes;
  const lays = isRummy(state);
  return [
    h("header.head", h("p.brand", pip("S"), h("span.word", "Manni")), !starts && (lays ? h("div.heading", h("h1.chip", capital(nowOf(state.rummy).game))) : table.heading(state)), menu(state, act, starts)),
    h(
      "main.board",
      { class: starts ? "starts" : (lays || makes) && "makes" },
      state.game.open ? game.view(state, act) : starts ? start.page(state, act) : lays ? rummy.page(state, act) : analysis(state, act, makes),
    ),
    state.getting.over && h("p.dropping", _("Drop it to open it.")),
    !makes && sheetView(state, act),
  ];
}

/** The board and what there is to know of it. @param {State} state @param {Actions} act @param {boolean} makes a deal */
function analysis(state, act, makes) {
  const chosen = /** @type {(typeof TABS)[0]} */ (TABS.find(([tab]) => tab === state.tab) ?? TABS[0]);
  return [
    h(
      "section.play",
      // Without cards nothing in it takes the focus.
      { key: "play", "aria-label": _("Table"), tabindex: state.shown?.position.over ? 0 : null },
      table.view(state, act, makes && pile(state, act), !makes && training(state) && puzzles.solving(state, act)),
    ),
    bar(state, act, controls(state, act), makes ? "" : _("Analysis")),
    makes ? sheetView(state, act) : drawer(_("Analysis"), [deals(state, act), tabs(chosen, state, act)]),
  ];
}

/** @param {(typeof TABS)[0]} chosen @param {State} state @param {Actions} act */
function tabs([name, , show], state, act) {
  return [
      h(
        "div.tabs",
        { role: "tablist", "aria-label": _("Analysis"), onkeydown: walkTabs },
        TABS.map(([tab, word]) => {
          const here = tab === name;
          return h(
            "button",
            {
              id: `tab-${tab}`,
              role: "tab",
              "aria-selected": here,
              "aria-controls": here ? "panel" : null,
              tabindex: here ? 0 : -1,
              // A mouse leaves the focus where it is, and with it what the arrow keys do.
              onmousedown: (event) => event.preventDefault(),
              onclick: () => act.frame.showTab(tab),
            },
            _(word),
          );
        }),
      ),
      h(
        "div.tab-panel",
        {
          key: name,
          id: "panel",
          class: `panel-${name}`,
          role: "tabpanel",
          "aria-labelledby": `tab-${name}`,
          tabindex: 0,
        },
        show(state, act),
      ),
  ];
}

/** The deals of the file, to choose from. @param {State} state @param {Actions} act */
function deals({ file, deal }, act) {
  if (!file || file.deals.length < 2) {
    return null;
  }
  const { name, at } = file;
  const other = deal && file.deals[at] !== deal && deal.title; // a puzzle
  return h(
    "div.deals",
    h(
      "select",
      {
        "aria-label": name ? _("Deal of {file}", { file: name }) : _("Deal of the file"),
        value: other ? "" : `${at}`,
        onchange: taking((chosen) => act.board.showDealAt(Number(chosen))),
      },
      other && h("option", { value: "" }, other),
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
    deals.map(({ title }, at) => h("option", { value: `${at}` }, `${at + 1}. ${title}`));
  listed.set(deals, options);
  return options;
}

/** @param {State} state @param {Actions} act @param {boolean} starts */
function menu(state, act, starts) {
  const { game: { id, open: plays }, sheet } = state;
  const hides = { popovertarget: "menu", popovertargetaction: "hide" };
  return h(
    "nav",
    { id: "menu", popover: "auto", "aria-label": _("Deal and page") },
    id &&
      h(
        "button",
        { ...hides, class: !plays && "main", onclick: () => act.game.show(!plays) },
        plays ? _("To the analysis") : _("Back to the table"),
      ),
    h(
      "button",
      { ...hides, "aria-current": starts ? "page" : null, onclick: () => act.frame.showTab("start") },
      _("Start"),
    ),
    plays &&
      h("button", { ...hides, title: _("The game is kept: you can go on with it."), onclick: () => act.game.leave() }, _("Get up")),
    SHEETS.filter(([, , , where]) => where.includes(plays || isRummy(state) ? "table" : starts ? "start" : "board")).map(([name, word]) =>
      h(
        "button",
        {
          ...hides,
          key: name,
          "aria-haspopup": "dialog",
          "aria-expanded": sheet === name,
          onclick: () => (sheet === name ? act.frame.closeSheet() : act.frame.openSheet(name)),
        },
        _(word),
      ),
    ),
  );
}

/** Arrows walk along the tabs; the one in focus is shown. @param {KeyboardEvent} event */
function walkTabs(event) {
  const tab = walked(event, "[role=tab]");
  tab?.focus();
  tab?.click();
}

/** What the advice rests on, or which cards beat the one tried in a puzzle. @param {State} state */
function why(state) {
  return state.game.open ? game.why(state) : puzzles.why(state);
}

/** @param {HTMLDialogElement | null} dialog null when it goes */
const showModal = (dialog) => dialog?.showModal();

/** What lies over the board, or beside its table while a deal is made. @param {State} state @param {Actions} act */
function sheetView(state, act) {
  const sheet = SHEETS.find(([name]) => name === state.sheet);
  if (!sheet) {
    return null;
  }
  const [name, word, show] = sheet;
  const id = `sheet-${name}`;
  const close = () => act.frame.closeSheet();
  /** Before it is closed by Escape: the next key is the board's. A field for files cancels too. @param {Event} event */
  const cancels = ({ target, currentTarget }) => target === currentTarget && close();
  return h(
    name === "edit" ? "section.panel" : "dialog.sheet",
    {
      key: name,
      class: id,
      "aria-labelledby": id,
      ...(name === "edit" ? { role: "dialog" } : { ref: showModal, onclose: close, oncancel: cancels }),
    },
    h("h2", { id }, _(word)),
    h("button.close", { "aria-label": _("Close"), onclick: close }, "×"),
    show(state, act),
  );
}
