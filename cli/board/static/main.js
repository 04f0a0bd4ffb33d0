/** The page put together: state, connection, actions, keys, and what is drawn. */

/** @import {Hello} from "./messages.js" */
/** @import {State} from "./types.js" */
import { Actions } from "./actions.js";
import { watchDrops } from "./actions/deals.js";
import * as address from "./address.js";
import { makeChannels } from "./channel.js";
import { flying } from "./flights.js";
import { minding } from "./focus.js";
import { render } from "./h.js";
import { watchDrags, watchKeys, watchPresses } from "./keys.js";
import { _, speak } from "./language.js";
import * as kept from "./kept.js";
import { makeStore } from "./state.js";
import { makeTalk } from "./talk.js";
import { view } from "./views/frame.js";

/**
 * Read the address, whose token is nobody else's business. As `opened` it stays noted with every
 * address that the page shows after it.
 */
function readAddress() {
  const { opened = location.hash } = history.state ?? {};
  const says = address.parse(location.hash);
  const { token, deal } = says;
  if (token) {
    address.show(deal);
    kept.remember("token", token);
  }
  address.note(token ? { token, opened } : { opened });
  return says;
}

const asked = readAddress();
await kept.begin();
const store = makeStore((state) => {
  act.follow(state);
  draw(state);
});
/** @param {Partial<State>} some */
const put = (some) => store.change((s) => Object.assign(s, some));
put({ opening: Boolean(asked.deal || asked.file) });
const talk = makeTalk(makeChannels(), {
  opened: () => put({ link: "open" }),
  loads: (loaded) => put({ loaded }),
  unkept() {
    if (!kept.recall("unkept", false)) {
      kept.remember("unkept", true);
      const said = _("There is no room to keep the board here: each visit loads it again.");
      put({ said, note: said });
    }
  },
  lost(text, everOpened) {
    put({ link: everOpened && !text ? "lost" : "refused", said: text || store.state.said });
  },
  wants,
  hello: greet,
});
const act = new Actions(store, talk);

/**
 * The language chosen, else that of the board where it was asked for one, else the browser's.
 *
 * @param {Hello} hello
 */
function wants({ language, languages, asked_for }) {
  const liked = asked_for ? [] : navigator.languages.map((tag) => tag.split("-", 1)[0] ?? "");
  const wanted = [store.state.settings.language, ...liked];
  return wanted.find((code) => code in languages) ?? language.code;
}

/**
 * Take what the service says of itself; the first time, put a deal on the board.
 *
 * @param {Hello} hello
 */
function greet(hello) {
  const first = store.state.hello === null;
  speak(hello.language);
  document.documentElement.lang = hello.language.code;
  put({ hello });
  if (first) {
    act.keep.begin(asked);
    asked.game && act.game.join(asked.game);
  }
}

const page = /** @type {HTMLElement} */ (document.getElementById("page"));
page.replaceChildren(); // the sentence for a page that gets no further than its HTML
const draw = minding(page, (state) => {
  const root = document.documentElement;
  root.dataset["theme"] = state.settings.theme;
  root.classList.toggle("four-colours", state.settings.fourColours);
  root.classList.toggle("folded", state.settings.folded);
  const title = state.game.open ? state.game.now?.game : state.deal?.title;
  document.title = title ? `${title} – Manni` : "Manni";
  const show = () => render(page, view(state, act));
  flying(page, () => {
    show();
    const room = measured();
    if (`${Object.values(room)}` !== `${Object.values(state.room)}`) {
      state.room = room;
      show();
    }
  });
});

/** What room there is for a table. */
function measured() {
  const { clientWidth: w = 0, clientHeight: h = 0 } = page.querySelector(".play") ?? {};
  return { w, h, em: parseFloat(getComputedStyle(document.documentElement).fontSize) / 15 };
}

addEventListener("resize", () => store.change(() => {}));
watchKeys(document, store, act);
watchPresses(document);
watchDrags(document, act);
addEventListener("popstate", ({ state }) => {
  const given = state?.opened !== address.noted()["opened"]; // else a step to what the page showed
  const says = readAddress();
  if (says.game) {
    act.game.join(says.game);
    return;
  }
  const here = store.state.shown?.position.address ?? "";
  const opens = given && (says.file || (says.deal && says.deal !== here));
  opens && act.board.open(says);
  store.state.game.open && act.game.show(false);
  opens || act.board.showAddress();
});
watchDrops(window, store, act.deals);
kept.watch((name) => {
  if (name === "settings" && kept.settings().language !== store.state.settings.language) {
    location.reload(); // another tab has chosen one
  }
});
