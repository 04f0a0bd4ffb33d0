/** The exchange: who exchanges, what is put down, and what comes of it. */

/** @import {Adopted, Card, ExchangeFound, Seat} from "../messages.js" */
/** @import {ExchangeState} from "../types.js" */
import { seatNamed, toggled, trumpWord } from "../cards.js";
import { _, ngettext } from "../language.js";
import { seatsOf, training } from "../state.js";
import { Part } from "./part.js";

/** @extends {Part<ExchangeState>} */
export class ExchangeActions extends Part {
  /** Begin with the deal on the board when the tab is first seen with it. */
  follow() {
    const { deal, tab, shown } = this.state;
    if (tab === "exchange" && deal && shown && this.mine.deal !== deal && !training(this.state)) {
      deal.no_exchange
        ? this.write({ deal, seat: null, view: null })
        : this.choose(deal, deal.can_exchange[0] ?? shown.position.seats[0]);
    }
  }

  /** @param {Adopted} deal @param {Seat} seat */
  choose(deal, seat) {
    this.ask({ deal, seat, view: null, contract: null, down: [] });
  }

  /** Put a card down, or take it up again. @param {Card} card */
  putDown(card) {
    const { view, down } = this.mine;
    view?.free.includes(card) && this.putDownAll(toggled(down, card));
  }

  /**
   * @param {Card[]} cards in place of those put down before
   * @param {string | null} contract the trump for them
   */
  putDownAll(cards, contract = this.mine.contract) {
    const before = this.state.asked.exchange?.found;
    this.ask({ down: cards, contract }, before && { ...before, trial: null }); // that was of other cards
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
    const seats = seatsOf(this.state);
    const earlier = seats.slice(0, seats.indexOf(seat)).filter((other) => discard[other]);
    const kept = Object.fromEntries(earlier.map((other) => [other, discard[other]]));
    const recorded = Boolean(play) || Object.keys(discard).length > earlier.length;
    this.act.deals.adopt(
      recorded ? null : deal, // a record stays in the file
      { ...rest, ...named, discard: { ...kept, [seat]: down } },
      (made) => {
        next ? this.choose(made, next) : this.act.frame.showTab("values");
        const parts = { seat: seatNamed(seat), number: down.length };
        this.say(
          named
            ? _("{seat:The} puts {number} cards away and names {trump}.", { ...parts, trump: trumpWord(named.contract) })
            : parts.number
              ? ngettext("{seat:The} exchanges one card.", "{seat:The} exchanges {number} cards.", parts.number, parts)
              : _("{seat:The} stands pat.", parts),
        );
      },
    );
  }

  /** @param {Partial<ExchangeState>} some @param {ExchangeFound | null} [before] */
  ask(some, before) {
    this.write({ left: false, ...some });
    const { deal, seat, open, contract, down } = this.mine;
    const fields = deal && seat && { deal: deal.deal, seat, open, discards: down, contract };
    /** @param {import("../messages.js").ExchangeAnswer} answer */
    const hear = ({ view, exchange }) => {
      view && this.write({ view });
      return exchange;
    };
    fields && this.search("exchange", deal, fields, hear, before);
  }
}
