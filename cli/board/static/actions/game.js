/** A game at the table: sitting down, what one does there, and the pace at which it is shown. */

/** @import {Card, Game, GameAnswer} from "../messages.js" */
/** @import {Seat} from "../messages.js" */
/** @import {SitForm} from "../types-game.js" */
import * as address from "../address.js";
import { _ } from "../language.js";
import { recall, remember } from "../kept.js";
import { problemText, sentence } from "../sentences.js";
import { gameState, lies } from "../types-game.js";
import { Part } from "./part.js";

/** Milliseconds between what others do, and those in which a whole trick is looked at. */
const PACES = { calm: [500, 1600], quick: [150, 600] };
const SWEEP = 220; // ms in which it goes to who takes it

export class GameActions extends Part {
  #timer = 0;
  /** What has been answered: a second click is none. @type {Game | null} */
  #answered = null;

  // Sitting down

  /** Show what games there are. */
  list() {
    this.talk.ask("games", {}, ({ games }) => {
      this.store.change((s) => {
        s.game.list = games ?? [];
      });
    });
  }

  /** Ask whether a game of the list is to be deleted, "" for none. @param {string} id */
  doubt(id) {
    this.store.change((s) => {
      s.game.leaving = id;
    });
  }

  /** Delete a game of the list. @param {string} id */
  forget(id) {
    if (id === this.state.game.id) {
      this.leave();
    }
    this.talk.ask("forget", { id }, ({ games, error }) => {
      this.store.change((s) => {
        s.game.list = games ?? s.game.list;
        s.game.leaving = "";
      });
      this.#say(error ? problemText(error) : "");
    });
  }

  /** @param {Partial<SitForm>} some */
  write(some) {
    this.store.change((s) => {
      s.game.form = { ...s.game.form, ...some };
      s.game.problem = "";
    });
  }

  /** Take up what was chosen the last time. */
  recallForm() {
    this.write(recall("sit", {}) ?? {});
  }

  sit() {
    const { seed, ...form } = this.state.game.form;
    remember("sit", { ...form });
    const given = seed.trim() ? { seed: Number(seed) } : {};
    this.#begin({ ...form, ...given });
  }

  /** Play the deal again from another seat. @param {Seat} seat */
  again(seat) {
    const { now } = this.state.game;
    if (now) {
      this.#begin({ again: now.id, deal: now.deal, seat });
    }
  }

  /** @param {Record<string, unknown>} fields */
  #begin(fields) {
    this.talk.ask("sit", fields, ({ id, error }) => {
      if (error || !id) {
        this.#say(error ? problemText(error) : "");
      } else {
        this.act.frame.closeSheet();
        this.join(id);
      }
    });
  }

  /** Sit down at a game that has begun. @param {string} id */
  join(id) {
    clearTimeout(this.#timer);
    address.show(`game=${id}`, !this.state.game.open);
    this.store.change((s) => {
      s.game = { ...gameState(), form: s.game.form, list: s.game.list, open: true, id };
      s.typed = s.said = "";
      s.sheet = null;
    });
    this.talk.ask("game", { id }, (answer) => this.#hear(answer));
  }

  /** Look at the board, or come back to the table. @param {boolean} open */
  show(open) {
    this.store.change((s) => {
      s.game.open = open;
      s.typed = s.said = "";
    });
    if (open) {
      address.show(`game=${this.state.game.id}`);
    } else {
      this.act.board.look();
    }
  }

  /** Get up: the game is kept, and can be gone on with. */
  leave() {
    clearTimeout(this.#timer);
    this.talk.drop("game");
    this.store.change((s) => {
      s.game = { ...gameState(), form: s.game.form };
      s.said = _("The game is kept: you can go on with it.");
    });
    address.show(this.state.shown?.position.address ?? "");
    this.list();
  }

  // What happens

  /** @param {GameAnswer} answer */
  #hear({ game, error }) {
    if (error) {
      this.leave();
      this.act.frame.say(problemText(error));
    } else if (game) {
      const { now } = this.state.game;
      // What came first, or in another tab's time, is shown as it is.
      const anew = !now || game.step < now.step;
      this.store.change((s) => {
        s.game.next = anew ? [] : [...s.game.next, game];
      });
      if (anew) {
        this.#take(game);
      } else if (this.state.game.next.length === 1) {
        this.#later();
      }
    }
  }

  /** Show the next thing that has happened, once the one shown has been looked at. */
  #later() {
    const { now, next } = this.state.game;
    const [first] = next;
    if (!now || !first) {
      return;
    }
    clearTimeout(this.#timer);
    const last = first.trick.at(-1);
    const mine = last?.seat === first.own && last.card !== now.trick.at(-1)?.card;
    const atOnce = mine || first.step === now.step || document.hidden;
    const [pace, look] = PACES[this.state.settings.pace] ?? PACES.calm;
    this.#timer = setTimeout(() => this.goOn(), atOnce ? 0 : now.taker ? look : pace);
  }

  /** Have the trick taken away, and show what happens then. */
  goOn() {
    clearTimeout(this.#timer);
    const { now, next, sweeps } = this.state.game;
    const [first] = next;
    if (!now || !first) {
      return;
    }
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches || document.hidden;
    if (now.taker && first.trick.length !== 3 && !sweeps && !still) {
      this.store.change((s) => {
        s.game.sweeps = true;
      });
      this.#timer = setTimeout(() => this.goOn(), SWEEP);
      return;
    }
    this.store.change((s) => {
      s.game.next = next.slice(1);
    });
    this.#take(first);
    this.#later();
  }

  /** Show all that has happened at once. */
  #catchUp() {
    clearTimeout(this.#timer);
    const last = this.state.game.next.at(-1);
    if (last) {
      this.store.change((s) => {
        s.game.next = [];
      });
      this.#take(last);
    }
  }

  /** @param {Game} game */
  #take(game) {
    this.#read(game.variant);
    this.store.change((s) => {
      const asked = s.game.now?.step !== game.step || !s.game.now.asked;
      s.game.now = game;
      s.game.sweeps = false;
      s.why = null;
      s.said = [game.said, game.score ? "" : game.asked?.text, game.unsaved]
        .map((text) => (text ? sentence(text) : ""))
        .join(" ")
        .trim();
      if (asked) {
        s.game.down = [];
        s.game.bid = "";
        s.game.advice = null;
        s.game.asking = s.game.dealing = false;
        s.game.problem = "";
      }
    });
  }

  /** Have the rules of the game at hand. @param {string} variant */
  #read(variant) {
    if (this.state.game.rulesOf !== variant) {
      this.store.change((s) => {
        s.game.rulesOf = variant;
      });
      this.talk.ask("rules", { variant }, ({ rules }) => {
        this.store.change((s) => {
          s.game.rules = rules ?? [];
        });
      });
    }
  }

  /** Put a sentence where one looks. @param {string} text */
  #say(text) {
    this.store.change((s) => {
      s.game.problem = text;
      s.said = text;
    });
  }

  // What the player does

  /** What a click on a card means. @param {Card} card */
  choose(card) {
    this.#catchUp();
    const { now, down } = this.state.game;
    const asked = now?.asked;
    if (!now || !asked) {
      return;
    }
    if (asked.kind === "exchange" || asked.kind === "away") {
      if (now.hands[now.own].includes(card)) {
        this.putDown(down.includes(card) ? down.filter((each) => each !== card) : [...down, card]);
      }
    } else if (asked.kind === "card") {
      const why = asked.why.find((each) => each.card === card)?.text;
      if (asked.legal.includes(card)) {
        this.#reply({ cards: [card] });
      } else {
        const text = why ?? _("You do not hold that card.");
        this.store.change((s) => {
          s.why = { card, text };
          s.said = text;
        });
      }
    }
  }

  /** Choose the cards to put down. @param {Card[]} down */
  putDown(down) {
    this.store.change((s) => {
      s.game.down = down;
    });
  }

  exchange() {
    this.#reply({ cards: this.state.game.down });
  }

  /** Choose a bid, which is not said yet. @param {string} bid */
  chooseBid(bid) {
    this.store.change((s) => {
      s.game.bid = bid;
    });
  }

  /** Say a call, a bid or a trump. @param {string} value */
  call(value) {
    this.#reply({ value });
  }

  /** @param {Record<string, unknown>} fields */
  #reply(fields) {
    const { now } = this.state.game;
    if (now && now !== this.#answered) {
      this.#answered = now;
      const asked = { id: now.id, step: now.step, ...fields };
      this.talk.ask("reply", asked, ({ error }) => {
        if (error) {
          this.#answered = null;
          this.#say(problemText(error));
        }
      });
    }
  }

  /** Have the next deal dealt. */
  deal() {
    const { now, dealing } = this.state.game;
    if (now?.waits && !dealing) {
      this.store.change((s) => {
        s.game.dealing = true;
      });
      this.talk.ask("next", { id: now.id, step: now.step }, ({ error }) => {
        // Another tab may have had it dealt.
        if (error && this.state.game.now === now) {
          this.store.change((s) => {
            s.game.dealing = false;
          });
          this.#say(problemText(error));
        }
      });
    }
  }

  /** Say that nothing is taken back here. */
  stays() {
    this.#say(_("At the table a card that has been played stays."));
  }

  /** Ask what one would be advised to do. */
  advise() {
    this.#catchUp();
    const { now, asking } = this.state.game;
    if (!now?.asked || asking) {
      return;
    }
    const { id, step } = now;
    this.store.change((s) => {
      s.game.asking = true;
      s.game.part = 0;
    });
    this.talk.ask("advise", { id, step }, ({ advice, error, part }) => {
      if (this.state.game.now?.step !== step) {
        return;
      }
      this.store.change((s) => {
        s.game.part = part ?? s.game.part;
        if (advice || error) {
          s.game.asking = false;
          s.game.advice = advice ?? null;
          s.game.bid = advice?.value && advice.value !== "pass" ? advice.value : s.game.bid;
          s.said = advice?.text ?? "";
        }
      });
      if (error) {
        this.#say(problemText(error));
      }
    });
  }

  /** Wait for advice no longer. */
  unasked() {
    this.talk.drop("advise");
    this.store.change((s) => {
      s.game.asking = false;
    });
  }

  /** Do what was advised. */
  obey() {
    const { advice } = this.state.game;
    if (advice) {
      this.#reply(advice.value === null ? { cards: advice.cards } : { value: advice.value });
    }
  }

  /** Look at a deal of the game with all cards, and have it reviewed. */
  review() {
    const { now } = this.state.game;
    if (now) {
      const { id, deal, own } = now;
      this.talk.ask("played", { id, deal }, (answer) => {
        if (answer.error) {
          this.#say(problemText(answer.error));
        } else {
          this.show(false);
          this.act.board.take({ ...answer, deals: answer.deals?.map((each) => ({ ...each, own })) ?? [] });
          this.act.frame.showTab("review");
        }
      });
    }
  }

  /** Whether a trick lies on the table to be looked at. */
  get lies() {
    return lies(this.state.game);
  }
}
