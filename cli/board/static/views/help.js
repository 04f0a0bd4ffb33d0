/** Keys and words. */

/** @import {State} from "../types.js" */
/** @import {VNode} from "../h.js" */
import { licences } from "../channel.js";
import { COMMANDS } from "../commands.js";
import { h } from "../h.js";
import { _, N_ } from "../language.js";
import { listOf, terms } from "./pieces.js";

/** What may be done at the table. */
const TABLE = [
  N_("Deal me in, at the start, deals the game played last; your seat, the strength of the others and how long it lasts are chosen there. The coloured line above your cards says what you may do."),
  N_("Click a card to play it; to put cards down, click each of them, then the button. Cards that may not be played are grey, and say why. A dot marks the cards that you have drawn."),
  N_("Advice marks the best choice, says what each is worth and uses only what you may see."),
  N_("Get up leaves the table. Every game is kept: Go on, or the list at the start, brings it back."),
  N_("After a deal all cards are shown. Review this deal says which card cost you most, Card by card what each did; the same cards can be played in the place of another."),
  N_("To the analysis shows the deals with all cards open; nothing of the game at the table is shown there."),
];

/** @type {[string, string][]} */
const TABLE_WORDS = [
  [
    N_("forehand, middlehand, dealer"),
    N_("The seats in the order of play: forehand comes after the dealer, who is last; where several sit between them, they have numbers. In the Manni games the turn goes to the left, in Manille to the right."),
  ],
  [N_("contract"), N_("What is played for: a trump suit, no trump or nullo.")],
  [N_("no trump (NT)"), N_("No suit is trump: the highest card of the suit led takes the trick.")],
  [N_("nullo (NULLO)"), N_("Few tricks are wanted: you may take a certain number and lose a point for each one more.")],
  [N_("great"), N_("A contract with a higher target, with which another may outbid a plain one.")],
  [N_("cut card"), N_("The card that was cut before dealing: its rank and suit make the contract. The dealer holds it.")],
];

/** @type {[string, string][]} */
const WORDS = [
  [
    N_("guarantee"),
    N_("What a seat is sure of against any play of all others, even if they play as one side to hurt it: at least so many tricks or points; where few are wanted (in NULLO, à l’envers), at most so many. For partners, what they get together."),
  ],
  [N_("best case"), N_("The best a seat can get if all others get no more than their own guarantees.")],
  [
    N_("share"),
    N_("One fair number a seat: all stand at the same fraction of the way from guarantee to best case, and add up to the tricks or points."),
  ],
  [
    N_("points"),
    N_("Share minus target, in NULLO target minus share: what the deal is worth to the seat. In Manille points are what is won: those of the cards, and one a trick."),
  ],
  [N_("loss"), N_("By how much a card lowers its player’s own guarantee, compared with his best card.")],
  [N_("equal cards"), N_("Cards that are worth the same: it makes no difference which is played.")],
  [N_("the Manni"), N_("The cards that lie aside, from which hands are exchanged.")],
  [
    N_("talon, surprise"),
    N_("The cards that lie aside in Manille: nobody sees the talon, the declarer takes up the surprise."),
  ],
  [
    N_("rise, ruff, overruff"),
    N_("What you have to do in Manille, if you can, while an opponent is winning the trick: beat his card in the suit led, trump it, beat his trump."),
  ],
];

/** @type {[string, string][]} */
const ADVICE_WORDS = [
  [N_("sampled deal"), N_("One way to deal the cards that you cannot see, at random, which agrees with all you know.")],
  [N_("rule of thumb"), N_("The quick player by which sampled deals are played to their end.")],
  [N_("behind"), N_("How many points less than the best a choice brings on average, in the same sampled deals.")],
  [N_("best in"), N_("The fraction of the sampled deals in which no other card does better.")],
  [N_("interval (1.2..1.8)"), N_("The true mean lies between these numbers in 95 of 100 cases, if the others play as is assumed.")],
  [N_("effective sample size"), N_("How many equally likely deals would tell as much as the sampled ones, which count by how likely they are.")],
  [N_("balance"), N_("What a bidder marks more than each of the others.")],
  [N_("turning point"), N_("A card of a played deal that cost its player a trick of his share, or his target.")],
];

/** @param {State} state @returns {VNode} */
export const view = ({ hello }) =>
  h(
    "div.help",
    h("h3", _("A game at the table")),
    listOf("ul", TABLE.map((line) => _(line))),
    glossary(TABLE_WORDS),
    h("h3", _("Keys")),
    terms("dl.keys", COMMANDS.map(({ key = "", sign = key, what }) => [h("kbd", _(sign)), _(what)])),
    h("p.quiet", _("Keys of a single letter can be switched off in the settings.")),
    h("h3", _("Words of the analysis")),
    glossary(WORDS),
    h("h3", _("Words of the advice")),
    glossary(ADVICE_WORDS),
    h("p.quiet", hello && `Manni ${hello.version}`),
    licences &&
      h("p", h("a", { href: licences }, _("What this page is made of, and its licences"))),
  );

/** @param {[string, string][]} words */
const glossary = (words) => terms("dl", words.map((both) => both.map((text) => _(text))));
