/** The sheets that get deals, of a file, pasted, dealt or of the samples, and that keep and share them. */

/** @import {Adopted} from "../messages.js" */
/** @import {Spot, State} from "../types.js" */
/** @import {Actions} from "../actions.js" */
/** @import {Children, VNode} from "../h.js" */
import { h } from "../h.js";
import { _, ngettext } from "../language.js";
import { valuesWanted } from "../state.js";
import { generate } from "../vendor/lean-qr.js";
import { button, entry, field, listOf, noDeal, problemList, seedField, taking } from "./pieces.js";

/** @param {State} state @param {Actions} act @returns {VNode} */
export function open(state, { deals }) {
  const { samples = [], files = [], variants = [] } = state.hello ?? {};
  const { seed, text } = state.getting;
  return h(
    "div.parts",
    inFile(state, (at) => deals.choose(at)),
    part(state, "file", _("A file"), [
      h("p.quiet", _("A .manni or JSON file. It can also be dropped anywhere on the page.")),
      h(
        "label.button.file",
        _("Choose a file"),
        h("input", {
          type: "file",
          accept: ".manni,.json,.jsonl,.txt,.pbn,text/plain,application/json",
          onchange: ({ target }) => {
            deals.openFile(target.files);
            target.value = ""; // so that the same file can be chosen again
          },
        }),
      ),
      files.map(({ id, name }) => button(name, () => deals.ask({ file: id }, "file"))),
    ]),
    part(
      state,
      "paste",
      _("Paste"),
      [
        field(_("Hands, or the text of a deal file"), "textarea", {
          rows: 3,
          spellcheck: false,
          autocomplete: "off",
          placeholder: "AQ.3.. K2.A.. 43..5.",
          value: text,
          oninput: taking((typed) => deals.write({ text: typed })),
        }),
        button(_("Read"), () => deals.ask({ text: state.getting.text }, "paste")),
      ],
    ),
    part(
      state,
      "random",
      _("One dealt at random"),
      [
        listOf("ul.offers", variants.map((variant) => entry(variant, "", () => deals.deal(variant.code)))),
        seedField(seed, (typed) => deals.write({ seed: typed })),
      ],
    ),
    h(
      "section",
      h("h3", _("Sample deals")),
      listOf(
        "ul.offers",
        samples.map(({ id, name, deals: number }) =>
          entry({ code: id, name }, ngettext("{number} deal", "{number} deals", number), () =>
            deals.ask({ sample: id }, "file"),
          ),
        ),
      ),
    ),
  );
}

/**
 * The deals of the file that is open, to choose among.
 *
 * @param {State} state
 * @param {(at: number) => void} choose
 */
function inFile({ file, deal }, choose) {
  if (!file || file.deals.length + file.errors.length < 2) {
    return null;
  }
  const { name, deals, errors } = file;
  return h(
    "section.in",
    h("h3", name ? _("Deals in {file}", { file: name }) : _("Deals")),
    listOf("ol.deal-list", deals.map((listedDeal, at) => listed(listedDeal, listedDeal === deal, () => choose(at)))),
    errors.length > 0 &&
      h("p", ngettext("{number} deal of the file cannot be shown:", "{number} deals of the file cannot be shown:", errors.length)),
    problemList(errors),
  );
}

/** @param {Adopted} deal @param {boolean} here @param {() => void} go */
function listed({ title, about, warnings, problem }, here, go) {
  return h(
    "button.entry",
    { "aria-current": here || null, onclick: go },
    h("b", title),
    h("span.quiet", about),
    [...warnings, problem?.message].map((text) => text && h("span.warning", text)),
  );
}

/** A link as a QR code, for a telephone. @param {string} link @returns {VNode} */
export function qrCode(link) {
  const { size, get } = /** @type {any} */ (generate)(link);
  const squares = Array.from({ length: size * size }, (_square, at) => {
    const [x, y] = [at % size, Math.floor(at / size)];
    return get(x, y) ? `M${x} ${y}h1v1h-1z` : "";
  });
  return h(
    "svg.qr",
    {
      viewBox: `-4 -4 ${size + 8} ${size + 8}`, // it is told from what is round it by four squares
      role: "img",
      "aria-label": _("The link as a QR code"),
    },
    h("path", { d: squares.join("") }),
  );
}

/** @param {State} state @param {Actions} act @returns {VNode} */
export function share(state, act) {
  const { deal, file, shown, getting } = state;
  if (!deal) {
    return noDeal(state);
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
      // Where the address is that of this machine no other one finds it.
      !/^(127\.|localhost$|\[::1\])/.test(location.hostname) && qrCode(address),
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
 */
const part = ({ getting }, spot, head, what) =>
  h("section", h("h3", head), what, getting.spot === spot && problemList(getting.problems));
