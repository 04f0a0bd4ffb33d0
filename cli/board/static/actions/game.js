/** A game at the table: sitting down, what one does there, and the pace at which it is shown. */

/** @import {Card, Game, GameAnswer, Problem, Seat} from "../messages.js" */
/** @import {GameState, SitForm} from "../types.js" */
import * as address from "../address.js";
import { toggled } from "../cards.js";
import { remember } from "../kept.js";
import { _ } from "../language.js";
import { problemText, sentence } from "../words.js";
import { advised, gameState, questionOf, seatIn } from "../state.js";
import { Part } from "./part.js";

/** Milliseconds between what others do, by pace; a whole trick is looked at three times as long, or until a click. */
/** @type {Record<string, number>} the words are of settings kept long ago */
const PACES = { 0: 0, clicks: 0, 1: 200, calm: 200, 2: 170, 3: 140, 4: 110, 5: 80, 6: 55, quick: 55 };
const SWEEP = 220; // ms in which it goes to who takes it

/** @extends {Part<GameState>} */
export class GameActions extends Part {
  #timer = 0;
  /** What was shown when a card was taken back: a second press is none. @type {Game | null} */
  #undone = null;

  /** Put a sentence where one looks. @param {string} text */
  #say(text) {
    this.write({ problem: text });
    this.say(text);
  }

  /** @param {Problem | null | undefined} error */
  tell(error) {
    this.#say(error ? problemText(error) : "");
  }

  // Sitting down

  /** Show what games there are. */
  list() {
    this.talk.ask("games", {}, ({ games = [], unread = [] }) => {
      this.write({ list: games });
      unread[0] && this.#say(unread.join(" "));
    });
  }

  /** Delete a game of the list. @param {string} id */
  forget(id) {
    if (id === this.mine.id) {
      this.leave();
    }
    this.talk.ask("forget", { id }, ({ games, error }) => {
      this.write({ leaving: "", ...(games && { list: games }) });
      this.tell(error);
    });
  }

  /** Choose how a game is played; but for the seed that is kept. @param {Partial<SitForm>} some */
  fillIn(some) {
    const form = { ...this.mine.form, ...some };
    this.write({ form, problem: "" });
    remember("sit", { ...form, seed: "" });
  }

  /** Have a game dealt. @param {string} variant */
  sit(variant) {
    this.fillIn({ variant });
    const { seed, ...form } = this.mine.form;
    this.#begin({ ...form, seat: seatIn(this.state), ...(seed.trim() && { seed: Number(seed) }) });
  }

  /** Play the deal again from another seat, or go on after so many cards of it. @param {Seat} seat @param {number} [after] */
  again(seat, after) {
    const { now } = this.mine;
    this.#begin({ again: now?.id, deal: now?.deal, seat, ...(after !== undefined && { after }) });
  }

  /** @param {Record<string, unknown>} fields */
  #begin(fields) {
    this.talk.ask("sit", fields, ({ id, error }) => (id ? this.join(id) : this.tell(error)));
  }

  /** Sit down at a game that has begun. @param {string} id */
  join(id) {
    clearTimeout(this.#timer);
    const { form, list, open } = this.mine;
    address.show(`game=${id}`, !open);
    this.#turnTo({ ...gameState(), form, list, open: true, id });
    this.dismiss("advise");
    this.talk.ask("game", { id }, (answer) => this.#hear(answer));
  }

  /** Look at the board, or at the start if nothing is on it or comes; or come back to the table. @param {boolean} open */
  show(open) {
    this.#turnTo({ open });
    if (open) {
      address.show(`game=${this.mine.id}`);
    } else if (this.state.deal) {
      this.act.board.look();
    } else if (!this.talk.waits("open")) {
      this.act.frame.showTab("start");
    }
  }

  /** @param {Partial<GameState>} some of a table, or the board, that is looked at from now on */
  #turnTo(some) {
    this.write(some);
    this.act.frame.closeSheet();
    this.say("");
  }

  /** Get up: the game is kept, and can be gone on with. */
  leave() {
    clearTimeout(this.#timer);
    this.talk.drop("game");
    const { form } = this.mine;
    this.write({ ...gameState(), form });
    this.say(_("The game is kept: you can go on with it."));
    this.act.frame.showTab("start");
  }

  // What happens

  /** @param {GameAnswer} answer */
  #hear({ game, error }) {
    const { now, next } = this.mine;
    if (error) {
      this.leave();
      this.tell(error);
    } else if (game && (!now || game.step < now.step)) {
      this.#take(game, []); // what came first, or in another tab's time, is shown as it is
    } else if (game) {
      this.write({ next: [...next, game] });
      if (!next.length) {
        this.#later();
      }
    }
  }

  /** Show the next thing that has happened, or play the only card, once what is shown has been looked at. */
  #later() {
    clearTimeout(this.#timer);
    const { now, next } = this.mine;
    const { pace, forced } = this.state.settings;
    const between = PACES[pace];
    const [first] = next;
    const only = forced && onlyCard(now);
    if (!now || !(first || only)) {
      return;
    }
    const last = first?.trick.at(-1);
    const mine = last?.seat === first?.own && last?.card !== now.trick.at(-1)?.card;
    const atOnce = first && (mine || first.step === now.step || document.hidden);
    if (atOnce || between || !now.taker) {
      const wait = atOnce ? 0 : (between || 200) * (now.taker ? 3 : 1);
      this.#timer = setTimeout(() => (first ? this.goOn() : only && this.reply({ cards: only })), wait);
    }
  }

  /** Have the trick taken away, and show what happens then. */
  goOn() {
    clearTimeout(this.#timer);
    const { now, next: [first, ...rest], sweeps } = this.mine;
    if (!now || !first) {
      return;
    }
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches || document.hidden;
    if (now.taker && !first.taker && !sweeps && !still) {
      this.write({ sweeps: true });
      this.#timer = setTimeout(() => this.goOn(), SWEEP);
    } else {
      this.#take(first, rest);
    }
  }

  /** Show all that has happened at once. */
  #catchUp() {
    clearTimeout(this.#timer);
    const last = this.mine.next.at(-1);
    last && this.#take(last, []);
  }

  /** @param {Game} game @param {Game[]} next what has happened since */
  #take(game, next) {
    const { now } = this.mine;
    const { variant, said, score, asked, unsaved } = game;
    now?.variant === variant || this.talk.ask("rules", { variant }, ({ rules = [] }) => this.write({ rules }));
    // A review is of one deal.
    this.write({ now: game, next, sweeps: false, looks: false, ...(now?.deal !== game.deal && { reviewed: null }) });
    score && this.state.settings.forced === null && this.act.frame.set({ forced: true });
    if (game.over && game.sheet && !now?.over) {
      const { id } = game;
      this.search("dearest", id, { id }, ({ costly }) => costly);
    }
    if (now?.step !== game.step || !now.asked) {
      const { id, step, ...chosen } = JSON.parse(address.noted()["chosen"] ?? "{}");
      const same = id === game.id && step === game.step;
      this.write({ down: [], bid: "", problem: "", ...(same && chosen) });
    }
    const sentences = [said, score ? "" : asked?.text, unsaved];
    this.put({
      why: null,
      said: sentences.flatMap((text) => (text ? [sentence(text)] : [])).join(" "),
    });
    this.#later();
  }

  /** Show the trick before, or again the one on the table. */
  lookBack() {
    this.write({ looks: !this.mine.looks });
  }

  // What the player does

  /** What a click on a card means. @param {Card} card */
  choose(card) {
    this.#catchUp();
    const { now, down } = this.mine;
    const { asked, free = [], why } = now ?? {};
    if (free.includes(card)) {
      now?.chooses ? this.pick({ down: toggled(down, card) }) : this.reply({ cards: [card] });
    } else if (asked?.kind === "card") {
      this.act.board.refuse(card, why?.[card] ?? _("You do not hold that card."));
    }
  }

  /** Choose cards to be put down, or a bid; a page loaded anew finds it. @param {{down?: Card[], bid?: string}} some */
  pick(some) {
    this.write(some);
    const { id, now, down, bid } = this.mine;
    address.note({ chosen: JSON.stringify({ id, step: now?.step, down, bid }) });
  }

  /**
   * @param {{cards?: Card[], value?: string | null}} fields the cards, or the call, bid or trump
   * @param {Game | null} seen what was answered: before a frame is drawn a press may mean what was asked before
   */
  reply(fields, seen = this.mine.now) {
    seen === this.mine.now && this.#answer("reply", fields);
  }

  /** Have the next deal dealt. */
  deal() {
    this.mine.now?.waits && this.#answer("next");
  }

  /**
   * Answer what is asked now: a second click is none.
   *
   * @param {"reply" | "next" | "back"} ask
   * @param {object} [fields]
   */
  #answer(ask, fields) {
    const { now, answered } = this.mine;
    if (now && now !== answered) {
      this.write({ answered: now });
      const { id, step } = now;
      this.talk.ask(ask, { id, step, ...fields }, ({ error }) => {
        // Another tab may have answered.
        if (error && this.mine.now === now) {
          this.write({ answered: null });
          this.tell(error);
        }
      });
    }
  }

  /** Take back the card that one chose last, once what it was chosen for has been answered or before. */
  takeBack() {
    this.#catchUp();
    this.dismiss("advise");
    const { now } = this.mine;
    this.#undone === now || this.write({ answered: null });
    this.#undone = now;
    this.#answer("back");
  }

  /** Claim what is left: it is played if it is sure, else the card is told that beats it. */
  claim() {
    this.#catchUp();
    const { now } = this.mine;
    if (now?.asked?.kind === "card") {
      this.say(_("Looking whether the rest is yours …"));
      this.talk.ask("rest", { id: now.id, step: now.step }, ({ refused, error }) => {
        refused ? this.#say(refused) : error && this.tell(error);
      });
    }
  }

  /** Ask what one would be advised to do. */
  advise() {
    this.#catchUp();
    const { now } = this.mine;
    if (!now?.asked || advised(this.state)?.search === "busy") {
      return;
    }
    const { id, step } = now;
    this.search("advise", questionOf(now), { id, step }, ({ advice, error }) => {
      if (advised(this.state) && advice) {
        const { value, text } = advice;
        value && value !== "pass" && this.pick({ bid: value });
        this.say(text);
      } else if (advised(this.state) && error) {
        this.tell(error);
      }
      return advice;
    });
  }

  /** Do what was advised, or play the only card there is. */
  obey() {
    const { cards, value = null } = advised(this.state)?.found ?? { cards: onlyCard(this.mine.now) };
    cards && this.reply({ cards, value });
  }

  /** Put a deal of the game on the board behind the table, with all cards, and have it reviewed. */
  review() {
    const { id, now } = this.mine;
    now &&
      this.talk.ask("played", { id, deal: now.deal }, (answer) => {
        const [played] = answer.deals ?? [];
        if (played) {
          const reviewed = { ...played, own: now.own };
          this.write({ reviewed });
          this.act.board.take({ ...answer, deals: [reviewed] });
          this.act.frame.showTab("review");
        } else {
          this.tell(answer.error);
        }
      });
  }
}

/** The card that has to be played, where there is no other. @param {Game | null} now */
const onlyCard = (now) => (now?.asked?.kind === "card" && now.free.length === 1 ? now.free : null);
