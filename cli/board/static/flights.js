/** Cards that fly from where they lay to where they lie, and a trick to who takes it. */

const FLIGHT = 220; // ms

/** @typedef {{x: number, y: number, w: number}} Lay the middle of a card, and its width */

/** @param {HTMLElement} element @returns {Lay} */
function lay(element) {
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2, w: element.offsetWidth };
}

/** @param {Element} page @param {string} places @returns {HTMLElement[]} */
const all = (page, places) => [...page.querySelectorAll(places)].flatMap((each) => (each instanceof HTMLElement ? each : []));

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
  const [held, lain] = [".hand [data-card]", ".lies"].map((places) => placesOf(page, places));
  const swept = page.querySelector(".felt.sweeps");
  draw();
  const before = { held: held ?? new Map(), lain: lain ?? new Map() };
  for (const card of all(page, ".lies")) {
    const name = card.dataset["lies"] ?? "";
    const plate = page.querySelector(`.hand[data-seat="${card.dataset["seat"]}"] .name`);
    const from = before.held.get(name) ?? (before.held.size && plate instanceof HTMLElement ? { ...lay(plate), w: 30 } : null);
    if (!before.lain.has(name) && from) {
      fly(card, from, "flies");
    }
  }
  for (const card of all(page, ".hand [data-card]")) {
    const from = before.lain.get(card.dataset["card"] ?? "");
    from && fly(card, from, "flies");
  }
  const felt = page.querySelector(".felt.sweeps");
  const taker = page.querySelector(`.hand[data-seat="${felt?.querySelector(".takes")?.getAttribute("data-seat")}"] .name`);
  if (felt && !swept && taker instanceof HTMLElement) {
    all(felt, ".lies").forEach((card) => fly(card, { ...lay(taker), w: 24 }, "sweeps"));
  }
}

/** @param {Element} page @param {string} places @returns {Map<string, Lay>} */
const placesOf = (page, places) =>
  new Map(all(page, places).map((card) => [card.dataset["card"] ?? card.dataset["lies"] ?? "", lay(card)]));

/** Have a card fly from somewhere, or where it is swept away, there. @param {HTMLElement} card @param {Lay} other @param {"flies" | "sweeps"} id */
function fly(card, other, id) {
  const { x, y, w } = lay(card);
  const there = { transform: `translate(${other.x - x}px, ${other.y - y}px) scale(${other.w / w})` };
  const sweeps = id === "sweeps";
  const frames = sweeps ? [{ transform: "none" }, { ...there, opacity: 0.2 }] : [there, { transform: "none" }];
  card.animate(frames, { id, duration: FLIGHT, easing: sweeps ? "ease-in" : "ease-out", fill: sweeps ? "forwards" : "none" });
}
