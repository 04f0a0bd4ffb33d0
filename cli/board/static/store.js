/** The state of the page: one object, changed in one way, drawn once a frame. */

/**
 * @template S
 * @typedef {object} Store
 * @property {S} state to be read; written only by `change`
 * @property {(fn: (state: S) => void) => void} change
 * @property {(draw: (state: S) => void) => void} watch
 */

/**
 * Return a store. Changes of one frame are drawn together.
 *
 * @template S
 * @param {S} state
 * @returns {Store<S>}
 */
export function makeStore(state) {
  /** @type {((state: S) => void)[]} */
  const watchers = [];
  let due = false;

  function draw() {
    due = false;
    watchers.forEach((watcher) => watcher(state));
  }

  function later() {
    if (!due) {
      due = true;
      requestAnimationFrame(draw);
    }
  }

  return {
    state,
    change(fn) {
      fn(state);
      later();
    },
    watch(watcher) {
      watchers.push(watcher);
      later();
    },
  };
}
