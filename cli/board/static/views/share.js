/** The sheet that keeps and shares: a file, a link, a picture. */

/** @import {State} from "../types.js" */
/** @import {Actions} from "../actions.js" */
/** @import {VNode} from "../h.js" */
import { h } from "../h.js";
import { _, fill } from "../language.js";
import { valuesWanted } from "../state.js";
import { button, problemList } from "./pieces.js";

/** @param {State} state @param {Actions} act @returns {VNode} */
export function view(state, act) {
  if (!state.deal) {
    return h("p", { class: "quiet" }, _("No deal yet."));
  }
  return h("div", { class: "parts" }, file(state, act), link(state, act), picture(state, act));
}

/** @param {State} state @param {Actions} act */
function file(state, act) {
  const { sheet } = state.tabs;
  const number = state.file?.deals.length ?? 1;
  const inFile = state.file?.deals.some((each) => each === state.deal) ?? false;
  return h(
    "section",
    { key: "file" },
    h("h3", null, _("A .manni file")),
    h("p", { class: "quiet" }, _("With the main line of the record as the play.")),
    h(
      "div",
      { class: "row" },
      button(_("Save this deal"), () => act.deals.save(false)),
      inFile && number > 1
        ? button(fill(_("Save all {number} deals"), { number }), () => act.deals.save(true), {
            key: "all",
          })
        : null,
    ),
    sheet.spot === "save" ? problemList(sheet.problems) : null,
  );
}

/** @param {State} state @param {Actions} act */
function link(state, act) {
  const { sheet } = state.tabs;
  const address = state.shown
    ? `${location.origin}${location.pathname}#${state.shown.position.address}`
    : location.href;
  return h(
    "section",
    { key: "link" },
    h("h3", null, _("A link")),
    h(
      "label",
      { class: "field wide" },
      h("span", null, _("To this deal and the place in it, on a board that runs at this address")),
      h("input", {
        type: "text",
        readonly: true,
        value: address,
        onfocus: (/** @type {Event} */ event) =>
          /** @type {HTMLInputElement} */ (event.target).select(),
      }),
    ),
    button(_("Copy the link"), () => act.deals.copyLink(address)),
    sheet.spot === "link" ? problemList(sheet.problems) : null,
    h("p", { class: "quiet", "aria-live": "polite" }, sheet.copied ? _("Copied.") : ""),
  );
}

/** @param {State} state @param {Actions} act */
function picture(state, act) {
  const { sheet } = state.tabs;
  return h(
    "section",
    { key: "picture" },
    h("h3", null, _("A picture")),
    h("p", { class: "quiet" }, _("The table as it stands, as SVG for a page or a book.")),
    h(
      "div",
      { class: "row" },
      button(_("Save the picture"), () => act.deals.savePicture(false)),
      valuesWanted(state)
        ? button(_("Save it with values"), () => act.deals.savePicture(true), { key: "values" })
        : null,
    ),
    sheet.spot === "picture" ? problemList(sheet.problems) : null,
  );
}
