/** Cards that fly from where they lay to where they lie, a trick to who takes it, cards from meld to meld. */

const FLIGHT = 220; // ms
const CARDS = ".hand [data-card], .lies, [data-melded]";

/** @typedef {{x: number, y: number, w: number}} Lay the middle of a card, and its width */

/** @param {HTMLElement} element @returns {Lay} */
function lay(element) {
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2, w: element.offsetWidth };
}

/** @param {Element} page @param {string} places @returns {HTMLElement[]} */
const all = (page, places) => [...page.querySelectorAll(places)].flatMap((element) => (element instanceof HTMLElement ? element : []));

/** A card and where it lies: in a hand, in the trick, in a meld by its number. @param {HTMLElement} card */
const placed = ({ dataset: { card, lies, melded } }) => melded ?? (lies ? `${lies}-` : `${card}`);

/**
 * Draw, and have those cards fly that lie elsewhere than before. With reduced motion none does.
 *
 * @param {Element} page
 * @param {() => void} draw
 */
export function flying(page, draw) {
  if (document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches) {
    draw();
    return;
  }
  const before = new Map(all(page, CARDS).map((card) => [placed(card), lay(card)]));
  const swept = page.querySelector(".felt.sweeps");
  draw();
  /** The plate of who has a card on the table. @param {HTMLElement} card @param {number} w how large a card is there */
  const plateOf = ({ dataset }, w) =>
    all(page, `.hand[data-seat="${dataset["seat"]}"] .name`).map((plate) => ({ ...lay(plate), w }))[0];
  const cards = all(page, CARDS);
  const now = new Set(cards.map(placed));
  for (const card of cards.filter((card) => before.size && !before.has(placed(card)))) {
    const alike = [...before].filter(([other]) => other.slice(0, 2) === placed(card).slice(0, 2));
    // Of a hand that is covered only the plate is seen.
    const [, from = plateOf(card, 30)] = alike.find(([other]) => !now.has(other)) ?? alike[0] ?? [];
    from && fly(card, from, "flies");
  }
  const to = all(page, ".sweeps .takes").map((card) => plateOf(card, 24))[0];
  if (to && !swept) {
    all(page, ".sweeps .lies").forEach((card) => fly(card, to, "sweeps"));
  }
}

/** Have a card fly from somewhere, or where it is swept away, there. @param {HTMLElement} card @param {Lay} other @param {"flies" | "sweeps"} id */
function fly(card, other, id) {
  const { x, y, w } = lay(card);
  const there = { transform: `translate(${other.x - x}px, ${other.y - y}px) scale(${other.w / w})` };
  const sweeps = id === "sweeps";
  const frames = sweeps ? [{ transform: "none" }, { ...there, opacity: 0.2 }] : [there, { transform: "none" }];
  card.animate(frames, { id, duration: FLIGHT, easing: sweeps ? "ease-in" : "ease-out", fill: sweeps ? "forwards" : "none" });
}
