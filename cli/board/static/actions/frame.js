/** Tabs, sheets, settings and the status line. */

/** @import {Card, Seat} from "../messages.js" */
/** @import {Settings, Sheet, Tab} from "../types.js" */
import { _ } from "../language.js";
import { remember } from "../kept.js";
import { Part } from "./part.js";

export class FrameActions extends Part {
  /** @param {Tab} tab */
  showTab(tab) {
    const before = this.state.tab;
    this.store.change((s) => {
      s.tab = tab;
    });
    if (tab === "exchange" && before !== tab) {
      this.act.exchange.enter();
    } else if (before === "exchange" && before !== tab) {
      this.act.exchange.leave();
    }
  }

  /** @param {Sheet} sheet */
  openSheet(sheet) {
    this.store.change((s) => {
      s.sheet = sheet;
    });
    if (sheet === "sit") {
      this.act.game.recallForm();
      this.act.game.list();
    }
    if (sheet === "edit" || sheet === "setup") {
      this.act.draft.begin(sheet === "edit" ? this.act.draft.onTable() : "dealt");
    }
  }

  closeSheet() {
    this.store.change((s) => {
      s.sheet = null;
    });
  }

  /** Put a sentence into the status line. @param {string} text */
  say(text) {
    this.store.change((s) => {
      s.said = text;
    });
  }

  /** Take away what was said beside a card. */
  clear() {
    this.store.change((s) => {
      s.why = null;
      s.typed = "";
    });
  }

  /** Show what was typed of a card so far. @param {string} typed */
  type(typed) {
    this.store.change((s) => {
      s.typed = typed;
    });
  }

  /** @param {Partial<Settings>} some */
  async set(some) {
    this.store.change((s) => {
      s.settings = { ...s.settings, ...some };
    });
    const kept = remember("settings", this.state.settings);
    if ("language" in some) {
      await kept;
      location.reload(); // all that is shown comes anew
    }
    if ("hideValues" in some) {
      this.act.board.look();
    }
  }

  toggleValues() {
    const hideValues = !this.state.settings.hideValues;
    this.set({ hideValues });
    this.say(hideValues ? _("Values hidden.") : _("Values shown."));
  }

  /** Put a seat at the bottom, or leave it where it comes. @param {Seat} seat */
  putBelow(seat) {
    this.store.change((s) => {
      s.bottom = s.bottom === seat ? null : seat;
    });
  }

  /** Cover a hand, or turn it over. @param {Seat} seat */
  cover(seat) {
    this.store.change((s) => {
      s.hidden = { ...s.hidden, [seat]: !s.hidden[seat] };
    });
  }

  /** Have Tab lead to this card of a hand or group. @param {string} group @param {Card} card */
  rove(group, card) {
    if (this.state.roving[group] !== card) {
      this.store.change((s) => {
        s.roving[group] = card;
      });
    }
  }
}
