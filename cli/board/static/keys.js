/** Keys that work wherever the focus is, except where they are needed for something else. */

/** @import {Store} from "./state.js" */
/** @import {Actions} from "./actions.js" */
import { rankTyped, suitTyped } from "./cards.js";
import { COMMANDS } from "./commands.js";
import { isRummy } from "./state.js";

const TYPING = 3000; // ms between suit and rank
const SOON = 400; // ms in which a second press at one place belongs to the first
const NEAR = 32; // CSS pixels: of a finger, and of a mouse that was not moved

/**
 * @param {Document} document
 * @param {Store} store
 * @param {Actions} act
 */
export function watchKeys(document, store, act) {
  let timer = 0;

  /** Remember what was typed of a card. @param {string} typed */
  function expect(typed) {
    clearTimeout(timer);
    act.frame.put({ typed });
    if (typed) {
      timer = setTimeout(() => act.frame.put({ typed: "" }), TYPING);
    }
  }

  /** Take a letter or figure as part of a card. @param {string} key */
  function spell(key) {
    const { typed } = store.state;
    const suit = suitTyped(key);
    const rank = typed.length > 1 ? (key === "0" ? "T" : undefined) : rankTyped(key);
    if (typed && rank) {
      expect("");
      act.board.choose(typed.charAt(0) + rank);
    } else if (suit) {
      expect(suit);
    } else if (typed && key === "1") {
      expect(`${typed.charAt(0)}1`);
    } else {
      return false;
    }
    return true;
  }

  document.addEventListener("keydown", (event) => {
    const { game, settings, sheet } = store.state;
    const lays = isRummy(store.state);
    const target = /** @type {HTMLElement} */ (event.target);
    const closes = event.key === "Escape" && document.querySelector(":popover-open"); // by the browser
    if ((sheet && sheet !== "edit") || takesKeys(target) || closes) {
      return;
    }
    if (undoes(event) && !sheet) {
      event.preventDefault();
      const work = lays ? act.rummy : act.keep;
      if (game.open) {
        act.game.takeBack();
      } else if (event.key.toLowerCase() === "y" || event.shiftKey) {
        work.redo();
      } else {
        work.undo();
      }
      return;
    }
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    const letter = event.key.length === 1 && event.key !== " ";
    const key = letter ? event.key.toLowerCase() : event.key.replace(" ", "Enter");
    if (key === "Enter" && target.closest("button, summary, a")) {
      return; // it is pressed
    }
    /** @param {string} name */
    const press = (name) => {
      const command = COMMANDS.find(({ key }) => key === name && (!sheet || key === "Escape"));
      const go = command?.anywhere ?? (game.open ? command?.table : !lays && command?.board);
      go && go(act);
      return Boolean(go);
    };
    const taken =
      walkHand(target, key, press) ||
      ((!letter || (settings.letters && !event.repeat)) && (spell(key) || press(key)));
    if (taken) {
      event.preventDefault();
    }
  });
}

/** What a button is, and where: the element may be another's by now. @param {Element} button */
const placed = (button) => button.outerHTML + JSON.stringify(button.getBoundingClientRect());

/**
 * At a table one press does one thing: what has come under the pointer or the focus since is not
 * meant by the second of two quick presses, nor by a key that is held. What lay there at the first
 * is meant, as are cards that are chosen, which stay: two neighbours on a telephone are quickly pressed.
 *
 * @param {Document} document
 */
export function watchPresses(document) {
  /** @type {string[]} the buttons there were at the first press */
  let there = [];
  let [time, x, y] = [-SOON, 0, 0];

  /** @param {Event} event @param {boolean} again */
  function stop(event, again) {
    if (again && /** @type {Element} */ (event.target).closest(".card, .asks, .controls > :not(.folds)")) {
      event.preventDefault();
      event.stopPropagation();
    }
  }

  document.addEventListener(
    "keydown",
    (event) => stop(event, event.repeat && event.key === "Enter"),
    true,
  );
  document.addEventListener(
    "click",
    (event) => {
      const button = /** @type {Element} */ (event.target).closest("button");
      const again =
        event.detail > 0 && // by a pointer
        event.timeStamp - time < SOON &&
        Math.hypot(event.x - x, event.y - y) < (event.pointerType === "mouse" ? NEAR / 4 : NEAR);
      if (!again) {
        there = [...document.querySelectorAll("button")].map(placed);
      } else if (button && !button.hasAttribute("aria-pressed")) {
        stop(event, !there.includes(placed(button)));
      }
      [time, x, y] = [event.timeStamp, event.x, event.y];
    },
    true,
  );
}

/**
 * A card is dragged, too: to the felt, in rummy to any pile. There a finger rests on it first, else it scrolls.
 *
 * @param {Document} document
 * @param {Actions} act
 */
export function watchDrags(document, act) {
  /** @type {any} the card held, or dragged last; in rummy a likeness of it, which no pile cuts off */
  let card = null;
  let [x, y, held, moved, timer] = [0, 0, false, false, 0];

  /** @param {string} to */
  const lift = (to) => card && (card.style.translate = to);

  function pick() {
    held = true;
    if (card.matches("[data-from]:not(.lifted)")) {
      const { left, top, width, height } = card.getBoundingClientRect();
      card = card.parentElement.appendChild(card.cloneNode(true));
      card.classList.add("lifted");
      card.style = `left: ${left}px; top: ${top}px; width: ${width}px; height: ${height}px`;
    }
  }

  /** @param {PointerEvent} event */
  function drop({ type, x, y }) {
    clearTimeout(timer);
    const there = type === "pointerup" && held && moved && document.elementsFromPoint(x, y).find((element) => element.matches(".felt, [data-pile]"));
    there || lift("");
    card?.matches(".lifted") && card.remove();
    there && (card.dataset.from ? act.rummy.move(card.dataset.from, Number(there.getAttribute("data-pile"))) : act.board.choose(card.dataset.card));
    held = false;
  }

  document.addEventListener("pointerdown", (event) => {
    drop(event);
    card = /** @type {Element} */ (event.target).closest(".table .card.legal:not([aria-pressed]), [data-from]");
    const rests = event.pointerType === "touch" && card?.dataset.from;
    [x, y, held, moved] = [event.x, event.y, event.isPrimary && card !== null && !rests, false];
    timer = rests ? setTimeout(pick, SOON) : 0;
  });
  document.addEventListener("pointermove", (event) => {
    const by = [event.x - x, event.y - y];
    moved ||= held && Math.hypot(...by) > NEAR / 4;
    if (held && moved) {
      pick();
      lift(by.map((pixels) => `${pixels}px`).join(" "));
    }
  });
  document.addEventListener("touchmove", (event) => held && event.preventDefault(), { passive: false });
  document.addEventListener("pointerup", drop);
  document.addEventListener("pointercancel", drop);
  document.addEventListener("click", (event) => moved && event.detail && event.stopPropagation(), true);
}

/** Whether it is Ctrl-Z, Ctrl-Y or the like. @param {KeyboardEvent} event */
const undoes = (event) =>
  (event.ctrlKey || event.metaKey) && !event.altKey && /^[zy]$/i.test(event.key);

/** Whether an element needs letters and arrows itself. @param {HTMLElement} element */
function takesKeys(element) {
  const free = element instanceof HTMLInputElement && ["checkbox", "button"].includes(element.type);
  return !free && (element.isContentEditable || element.matches("input, textarea, select"));
}

/**
 * Within a hand: left and right from card to card, up and down through the record.
 *
 * @param {HTMLElement} element
 * @param {string} key
 * @param {(key: string) => boolean} press
 */
function walkHand(element, key, press) {
  const hand = element.closest("[data-seat]");
  if (!hand || !element.dataset["card"]) {
    return false;
  }
  const cards = /** @type {HTMLElement[]} */ ([...hand.querySelectorAll("[data-card]")]);
  const at = cards.indexOf(element);
  if (key === "ArrowLeft" || key === "ArrowRight") {
    cards[at + (key === "ArrowLeft" ? -1 : 1)]?.focus();
    return true;
  }
  return press({ ArrowUp: "ArrowLeft", ArrowDown: "ArrowRight" }[key] ?? "");
}
