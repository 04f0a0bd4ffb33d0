/** The sheet that keeps and shares: a file, a link, a picture. */

/** @import {State} from "../types.js" */
/** @import {Spot} from "../types.js" */
/** @import {Actions} from "../actions.js" */
/** @import {Children, VNode} from "../h.js" */
import { h } from "../h.js";
import { _ } from "../language.js";
import { valuesWanted } from "../state.js";
import { button, field, problemList } from "./pieces.js";

/** @param {State} state @param {Actions} act @returns {VNode} */
export function view(state, act) {
  const { deal, file, shown, getting } = state;
  if (!deal) {
    return h("p.quiet", _("No deal yet."));
  }
  const deals = file?.deals ?? [];
  const address = shown
    ? `${location.origin}${location.pathname}#${shown.position.address}`
    : location.href;
  return h(
    "div.parts",
    part(state, "save", _("A .manni file"), [
      h("p.quiet", _("With the main line of the record as the play.")),
      h(
        "div.row",
        button(_("Save this deal"), () => act.deals.save(false)),
        deals.length > 1 &&
          deals.includes(deal) &&
          button(_("Save all {number} deals", { number: deals.length }), () =>
            act.deals.save(true),
          ),
      ),
    ]),
    part(state, "link", _("A link"), [
      field(_("To this deal and the place in it, on a board that runs at this address"), "input", {
        type: "text",
        readonly: true,
        value: address,
        onfocus: (event) => event.target.select(),
      }),
      button(_("Copy the link"), () => act.deals.copyLink(address)),
      h("p.quiet", { "aria-live": "polite" }, getting.copied && _("Copied.")),
    ]),
    part(state, "picture", _("A picture"), [
      h("p.quiet", _("The table as it stands, as SVG for a page or a book.")),
      h(
        "div.row",
        button(_("Save the picture"), () => act.deals.savePicture(false)),
        valuesWanted(state) &&
          button(_("Save it with values"), () => act.deals.savePicture(true)),
      ),
    ]),
  );
}

/**
 * A part of a sheet, with what went wrong in it.
 *
 * @param {State} state
 * @param {Spot} spot
 * @param {string} head
 * @param {Children} what
 * @param {string} [kind] its class
 */
export const part = ({ getting }, spot, head, what, kind) =>
  h("section", { class: kind }, h("h3", head), what, getting.spot === spot && problemList(getting.problems));
