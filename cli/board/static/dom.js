/**
 * Views as plain values, and the one place that turns them into elements.
 *
 * Text reaches the page only as text nodes and attributes: names and comments of a file
 * cannot become markup. What stays the same is left alone, so that focus, selection and
 * scroll survive.
 */

/** @typedef {(event: any) => void} Handler */
/** @typedef {string | number | boolean | null | undefined | Handler | Record<string, string>} Prop */
/** @typedef {Record<string, Prop>} Props */
/**
 * @typedef {object} VNode an element, or where `tag` is "" a text
 * @property {string} tag
 * @property {string} key
 * @property {Props} props
 * @property {VNode[]} children
 * @property {string} text
 * @property {Node | null} node it has become
 */

/** @typedef {VNode | string | number | false | null | undefined} Child */
/** @typedef {Child | Child[] | Child[][]} Children */

const SVG = "http://www.w3.org/2000/svg";

/** Read and written as properties: the attribute is only where they start. */
const PROPERTIES = new Set(["value", "checked", "selected", "indeterminate"]);

/**
 * Return an element to be.
 *
 * `class` and attributes as in HTML, `onclick` and the like functions, `style` an object of
 * properties, `hook` a function that is given the element once it stands in the page. A
 * child keeps its element while its `key` (else its place among the arguments) and its tag
 * stay; what is false or null leaves its place empty. Children in an array need keys if
 * their order changes.
 *
 * @param {string} tag
 * @param {Props | null} [props]
 * @param {...Children} children
 * @returns {VNode}
 */
export function h(tag, props, ...children) {
  const key = props?.["key"];
  return {
    tag,
    key: key === undefined || key === null ? "" : `k${key}`,
    props: props ?? {},
    children: children.flatMap((child, place) => placed(child, `${place}`)),
    text: "",
    node: null,
  };
}

/**
 * @param {Children} child
 * @param {string} place
 * @returns {VNode[]}
 */
function placed(child, place) {
  if (Array.isArray(child)) {
    return child.flatMap((item, index) => placed(item, `${place}.${index}`));
  }
  if (child === false || child === null || child === undefined) {
    return [];
  }
  if (typeof child === "object") {
    return [child.key ? child : { ...child, key: place }];
  }
  return [{ tag: "", key: place, props: {}, children: [], text: `${child}`, node: null }];
}

/** @type {WeakMap<Element, VNode[]>} */
const shown = new WeakMap();

/** @type {(() => void)[]} */
let hooks = [];

/**
 * Make the children of `root` those of the view, changing as little as possible.
 *
 * @param {Element} root
 * @param {Children} view
 */
export function patch(root, view) {
  const focused = document.activeElement;
  const next = placed(view, "0");
  children(root, shown.get(root) ?? [], next);
  shown.set(root, next);
  if (focused instanceof HTMLElement && focused.isConnected && document.activeElement !== focused) {
    focused.focus({ preventScroll: true }); // it was moved, which takes the focus away
  }
  const due = hooks;
  hooks = [];
  due.forEach((hook) => hook());
}

/**
 * @param {Element} parent
 * @param {VNode[]} before
 * @param {VNode[]} after
 */
function children(parent, before, after) {
  const old = new Map(before.map((child) => [`${child.key} ${child.tag}`, child]));
  /** @type {(VNode | undefined)[]} */
  const kept = after.map((child) => {
    const name = `${child.key} ${child.tag}`;
    const match = old.get(name);
    old.delete(name);
    return match;
  });
  const stays = new Set(kept);
  // First away with what goes: then nothing that stays has to move.
  before
    .filter((child) => !stays.has(child))
    .forEach((child) => /** @type {ChildNode} */ (child.node).remove());
  let place = parent.firstChild;
  after.forEach((child, index) => {
    const node = update(parent, kept[index], child);
    if (node === place) {
      place = node.nextSibling;
    } else {
      parent.insertBefore(node, place);
    }
  });
}

/**
 * @param {Element} parent
 * @param {VNode | undefined} before
 * @param {VNode} after
 * @returns {Node}
 */
function update(parent, before, after) {
  if (before === after && after.node) {
    return after.node; // a view that was kept: nothing in it has changed
  }
  if (!after.tag) {
    const node = before?.node ?? document.createTextNode(after.text);
    if (before && before.text !== after.text) {
      node.nodeValue = after.text;
    }
    after.node = node;
    return node;
  }
  const node = before?.node ?? create(parent, after);
  after.node = node;
  const element = /** @type {Element} */ (node);
  // The children first: a <select> can only be given the value of an option it has.
  children(element, before?.children ?? [], after.children);
  properties(element, before?.props ?? {}, after.props);
  const hook = after.props["hook"];
  if (!before && typeof hook === "function") {
    hooks.push(() => hook(element));
  }
  return node;
}

/**
 * @param {Element} parent
 * @param {VNode} child
 * @returns {Element}
 */
function create(parent, child) {
  return child.tag === "svg" || parent.namespaceURI === SVG
    ? document.createElementNS(SVG, child.tag)
    : document.createElement(child.tag);
}

/**
 * @param {Element} element
 * @param {Props} before
 * @param {Props} after
 */
function properties(element, before, after) {
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const value = after[name];
    if (name === "key" || name === "hook") {
      continue;
    }
    if (name.startsWith("on")) {
      /** @type {any} */ (element)[name] = value ?? null;
    } else if (name === "style") {
      styles(/** @type {HTMLElement} */ (element), before[name], value);
    } else if (PROPERTIES.has(name)) {
      const owner = /** @type {any} */ (element);
      // What is being written stays until it is done, whatever is drawn meanwhile.
      const written = "selectionStart" in owner && owner === document.activeElement;
      if (owner[name] !== value && !(written && value === before[name])) {
        owner[name] = value ?? "";
      }
    } else if (value !== before[name]) {
      attribute(element, name, value);
    }
  }
}

/**
 * @param {Element} element
 * @param {string} name
 * @param {Prop} value
 */
function attribute(element, name, value) {
  const aria = name.startsWith("aria-");
  if (value === null || value === undefined || value === "" || (value === false && !aria)) {
    element.removeAttribute(name);
  } else {
    element.setAttribute(name, value === true && !aria ? "" : `${value}`);
  }
}

/**
 * @param {HTMLElement} element
 * @param {Prop} before
 * @param {Prop} after
 */
function styles(element, before, after) {
  const old = /** @type {Record<string, string>} */ (before ?? {});
  const now = /** @type {Record<string, string>} */ (after ?? {});
  for (const name of Object.keys(old)) {
    if (!(name in now)) {
      element.style.removeProperty(name);
    }
  }
  for (const [name, value] of Object.entries(now)) {
    if (old[name] !== value) {
      element.style.setProperty(name, value);
    }
  }
}
