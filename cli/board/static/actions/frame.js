/** Tabs, sheets, settings and the status line. */

/** @import {Card} from "../messages.js" */
/** @import {Settings, Sheet, Tab} from "../types.js" */
import { _ } from "../language.js";
import { recall, remember } from "../kept.js";
import { Part } from "./part.js";

export class FrameActions extends Part {
  /** @param {Tab} tab */
  showTab(tab) {
    this.closeSheet();
    this.beginAt(tab);
  }

  /** Show a tab below what has been opened by then. @param {Tab} tab */
  beginAt(tab) {
    this.put({ tab });
    this.act.exchange.write({ left: false });
    tab === "rummy" && this.act.rummy.begin();
    if (tab === "start") {
      this.act.game.list();
      this.state.game.open && this.act.game.show(false);
    }
    this.act.board.showAddress();
  }

  /** @param {Sheet} sheet */
  openSheet(sheet) {
    this.put({ sheet, said: "" });
    this.act.deals.write({ spot: null, problems: [] }); // of what was tried before
    if (sheet === "edit" || sheet === "setup") {
      this.act.draft.begin(sheet === "edit" ? this.act.draft.onTable() : "dealt");
    }
  }

  /** Close it, and take away what was said beside a card. */
  closeSheet() {
    this.put({ sheet: null, why: null, typed: "" });
  }

  /** @param {Partial<Settings>} some */
  async set(some) {
    this.put({ settings: { ...this.state.settings, ...some } });
    const kept = remember("settings", { ...recall("settings", {}), ...some });
    if ("language" in some) {
      await kept;
      location.reload(); // all that is shown comes anew
    }
    "hideValues" in some && this.act.board.look();
  }

  toggleValues() {
    const hideValues = !this.state.settings.hideValues;
    this.set({ hideValues });
    this.say(hideValues ? _("Values hidden.") : _("Values shown."));
  }

  /** Have Tab lead to this card of a hand or group. @param {string} group @param {Card} card */
  rove(group, card) {
    const { roving } = this.state;
    roving[group] === card || this.put({ roving: { ...roving, [group]: card } });
  }
}
