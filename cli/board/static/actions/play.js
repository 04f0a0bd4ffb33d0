/** Playing a card: what a click on one means, and why it may not be played. */

/** @import {Card} from "../messages.js" */
import { cardName } from "../cards.js";
import { _ } from "../language.js";
import * as record from "../record.js";
import { sentence } from "../sentences.js";
import { mode } from "../state.js";
import { Part } from "./part.js";

export class PlayActions extends Part {
  /** Cards typed before their place was there, the first of them at `at`. */
  #early = { at: "", cards: /** @type {Card[]} */ ([]) };

  /** What a click on a card means now. @param {Card} card */
  choose(card) {
    const now = mode(this.state);
    if (this.state.game.open) {
      this.act.game.choose(card);
    } else if (now === "exchange") {
      this.act.exchange.putDown(card);
    } else if (now === "train") {
      this.act.train.tryCard(card);
    } else {
      this.card(card);
    }
  }

  /** Play a card, or say why it may not be played. @param {Card} card */
  card(card) {
    const { shown, waiting, tree } = this.state;
    if (!shown) {
      return;
    }
    if (waiting) {
      const at = record.line(tree);
      const cards = this.#early.at === at ? this.#early.cards : [];
      this.#early = { at, cards: [...cards, card] };
    } else if (shown.position.legal.includes(card)) {
      this.act.board.playCards([card]);
    } else {
      this.explain(card);
    }
  }

  /** Play the next of the cards typed early, if its place has come; the others wait for theirs. */
  playEarly() {
    const [card, ...cards] = this.#early.at === record.line(this.state.tree) ? this.#early.cards : [];
    if (card) {
      this.choose(card);
      this.#early = { at: record.line(this.state.tree), cards: this.state.waiting ? cards : [] };
    }
  }

  /** Say why a card may not be played. @param {Card} card */
  explain(card) {
    const given = this.state.shown?.position.why[card];
    this.refuse(
      card,
      given ? sentence(given) : _("The {card} is not held any more.", { card: cardName(card) }),
    );
  }

  /** Say beside a card why it is not played. @param {Card} card @param {string} text */
  refuse(card, text) {
    this.put({ why: { card, text }, said: text });
  }

  /** Have the best card found and played. */
  best() {
    const { shown, waiting } = this.state;
    if (mode(this.state) !== "play") {
      this.say(_("The best card is not told here."));
    } else if (shown?.position.contract === null) {
      this.say(_("Name a contract first."));
    } else if (shown?.position.over) {
      this.say(_("All cards have been played."));
    } else if (shown?.position.to_play && !waiting) {
      this.say(_("Looking for the best card …"));
      this.#findBest();
    }
  }

  /** Ask for the best card and play it; where one has gone elsewhere meanwhile it is dropped. */
  #findBest() {
    const { deal, tree } = this.state;
    if (!deal) {
      return;
    }
    const fields = { deal: deal.deal, played: record.cards(tree) };
    this.talk.ask("move", fields, ({ card, error }) => {
      if (error) {
        this.tell(error);
      } else if (card) {
        this.act.board.playCards([card]);
      }
    });
  }
}
