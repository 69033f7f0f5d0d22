// The words of what is heard, line by line.
import { clock, el, line, titleOf, toggle, view } from "./parts.js";
import { ask, call, may, on, state } from "./state.js";
import { say } from "./words.js";

const bits = {};
let ends = [];
let lines = []; // elements
let current = -1;
let follows = true;

export function build() {
	bits.title = el("p", { class: "row-about grow", dir: "auto" });
	bits.list = el("ol", { class: "lyrics" });
	bits.none = el("p", { class: "empty", role: "status" });
	bits.follow = toggle(say("lyricsFollow"), follows, (wanted) => { follows = wanted; reveal(); });
	return view("narrow", say("lyrics"), line(bits.title, bits.follow), bits.none, bits.list);
}

export function shown() {
	ends = [on("anew", read), on("player.itemChanged", read), on("player.lyricLine", ({ line }) => mark(line?.index ?? -1))];
	read();
}

export function hidden() { for (const end of ends) end(); }

async function read() {
	const item = state.status?.item;
	const answer = item ? await call("media.lyrics").catch(() => null) : null;
	if (state.status?.item?.id !== item?.id) return; // Another item is heard by now, and was asked about.
	bits.title.textContent = item ? titleOf(item) : "";
	const found = answer?.lines ?? [];
	lines = found.map(makeLine);
	bits.follow.hidden = !found.some(({ start }) => start !== undefined);
	bits.none.textContent = lines.length ? "" : say("noLyrics");
	bits.none.hidden = lines.length > 0;
	bits.list.replaceChildren(...lines.map((one) => el("li", {}, one)));
	mark(answer?.current ?? -1);
}

// A line with a time is a button that goes there. An empty line is a pause, also for those who hear the page.
function makeLine({ start, text }) {
	if (start !== undefined && text && may("seek")) return el("button", { type: "button", dir: "auto", text, title: clock(start), onclick: () => ask("seek", { position: start }) });
	return el("p", { dir: "auto", text: text || "·", "aria-hidden": text ? null : "true" });
}

function mark(index) {
	lines[current]?.removeAttribute("aria-current");
	current = index;
	lines[current]?.setAttribute("aria-current", "true");
	reveal();
}

// The line that is heard comes to the middle, unless a person goes through the others.
function reveal() {
	const element = lines[current];
	if (!follows || !element || bits.list.contains(document.activeElement)) return;
	element.scrollIntoView({ block: "center", behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth" });
}
