/** The bar below: going through the record, taking back, and who plays which seat. */

/** @import {State} from "../types.js" */
/** @import {Actions} from "../actions.js" */
/** @import {VNode} from "../dom.js" */
import { SEATS, seatTitle } from "../cards.js";
import { h } from "../dom.js";
import * as record from "../record.js";

/** @param {State} state @param {Actions} act @returns {VNode} */
export function view(state, act) {
  const { tree, settings } = state;
  const atStart = tree.at === record.ROOT;
  const atEnd = record.following(tree) === undefined;
  const { board, frame } = act;
  return h(
    "div",
    { class: "controls" },
    h(
      "div",
      { class: "steps", role: "group", "aria-label": "Steps" },
      step("first", "To the start", "Home", atStart, () => board.first()),
      step("back", "Step back", "←", atStart, () => board.back()),
      step("forward", "Step forward", "→", atEnd, () => board.forward()),
      step("end", "To the end", "End", atEnd, () => board.end()),
    ),
    step("undo", "Take back", "Backspace", atStart, () => board.takeBack(), "Take back"),
    h(
      "button",
      {
        type: "button",
        class: "button",
        title: "Play the best card (B)",
        onclick: () => act.play.best(),
      },
      "Best",
      h("span", { class: "word" }, "card"),
    ),
    h(
      "button",
      {
        type: "button",
        class: "button toggle",
        title: "Values (V)",
        "aria-pressed": !settings.hideValues,
        onclick: () => frame.toggleValues(),
      },
      "Values",
    ),
    playOn(state, act),
  );
}

/**
 * A button that stays in reach of Tab where it can do nothing, so that the focus stays too.
 *
 * @param {string} icon
 * @param {string} name
 * @param {string} key
 * @param {boolean} off
 * @param {() => void} go
 * @param {string} [word] shown beside the sign
 */
function step(icon, name, key, off, go, word) {
  return h(
    "button",
    {
      type: "button",
      class: `button ${icon}`,
      title: `${name} (${key})`,
      "aria-label": name,
      "aria-disabled": off ? "true" : null,
      onclick: () => off || go(),
    },
    h(
      "svg",
      { class: "icon", "aria-hidden": "true", focusable: "false" },
      h("use", { href: `#icon-${icon}` }),
    ),
    word ? h("span", { class: "word" }, word) : null,
  );
}

/** @param {State} state @param {Actions} act */
function playOn({ computer, settings }, act) {
  const open = settings.computer === "open";
  const seats = SEATS.filter((seat) => computer.seats[seat]);
  return h(
    "div",
    { class: "play-on" },
    h(
      "details",
      null,
      h("summary", { class: "button" }, seats.length ? `Computer ${seats.join(" ")}` : "Play on"),
      h(
        "fieldset",
        { class: "choices" },
        h("legend", null, "The computer plays"),
        SEATS.map((seat) =>
          h(
            "label",
            { key: seat },
            h("input", {
              type: "checkbox",
              checked: computer.seats[seat],
              onchange: (/** @type {Event} */ event) =>
                act.computer.setSeat(seat, /** @type {HTMLInputElement} */ (event.target).checked),
            }),
            ` ${seatTitle(seat)}`,
          ),
        ),
        h(
          "p",
          { class: "quiet" },
          open
            ? "One or two seats, each by its best guarantee."
            : "One or two seats, each from what it sees.",
        ),
      ),
    ),
    seats.length
      ? h(
          "button",
          {
            type: "button",
            class: "button",
            key: "pause",
            onclick: () => act.computer.pause(!computer.paused),
          },
          computer.paused ? "Continue" : "Pause",
        )
      : null,
  );
}
