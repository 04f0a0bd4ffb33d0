/**
 * Views as plain values, which Preact turns into elements.
 *
 * Text reaches the page only as text nodes and attributes: names and comments of a file
 * cannot become markup.
 */

import { h as element, render as preact } from "./vendor/preact.js";

/** @typedef {(event: any) => void} Handler */
/** @typedef {string | number | boolean | null | undefined | Handler} Prop */
/** @typedef {Record<string, Prop | Prop[] | Record<string, string>>} Props */
/** @typedef {{type: string, key: unknown, props: Props}} VNode */
/** @typedef {VNode | string | number | boolean | null | undefined} Child */
/** @typedef {Child | Child[]} Few */
/** @typedef {Few | Few[]} Several */
/** @typedef {Several | Several[]} Children in arrays, one in another */

/**
 * Return an element to be: `h("p.quiet", text)`.
 *
 * Classes stand after the tag; more of them, where they depend on something, in `class`, which
 * may be a list with false in it.
 * Attributes are as in HTML, `onclick` and the like functions, `ref` a function that is given
 * the element once it stands in the page. What is false or null leaves its place empty.
 * Children in an array need a `key` if their order changes.
 *
 * @type {((tag: string, props: Props | null, ...children: Children[]) => VNode)
 *   & ((tag: string, ...children: Children[]) => VNode)}
 */
export const h = (/** @type {string} */ selector, /** @type {any[]} */ ...rest) => {
  const [tag, ...classes] = selector.split(".");
  const props = rest[0]?.constructor === Object ? { ...rest.shift() } : {};
  const all = [...classes, props.class].flat().filter(Boolean);
  if (all.length) {
    props.class = all.join(" ");
  }
  if (tag === "button") {
    props.type ??= "button"; // not to submit
  }
  return element(tag, props, ...rest);
};

/** @type {MutationRecord[]} what others have done to the page since it was drawn */
const foreign = [];
const watching = new MutationObserver((records) => foreign.push(...records));
const ALL = { childList: true, subtree: true, characterData: true, characterDataOldValue: true };

/** Take back what others have done to it, as those who translate pages: Preact knows its own nodes. */
function restore() {
  foreign.push(...watching.takeRecords());
  for (const { target, addedNodes, removedNodes, nextSibling, oldValue } of foreign.splice(0).reverse()) {
    target.nodeValue = oldValue; // of elements there is none
    addedNodes.forEach((node) => target.removeChild(node));
    removedNodes.forEach((node) => target.insertBefore(node, nextSibling));
  }
}

/**
 * Make the children of `root` those of the view; what stays has its focus again if it was moved.
 *
 * @param {HTMLElement} root
 * @param {Children} view
 */
export function render(root, view) {
  const focused = document.activeElement;
  restore();
  preact(view, root);
  watching.takeRecords();
  watching.observe(root, ALL);
  if (focused instanceof HTMLElement && document.activeElement === document.body) {
    focused.focus({ preventScroll: true });
  }
}
