/** The sheet that gets deals: from a file, pasted, dealt, or of the samples. */

/** @import {Adopted} from "../messages.js" */
/** @import {State} from "../types.js" */
/** @import {Spot} from "../types-tabs.js" */
/** @import {Actions} from "../actions.js" */
/** @import {VNode} from "../h.js" */
import { h } from "../h.js";
import { _, fill, ngettext } from "../language.js";
import { button, problemList, select } from "./pieces.js";

/** @param {State} state @param {Actions} act @returns {VNode} */
export function view(state, act) {
  return h(
    "div",
    { class: "parts getting" },
    inFile(state, act),
    fromFile(state, act),
    dealt(state, act),
    pasted(state, act),
    samples(state, act),
  );
}

/**
 * The deals of the file that is open, to choose among.
 *
 * @param {State} state
 * @param {Actions} act
 */
function inFile({ file, deal }, act) {
  if (!file || file.deals.length + file.errors.length < 2) {
    return null;
  }
  return h(
    "section",
    { key: "in", class: "in" },
    h("h3", null, file.name ? fill(_("Deals in {file}"), { file: file.name }) : _("Deals")),
    h(
      "ol",
      { class: "deal-list" },
      file.deals.map((each, at) =>
        h(
          "li",
          { key: at },
          dealButton(each, each === deal, () => act.deals.choose(at)),
        ),
      ),
    ),
    file.errors.length
      ? [
          h(
            "p",
            { key: "bad" },
            fill(
              ngettext(
                "{number} deal of the file cannot be shown:",
                "{number} deals of the file cannot be shown:",
                file.errors.length,
              ),
              { number: file.errors.length },
            ),
          ),
          problemList(file.errors),
        ]
      : null,
  );
}

/** @param {Adopted} deal @param {boolean} here @param {() => void} go */
function dealButton(deal, here, go) {
  const { contract, variant, great } = deal.deal;
  const beside = [variant, contract && (great ? `great ${contract}` : contract)]
    .filter(Boolean)
    .join(", ");
  return h(
    "button",
    { type: "button", class: "entry", "aria-current": here ? "true" : null, onclick: go },
    h("b", null, deal.title),
    h("span", { class: "quiet" }, beside),
    deal.warnings.map((text, at) => h("span", { key: at, class: "warning" }, text)),
    deal.problem && h("span", { key: "problem", class: "warning" }, deal.problem.message),
  );
}

/** @param {State} state @param {Spot} spot */
function problemsAt({ tabs }, spot) {
  return tabs.sheet.spot === spot ? problemList(tabs.sheet.problems) : null;
}

/** @param {State} state @param {Actions} act */
function fromFile(state, act) {
  return h(
    "section",
    { key: "file" },
    h("h3", null, _("A file")),
    h(
      "p",
      { class: "quiet" },
      _("A .manni or JSON file. It can also be dropped anywhere on the page."),
    ),
    h(
      "label",
      { class: "button file" },
      _("Choose a file"),
      h("input", {
        type: "file",
        accept: ".manni,.json,.jsonl,.txt,.pbn,text/plain,application/json",
        onchange: (/** @type {Event} */ event) => {
          const input = /** @type {HTMLInputElement} */ (event.target);
          act.deals.openFile(input.files);
          input.value = ""; // so that the same file can be chosen again
        },
      }),
    ),
    (state.hello?.files ?? []).map(({ id, name }) =>
      button(name, () => act.deals.openGiven(id), { key: id }),
    ),
    problemsAt(state, "file"),
  );
}

/** @param {State} state @param {Actions} act */
function pasted(state, act) {
  return h(
    "section",
    { key: "paste", class: "wide" },
    h("h3", null, _("Paste")),
    h(
      "label",
      { class: "field wide" },
      h("span", null, _("Three hands, or the text of a deal file")),
      h("textarea", {
        rows: 3,
        spellcheck: "false",
        autocomplete: "off",
        placeholder: "AQ.3.. K2.A.. 43..5.",
        value: state.tabs.sheet.text,
        oninput: (/** @type {Event} */ event) =>
          act.deals.write({ text: /** @type {HTMLTextAreaElement} */ (event.target).value }),
      }),
    ),
    button(_("Read"), () => act.deals.paste()),
    problemsAt(state, "paste"),
  );
}

/** @param {State} state @param {Actions} act */
function dealt(state, act) {
  const variants = state.hello?.variants ?? [];
  const { variant, seed } = state.tabs.sheet;
  return h(
    "section",
    { key: "random" },
    h("h3", null, _("Deal one")),
    h(
      "form",
      {
        class: "row",
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          act.deals.deal();
        },
      },
      select(
        _("Game"),
        variant || (variants[0]?.code ?? ""),
        variants.map(({ code, name }) => [code, name]),
        (code) => act.deals.write({ variant: code }),
      ),
      h(
        "label",
        { class: "field" },
        h("span", null, _("Seed, for the same deal again")),
        h("input", {
          type: "text",
          inputmode: "numeric",
          autocomplete: "off",
          placeholder: _("any"),
          value: seed,
          oninput: (/** @type {Event} */ event) =>
            act.deals.write({ seed: /** @type {HTMLInputElement} */ (event.target).value }),
        }),
      ),
      h("button", { type: "submit", class: "button" }, _("Deal")),
    ),
    problemsAt(state, "random"),
  );
}

/** @param {State} state @param {Actions} act */
function samples(state, act) {
  return h(
    "section",
    { key: "samples", class: "wide" },
    h("h3", null, _("Sample deals")),
    h(
      "ul",
      { class: "samples" },
      (state.hello?.samples ?? []).map(({ id, name, deals }) =>
        h(
          "li",
          { key: id },
          h(
            "button",
            { type: "button", class: "entry", onclick: () => act.deals.openSample(id) },
            h("b", null, name),
            h("span", { class: "quiet" }, fill(ngettext("{number} deal", "{number} deals", deals), { number: deals })),
          ),
        ),
      ),
    ),
  );
}
