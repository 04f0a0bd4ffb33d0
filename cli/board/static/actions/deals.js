/** Getting deals, and keeping and sharing them. */

/** @import {Adopted, Deal, Problem, Requests} from "../messages.js" */
/** @import {Getting, Spot} from "../types.js" */
/** @import {Store} from "../state.js" */
import { _, locale, ngettext } from "../language.js";
import * as record from "../record.js";
import { dealToSave } from "../state.js";
import { Part } from "./part.js";

/** @extends {Part<Getting>} */
export class DealActions extends Part {
  // Getting deals

  /** Open the first of some files. @param {FileList | File[] | null | undefined} files */
  async openFile(files) {
    const file = files?.[0];
    const most = this.state.hello?.most_bytes ?? Infinity;
    if (!file) {
      return;
    }
    if (file.size > most) {
      const message = _("{file} has {bytes} bytes: at most {limit} are read", {
        file: file.name,
        bytes: file.size.toLocaleString(locale()),
        limit: most.toLocaleString(locale()),
      });
      this.#fail("file", [{ message }]);
      return;
    }
    try {
      const bytes = new Uint8Array(await file.arrayBuffer());
      const data = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
      this.ask({ data, name: file.name }, "file");
    } catch {
      this.#fail("file", [{ message: _("{file} cannot be read", { file: file.name }) }]);
    }
  }

  /** Deal one. @param {string} variant */
  deal(variant) {
    const { seed } = this.mine;
    this.ask({ variant, seed: seedOf(seed.trim()) }, "random");
  }

  /** @param {number} at a deal of the file */
  choose(at) {
    this.talk.drop("open");
    this.act.board.showDealAt(at);
    this.act.frame.closeSheet();
  }

  /**
   * Put a deal on the board as `replace` does, or say what is wrong with it.
   *
   * @param {Adopted | null} old
   * @param {Deal} deal
   * @param {(made: Adopted) => void} [then]
   */
  adopt(old, deal, then) {
    this.talk.ask("adopt", { deal }, ({ deal: made, error }) => {
      if (made) {
        this.replace(old, made);
        then?.(made);
      } else {
        this.tell(error); // said: what is searched for goes on to be told
      }
    });
  }

  /**
   * Put a deal on the board in place of one of the file, else behind the one shown.
   *
   * @param {Adopted | null} old
   * @param {Adopted} made
   */
  replace(old, made) {
    const { file, deal } = this.state;
    const { name = "", deals = [], errors = [] } = file ?? {};
    const there = deals.findIndex((other) => other === old);
    const at = there < 0 ? deals.findIndex((other) => other === deal) + 1 : there;
    const more = [...deals.slice(0, at), made, ...deals.slice(there < 0 ? at : at + 1)];
    this.act.board.take({ name, deals: more, errors }, at);
  }

  /**
   * Open deals.
   *
   * @param {Requests["open"][0]} fields
   * @param {Spot} spot
   */
  ask(fields, spot) {
    this.talk.ask("open", fields, (answer) => {
      const { deals = [], errors = [] } = answer;
      if (answer.error || !deals.length) {
        this.#fail(spot, answer.error ? [answer.error] : errors);
        return;
      }
      this.write({ spot: null, problems: [] });
      this.act.board.take(answer);
      deals.length === 1 && !errors.length
        ? this.act.frame.closeSheet()
        : this.act.frame.openSheet("open"); // to choose, and to see what is wrong with the others
      if (answer.seed !== undefined) {
        this.say(_("Dealt with seed {seed}.", { seed: answer.seed }));
      } else if (deals.length > 1) {
        this.say(ngettext("{number} deal.", "{number} deals.", deals.length));
      }
    });
  }

  /** Say what went wrong where it was asked for. @param {Spot} spot @param {Problem[]} problems */
  #fail(spot, problems) {
    this.act.frame.openSheet(["save", "link", "picture"].includes(spot) ? "share" : "open");
    this.write({ spot, problems, copied: false });
    this.say(problems[0]?.message ?? _("There is no deal in it."));
  }

  // Keeping and sharing

  /** @param {boolean} all the deals of the file, or only the one on the board */
  save(all) {
    const { file, deal } = this.state;
    if (!deal) {
      return;
    }
    const mine = dealToSave(this.state);
    const deals =
      all && file ? file.deals.map((other) => (other === deal ? mine : other.deal)) : [mine];
    const name = (all && file?.name) || deal.title;
    this.talk.ask("save", { deals }, (answer) =>
      this.#keep("save", answer, fileName(name, "manni"), "text/plain"),
    );
  }

  /** Save what the table shows as a picture. @param {boolean} values */
  savePicture(values) {
    const { deal, tree } = this.state;
    if (!deal) {
      return;
    }
    const fields = { deal: deal.deal, played: record.cards(tree), values };
    this.talk.ask("picture", fields, ({ svg, ...answer }) =>
      this.#keep("picture", { ...answer, text: svg }, fileName(deal.title, "svg"), "image/svg+xml"),
    );
  }

  /**
   * Keep a text as a file, or say why there is none.
   *
   * @param {Spot} spot
   * @param {{text?: string | undefined, error?: Problem}} answer
   * @param {string} name
   * @param {string} type
   */
  #keep(spot, { text, error }, name, type) {
    if (text === undefined) {
      this.#fail(spot, error ? [error] : []);
      return;
    }
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], { type }));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
    this.write({ spot: null, problems: [] });
    this.say(_("Saved as {name}.", { name }));
  }

  /** Copy the address of the deal and the place in it. @param {string} address */
  async copyLink(address) {
    try {
      await navigator.clipboard.writeText(address);
      this.write({ copied: true });
    } catch {
      this.#fail("link", [
        { message: _("The browser does not let the page copy: mark the link and copy it.") },
      ]);
    }
  }
}

/**
 * A seed as it was typed, null for any: the service says what is wrong with one that is no number.
 *
 * @param {string} text
 * @returns {any}
 */
const seedOf = (text) => (/^\d{1,15}$/.test(text) ? Number(text) : text || null);

/** A name that every system takes for a file. @param {string} name @param {string} extension */
function fileName(name, extension) {
  const stem = name
    .replace(/\.(manni|json)$/i, "")
    .replace(/[^\p{L}\p{N} ._-]+/gu, "-")
    .replace(/^[. -]+|[. -]+$/g, "");
  return `${stem.slice(0, 60) || "deal"}.${extension}`;
}

/**
 * Take a file wherever on the page it is dropped.
 *
 * @param {Window} window
 * @param {Store} store
 * @param {DealActions} deals
 */
export function watchDrops(window, store, deals) {
  /** @param {DragEvent} event */
  const holdsFile = (event) => event.dataTransfer?.types.includes("Files");
  /** @param {boolean} over */
  const show = (over) => store.state.getting.over !== over && deals.write({ over });
  window.addEventListener("dragover", (event) => {
    if (holdsFile(event)) {
      event.preventDefault(); // else the browser leaves the page for the file
      show(true);
    }
  });
  window.addEventListener("dragleave", (event) => {
    if (event.relatedTarget === null) {
      show(false);
    }
  });
  window.addEventListener("drop", (event) => {
    if (holdsFile(event)) {
      event.preventDefault();
      show(false);
      deals.openFile(event.dataTransfer?.files);
    }
  });
}
