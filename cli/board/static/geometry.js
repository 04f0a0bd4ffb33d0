/**
 * Where things lie on a table: one function of the room there is and of the hands.
 *
 * All is in px from the upper left corner of the felt. Nothing depends on what is said or played:
 * whatever is advised, taken or wrapped, the hand stays where it is.
 */

/** @typedef {{x: number, y: number}} Spot */
/** @typedef {{x: number, y: number, w: number, h: number}} Box */
/** @typedef {{width: number, spots: Spot[]}} Spread cards of one width, each with its place */
/**
 * @typedef {object} Held what a hand holds
 * @property {number} cards how many, or how many piles
 * @property {number} of how many there were
 * @property {boolean} covered
 * @property {number} piles how high each pile is above the card on top, by its width
 * @property {number[]} [opens] the first of each suit
 */
/** @typedef {{w: number, h: number, em: number, hands: Held[], bare?: boolean}} Room of the hands the near one is the first; none has chips where it is bare */

const RATIO = 1.43; // height of a card by its width
const INDEX = { w: 0.34, h: 0.46 }; // what has to be seen of a card

/** Which of the others are beside each other, the far ones first. */
const ROWS = [[], [[0]], [[0, 1]], [[1], [0, 2]], [[1, 2], [0, 3]], [[1, 2, 3], [0, 4]], [[2, 3], [1, 4], [0, 5]]];
/** The same in a window that lies. @type {Record<number, number[][]>} */
const LOW = { ...ROWS, 3: [[1, 2], [0]], 5: [[2, 3], [1, 4], [0]] };

/** @param {Room} room */
export function layout({ w, h, em, hands: [below, ...others], bare }) {
  const low = h < 400 && w > 500;
  const narrow = w < 600 && !low;
  const { cards: held, of, piles, opens } = /** @type {Held} */ (below);
  const size = Math.max(of, 1);

  // One's own cards, in two rows where one is too narrow; those of a talon taken up make them narrower.
  const chip = piles || bare ? 0 : 22 * em;
  const side = narrow ? 4 : 16;
  const rows = narrow && size > (h < 620 ? 8 : 7) && !piles ? 2 : 1;
  const gap = piles ? 12 : narrow ? 2 : 6;
  /** How wide cards are, so many in a row; eight overlap, 44 px of each seen where there is room. @param {number} perRow */
  const fitting = (perRow) =>
    piles
      ? Math.min((w - 2 * side - 12 * (size - 1)) / size, (h * (piles < 0.5 ? (narrow ? 0.22 : 0.24) : low ? 0.32 : 0.27)) / (RATIO + piles), 104)
      : Math.min(
          narrow ? 92 : 112,
          h * (low ? 0.23 : narrow ? 0.125 : 0.155),
          !narrow ? w : perRow > 7 && rows < 2 ? Math.max(w - 2 * side - 44 * (perRow - 1), w / 6) : (w - 2 * side + gap) / perRow - gap,
        );
  const perRow = Math.ceil(Math.max(size, held) / rows);
  const width = fitting(perRow);
  const height = fitting(Math.ceil(size / rows)) * RATIO;
  const block = piles ? height + piles * width + 4 : rows * (height + chip + 4);
  const top = h - block - (narrow ? 2 : 8);
  const now = Math.ceil(held / perRow) || 1; // rows, the last of them stays
  const spots = spread(held, Math.ceil(held / now), width, w - 2 * side, gap, narrow ? [] : opens).map(({ x, y }) => ({
    x: side + x,
    y: chip + (y + rows - now) * (height + chip + 4),
  }));

  // What is asked and said, between the trick and the hand.
  const line = (narrow ? (h < 620 ? 56 : 76) : low ? 46 : 64) * Math.min(em, 1.4);
  const bottom = top - line;

  // The others.
  const n = others.length;
  const slim = low ? n > 2 : narrow && n > 3 && h < 500; // plates of one line
  const plate = (slim ? 26 : low ? 38 : narrow ? 42 : 46) * em;
  const all = Math.max(1, ...others.map((hand) => Math.max(hand.of, hand.cards)));
  const open = others.some(({ covered }) => !covered);
  const lie = others[0]?.piles ?? 0;
  const grid = (low ? LOW[n] : narrow && n === 3 ? [[0, 1, 2]] : ROWS[n]) ?? [];
  const longest = Math.max(...grid.map((row) => row.length));
  const across = narrow ? longest : low ? 3.6 : n > 2 ? 3 : 2;
  const down = grid.length;
  const wide = Math.min((w - 6 * (across + 1)) / across, open && !narrow ? 280 : 250);
  const share = ((narrow ? (h < 500 ? 0.5 : 0.62) : 1) * (bottom - 6)) / Math.max(down, 1) - 8; // of the height
  const index = narrow || low ? 0.47 : 0.38; // of a small card
  const wish = open ? (narrow ? 34 : low ? 30 : 50) : narrow ? 24 : low ? 22 : 36;
  /** @param {number} lines how large cards are then */
  const fits = (lines) =>
    Math.max(16, Math.min(wish, (share - plate) / RATIO / lines - 1, open ? wide / (1 + index * (Math.ceil(all / lines) - 0.6)) : wish));
  const lines = open && !lie && fits(2) > fits(1) - (low ? 0 : narrow ? 2 : 4) && all > 5 ? 2 : 1;
  const small = lie ? Math.min(72, (wide - 24) / 4, (share - plate) / (RATIO + lie)) : fits(lines);
  const tuck = narrow && n > 3 && !open ? 0.6 * small : 4; // of a fan is under its plate
  const under = lie ? small * (RATIO + lie) : lines * (small * RATIO + 2) - (open ? 0 : tuck);
  const box = { w: wide, h: Math.min(plate + under, Math.max(plate, share + 6)) };
  /** @type {Box[]} */
  const boxes = [];
  grid.forEach((row, at) =>
    row.forEach((seat, place) => {
      const step = bottom / down;
      const edges = low || at > 0;
      const x = edges ? place * (w - 16 - wide) + 8 : ((place + 0.5) * w) / row.length - wide / 2;
      const y = narrow ? 6 + at * (box.h + 6) : step * at + Math.max(2, step - box.h) * (down > 1 || low ? 0.5 : n > 1 ? 0.3 : 0.04);
      boxes[seat] = { ...box, x: Math.max(4, Math.min(x, w - 4 - wide)), y: Math.min(y, bottom - box.h - 2) };
    }),
  );
  const seats = boxes.map((place, at) => {
    const { cards = 0, covered, opens } = others[at] ?? {};
    const per = Math.ceil(cards / lines) || 1;
    const most = covered && !lie ? Math.min(wide * 0.8, small * (1 + 0.36 * (per - 1))) : narrow ? wide : wide - 8; // not to the edge
    return {
      ...place,
      width: small,
      spots: spread(cards, per, small, most, lie ? 0.12 * small : -0.1 * small, opens).map(({ x, y }) => ({
        x: x + (wide - most) / 2,
        y: plate + (covered ? -tuck : 2) + y * (small * RATIO + 2),
      })),
    };
  });

  const felt = free(w, bottom, boxes);
  const near = { x: 0, y: top, w, h: h - top, width, spots };
  return { top, plate, line: { x: 0, y: bottom, w, h: line }, seats: [near, ...seats], felt, trick: ring(felt, n + 1), narrow, low, slim, tight: !narrow && felt.w < 420, terse: w < (n > 2 ? 800 : 340) };
}

/**
 * Cards in rows: as far apart as there is room, `gap` at most, suits a little farther.
 *
 * @param {number} number
 * @param {number} perRow
 * @param {number} width
 * @param {number} room
 * @param {number} gap
 * @param {number[]} [opens]
 * @returns {Spot[]}
 */
function spread(number, perRow, width, room, gap, opens = []) {
  const all = Array.from({ length: number }, (_, at) => {
    const first = at - (at % perRow);
    return { row: Math.floor(at / perRow), at: at - first + 0.2 * opens.filter((open) => open > first && open <= at).length };
  });
  const step = Math.min(width + gap, (room - width) / Math.max(0.01, ...all.map(({ at }) => at)));
  return all.map(({ row, at }) => {
    const last = all.findLast((other) => other.row === row)?.at ?? 0;
    return { x: (room - width - step * last) / 2 + step * at, y: row };
  });
}

/** The rectangle between the others in which most of a trick has room. @param {number} w @param {number} bottom @param {Box[]} boxes @returns {Box} */
function free(w, bottom, boxes) {
  let best = { x: w / 2 - 60, y: 0, w: 120, h: bottom };
  let most = -1;
  for (let half = 50; half <= w / 2 - 4; half += 5) {
    const [left, right] = [w / 2 - half, w / 2 + half];
    const met = boxes.filter((box) => box.x < right && box.x + box.w > left);
    const y = Math.max(0, ...met.map((box) => box.y + box.h)) + 6;
    const h = bottom - y - 6;
    const worth = Math.min(half, h) * Math.sqrt(Math.max(0, half * h));
    if (worth > most) {
      [best, most] = [{ x: left, y, w: 2 * half, h }, worth];
    }
  }
  return best;
}

/** How near a card of the trick lies, in a row the right ones as in a hand. @param {Spot} spot */
export const depth = ({ x, y }) => 1000 * Math.round(y) + Math.round(x);

/** The largest cards on an ellipse, tilted in the room there is, of which every index is seen, the near ones on top. @param {Box} rect @param {number} seats */
function ring(rect, seats) {
  for (let width = Math.min(108, rect.h / 1.5); ; width -= 1) {
    const height = width * RATIO;
    const rx = Math.min((rect.w - width * 1.1) / 2, width * (seats > 4 ? 2.3 : 1.2));
    const ry = Math.max(0, (rect.h - height * 1.04) / 2);
    const spots = Array.from({ length: seats }, (_, at) => {
      const turn = (2 * Math.PI * at) / seats; // from the near one to the left
      return {
        x: rect.w / 2 - Math.max(0, rx) * Math.sin(turn),
        y: rect.h / 2 + ry * Math.cos(turn),
        tilt: seats < 3 ? 0 : 4 * Math.sin(turn),
      };
    });
    const far = [...spots].sort((one, other) => depth(one) - depth(other));
    const clear = far.every((one, at) =>
      far.slice(at + 1).every(({ x, y }) => x - one.x > INDEX.w * width || one.x - x > width || y - one.y > INDEX.h * height),
    );
    if ((clear && rx > 0) || width < 26) {
      return { width, spots };
    }
  }
}
