/**
 * The record of a deal: a tree of plays, of which the first continuation is the main line.
 *
 * Every function returns a new tree. Whether a card may be played is not asked here.
 */

/** @import {Adopted, Card, Move} from "./messages.js" */
/** @import {Place, Tree} from "./types.js" */

export const ROOT = 0;

const VARIATION = "Variation";
const REMARK = "Remark";

/**
 * The record that came with a deal, its variations and remarks included; at the start.
 *
 * @param {Adopted} deal
 * @returns {Tree}
 */
export function of({ moves, variations = [], remarks = [] }) {
  let tree = start(moves);
  for (const line of variations) {
    tree = line.reduce((here, move) => play(here, move.card, { move }), first(tree));
  }
  for (const { played, mark, comment } of remarks) {
    const there = playAll(first(tree), played);
    tree = remark(there, there.at, { mark, comment });
  }
  return { ...tree, at: ROOT, last: new Map(), changes: 0 };
}

/** @param {Move[]} moves @returns {Tree} at the start of a recorded play */
export function start(moves = []) {
  /** @type {Map<number, Place>} */
  const places = new Map([[ROOT, { id: ROOT, up: -1, card: "", move: null, next: [], recorded: true }]]);
  let tree = /** @type {Tree} */ ({ places, at: ROOT, last: new Map(), made: ROOT, changes: 0 });
  for (const move of moves) {
    tree = play(tree, move.card, { move, recorded: true });
  }
  return { ...tree, at: ROOT, changes: 0 };
}

/** @param {Tree} tree @param {number} id a place of it */
export const place = (tree, id = tree.at) => /** @type {Place} */ (tree.places.get(id));

/**
 * The places from the first card to `id`.
 *
 * @param {Tree} tree
 * @param {number} id
 * @returns {Place[]}
 */
export function path(tree, id = tree.at) {
  const places = [];
  for (let here = place(tree, id); here.id !== ROOT; here = place(tree, here.up)) {
    places.push(here);
  }
  return places.reverse();
}

/** The cards played up to `id`. @param {Tree} tree @param {number} id @returns {Card[]} */
export function cards(tree, id = tree.at) {
  return path(tree, id).map((here) => here.card);
}

/** What tells where one is from all else in a deal: the number of a place undone is used again. @param {Tree} tree */
export const line = (tree) => `${cards(tree)}`;

/** The places of the main line. @param {Tree} tree @param {number} from @returns {Place[]} */
export function mainLine(tree, from = ROOT) {
  const places = [];
  for (let next = place(tree, from).next[0]; next !== undefined; next = place(tree, next).next[0]) {
    places.push(place(tree, next));
  }
  return places;
}

/**
 * Play a card: a new place, a branch if another card was played before, or the place that is
 * there already.
 *
 * @param {Tree} tree
 * @param {Card} card
 * @param {{move?: Move | null, recorded?: boolean}} [known]
 * @returns {Tree}
 */
export function play(tree, card, { move = null, recorded = false } = {}) {
  const here = place(tree);
  const there = here.next.find((id) => place(tree, id).card === card);
  if (there !== undefined) {
    return jump(tree, there);
  }
  const id = tree.made + 1;
  const places = new Map(tree.places);
  places.set(here.id, { ...here, next: [...here.next, id] });
  places.set(id, { id, up: here.id, card, move, next: [], recorded });
  return jump({ ...tree, places, made: id, changes: tree.changes + 1 }, id);
}

/** @param {Tree} tree @param {Card[]} played one after the other @returns {Tree} */
export const playAll = (tree, played) => played.reduce((here, card) => play(here, card), tree);

/**
 * Go to a place; stepping forward follows the way last gone.
 *
 * @param {Tree} tree
 * @param {number} id
 * @returns {Tree}
 */
export function jump(tree, id) {
  const last = new Map(tree.last);
  path(tree, id).forEach((here) => last.set(here.up, here.id));
  return { ...tree, at: id, last };
}

/** @param {Tree} tree @returns {Tree} */
export function back(tree) {
  const { up } = place(tree);
  return up < ROOT ? tree : { ...tree, at: up };
}

/** @param {Tree} tree @param {number} id @returns {number | undefined} */
export function following(tree, id = tree.at) {
  return tree.last.get(id) ?? place(tree, id).next[0];
}

/** @param {Tree} tree @returns {Tree} */
export function forward(tree) {
  const next = following(tree);
  return next === undefined ? tree : { ...tree, at: next };
}

/** @param {Tree} tree @returns {Tree} */
export function first(tree) {
  return { ...tree, at: ROOT };
}

/** The end of the line one is on. @param {Tree} tree @returns {Tree} */
export function end(tree) {
  let at = tree.at;
  for (let next = following(tree, at); next !== undefined; next = following(tree, at)) {
    at = next;
  }
  return { ...tree, at };
}

/**
 * Take a card back with all that followed it, and stand before it. What came with the deal
 * is only left, not taken away.
 *
 * @param {Tree} tree
 * @param {number} id
 * @returns {Tree}
 */
export function takeBack(tree, id = tree.at) {
  const gone = place(tree, id);
  if (gone.id === ROOT) {
    return tree;
  }
  const stood = path(tree).some((here) => here.id === id);
  const left = { ...tree, at: stood ? gone.up : tree.at };
  if (gone.recorded) {
    return left;
  }
  const places = new Map(tree.places);
  const last = new Map(tree.last);
  const up = place(tree, gone.up);
  places.set(up.id, { ...up, next: up.next.filter((next) => next !== id) });
  if (last.get(up.id) === id) {
    last.delete(up.id);
  }
  const doomed = [id];
  for (let next = doomed.pop(); next !== undefined; next = doomed.pop()) {
    doomed.push(...(places.get(next)?.next ?? []));
    places.delete(next);
    last.delete(next);
  }
  return { ...left, places, last, changes: tree.changes + 1 };
}

/**
 * Make the line through `id` the main line.
 *
 * @param {Tree} tree
 * @param {number} id
 * @returns {Tree}
 */
export function promote(tree, id) {
  const places = new Map(tree.places);
  for (const here of path(tree, id)) {
    const up = /** @type {Place} */ (places.get(here.up));
    places.set(up.id, { ...up, next: [here.id, ...up.next.filter((next) => next !== here.id)] });
  }
  return { ...tree, places, changes: tree.changes + 1 };
}

/**
 * Mark a card, or say something of it.
 *
 * @param {Tree} tree
 * @param {number} id
 * @param {{mark?: string, comment?: string}} some
 * @returns {Tree}
 */
export function remark(tree, id, some) {
  const places = new Map(tree.places);
  places.set(id, { ...place(tree, id), ...some });
  return { ...tree, places, changes: tree.changes + 1 };
}

/**
 * The tags of a deal, of which some hold the variations and remarks of its record.
 *
 * @param {Tree} tree
 * @param {string[][]} given those there were
 * @returns {any}
 */
export function tags(tree, given) {
  const all = [...tree.places.values()];
  /** @param {Place} here */
  const line = ({ id }) => cards(tree, id).join(" ");
  const main = mainLine(tree).at(-1)?.id ?? ROOT;
  return [
    ...given.filter(([name = ""]) => ![VARIATION, REMARK].includes(name)),
    ...all.flatMap((here) => (here.next.length || here.id === main ? [] : [[VARIATION, line(here)]])),
    ...all.flatMap((here) => {
      const text = [here.mark, here.comment].filter(Boolean).join(" ");
      return text ? [[REMARK, `${line(here)}: ${text}`]] : [];
    }),
  ];
}

/**
 * Note what the service said of the cards up to here.
 *
 * @param {Tree} tree
 * @param {Move[]} moves
 * @returns {Tree}
 */
export function learn(tree, moves) {
  const places = new Map(tree.places);
  path(tree).forEach((here, index) => {
    const move = moves[index];
    if (move && move.card === here.card) {
      places.set(here.id, { .../** @type {Place} */ (places.get(here.id)), move });
    }
  });
  return { ...tree, places };
}
