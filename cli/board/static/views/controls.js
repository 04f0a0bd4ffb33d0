/** @import {State} from "../types.js" */
/** @import {Actions} from "../actions.js" */
/** @import {VNode} from "../dom.js" */
import { h } from "../dom.js";

/** @param {State} _state @param {Actions} _act @returns {VNode | null} */
export function view(_state, _act) {
  return h("p", null, "controls");
}
