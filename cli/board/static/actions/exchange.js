/** The exchange: who exchanges, what is put down, and what comes of it. */

/** @import {Adopted, Card, ExchangeFound, Seat} from "../messages.js" */
/** @import {Word} from "../language.js" */
/** @import {ExchangeState} from "../types.js" */
import { cardsOf, seatNamed, toggled, trumpWord } from "../cards.js";
import { _, ngettext } from "../language.js";
import * as record from "../record.js";
import { mode, seatsBefore, seatsOf } from "../state.js";
import { Part } from "./part.js";

/** @extends {Part<ExchangeState>} */
export class ExchangeActions extends Part {
  get mine() {
    return this.state.exchange;
  }

  /** Where the board stood before the tab had it show the hands dealt. */
  #left = { deal: /** @type {Adopted | null} */ (null), at: record.ROOT };

  /** Begin with the deal on the board when the tab is first seen with it. */
  follow() {
    const { deal, tab } = this.state;
    if (tab === "exchange" && deal && this.mine.deal !== deal && mode(this.state) !== "train") {
      if (deal.no_exchange) {
        this.write({ deal, seat: null });
        return;
      }
      this.enter();
      this.choose(deal, deal.can_exchange[0] ?? seatsOf(this.state)[0]);
    }
  }

  /** Show the hands before the play as long as the tab is looked at. */
  enter() {
    const { deal, tree } = this.state;
    if (deal && !deal.no_exchange && tree.at !== record.ROOT && mode(this.state) !== "train") {
      this.#left = { deal, at: tree.at };
      this.act.board.step("first");
    }
  }

  /** Go back to where the board stood, unless it has been taken elsewhere since. */
  leave() {
    const { deal, tree } = this.state;
    const { deal: left, at } = this.#left;
    this.#left = { deal: null, at: record.ROOT };
    if (deal && deal === left && tree.at === record.ROOT && tree.places.has(at)) {
      this.act.board.jump(at);
    }
  }

  /** @param {Adopted} deal @param {Seat} seat */
  choose(deal, seat) {
    const dealt = cardsOf(deal.deal.hands[seatsBefore(this.state, seat).length] ?? "");
    const hand = deal.put_away?.held[seat] ?? dealt;
    this.ask({ deal, seat, hand, contract: null, down: [] });
  }

  /** Put a card down, or take it up again. @param {Card} card */
  putDown(card) {
    const { hand, down } = this.mine;
    if (hand.includes(card)) {
      this.putDownAll(toggled(down, card));
    }
  }

  /**
   * @param {Card[]} cards in place of those put down before
   * @param {string | null} contract the trump for them
   */
  putDownAll(cards, contract = this.mine.contract) {
    const found = this.state.asked.exchange?.found;
    this.ask({ down: cards, contract }, found && { ...found, trial: null }); // that was of other cards
  }

  /**
   * Put the deal on the board as it is after this exchange, to be played, or for the next
   * seat to exchange. As in the values shown, those who exchange later have not done so yet.
   *
   * @param {Seat | null} next
   */
  take(next) {
    const { deal, seat, down } = this.mine;
    const { exchange: asked } = this.state.asked;
    if (!deal || !seat) {
      return;
    }
    const { play, result: _result, discard = {}, ...rest } = deal.deal;
    const named = deal.put_away && { contract: asked?.found?.trial?.contract ?? "", declarer: seat };
    const earlier = seatsBefore(this.state, seat).filter((each) => discard[each]);
    const kept = Object.fromEntries(earlier.map((each) => [each, discard[each]]));
    const recorded = Boolean(play) || Object.keys(discard).length > earlier.length;
    this.act.deals.adopt(
      recorded ? null : deal, // a record stays in the file
      { ...rest, ...named, discard: { ...kept, [seat]: down } },
      (made) => {
        if (next) {
          this.choose(made, next);
        } else {
          this.act.frame.showTab("values");
        }
        const parts = { seat: seatNamed(seat), number: down.length };
        this.say(
          named
            ? _("{seat:The} puts {number} cards away and names {trump}.", {
                ...parts,
                trump: trumpWord(named.contract),
              })
            : exchanges(parts),
        );
      },
    );
  }

  /** @param {Partial<ExchangeState>} some @param {ExchangeFound | null} [found] before */
  ask(some, found) {
    this.write(some);
    const { deal, seat, open, contract, down } = this.mine;
    if (deal && seat) {
      const fields = { deal: deal.deal, seat, open, discards: down, contract };
      this.search("exchange", deal, fields, ({ exchange }) => exchange, found);
    }
  }
}

/** @param {{seat: Word, number: number}} parts */
const exchanges = (parts) =>
  parts.number
    ? ngettext("{seat:The} exchanges one card.", "{seat:The} exchanges {number} cards.", parts.number, parts)
    : _("{seat:The} stands pat.", parts);
