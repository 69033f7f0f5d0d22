// What is playing: the view with the cover, and the bar that is always there.
import { button, clock, cover, dress, el, icon, paced, percent, slider, titleOf } from "./parts.js";
import { ask, call, heardPosition, may, on, secondsLeft, state } from "./state.js";
import { say } from "./words.js";
import { cause, stateText } from "./causes.js";
import { chaptersDialog, loopDialog, speedDialog, timerDialog } from "./dialogs.js";

/** An item in words: `Title by Artist`. */
export function spoken(item) { return item.artist ? say("by", titleOf(item), item.artist) : titleOf(item); }

/** The address of the cover of an item of the queue; empty if it has none. Whether one lies beside a file is asked of the server. */
export function coverOf(item) {
	return item && (item.picture || /^(\/|file:)/.test(item.uri)) ? `picture/item/${item.id}` : "";
}

// MARK: commands

const toggle = () => ask("toggle");
const next = () => ask("next");
const previous = () => ask("previous");
const seekBy = (offset) => ask("seek", { offset });
const sendVolume = paced((level) => ask("volume", { level }));
const mute = () => ask("volume", { muted: !state.status.volume.muted });

/** Does what a key stands for, anywhere in the page. Returns whether it does anything. */
export function key(name) {
	const status = state.status;
	if (!status) return false;
	const steps = {
		" ": toggle, k: () => seekBy(10), j: () => seekBy(-10), n: next, p: previous, m: mute,
		"+": () => ask("volume", { delta: 0.05 }), "-": () => ask("volume", { delta: -0.05 }),
	};
	if (!(name in steps)) return false;
	steps[name]();
	return true;
}

// MARK: the bar

const bits = {};

export function bar() {
	bits.thumb = el("div", { class: "thumb" });
	bits.title = el("span", { class: "bar-title", dir: "auto" });
	bits.artist = el("span", { class: "bar-artist", dir: "auto" });
	bits.item = el("a", { class: "bar-item", href: "#/playing", "aria-label": say("openPlaying") }, bits.thumb, el("span", { class: "bar-text" }, bits.title, bits.artist));
	const round = (name, label, picture, act, kind = "") => (bits[name] = button({ label, picture, iconOnly: true, act, kind }));
	const transport = el("div", { class: "transport", dir: "ltr" },
		round("shuffle", say("shuffle"), "shuffle", () => ask("queue.set", { shuffle: !state.status.queue.shuffle }), "minor"),
		round("previous", say("previous"), "previous", previous),
		round("play", say("play"), "play", toggle, "primary big"),
		round("next", say("next"), "next", next),
		round("repeat", say("repeatoff"), "repeat", () => {
			const order = { off: "all", all: "one", one: "off" };
			ask("queue.set", { repeat: order[state.status.queue.repeat] });
		}, "minor"));
	bits.elapsed = el("span", { class: "time", "aria-hidden": "true", text: "–:––" });
	bits.total = el("span", { class: "time", "aria-hidden": "true", text: "–:––" });
	bits.seek = slider({ label: say("seek"), max: 1, step: 0.1, text: (value) => say("positionText", clock(value), clock(state.status?.duration)), done: seekTo, more: { class: "seek" } });
	bits.seek.addEventListener("input", () => { bits.elapsed.textContent = clock(Number(bits.seek.value)); });
	bits.seek.addEventListener("keydown", seekKey);
	bits.region = el("div", { class: "loop-region", hidden: true });
	const line = el("div", { class: "seek-line", dir: "ltr" }, bits.elapsed, el("div", { class: "seek-track" }, bits.region, bits.seek), bits.total);
	bits.volume = slider({ label: say("volume"), text: volumeText, act: sendVolume, more: { class: "volume" } });
	bits.ceiling = el("div", { class: "ceiling", hidden: true });
	round("mute", say("mute"), "volume", mute, "minor");
	bits.level = el("span", { class: "time level", dir: "ltr", "aria-hidden": "true" });
	const volume = el("div", { class: "volume-line" }, bits.mute, el("div", { class: "volume-track" }, bits.volume, bits.ceiling), bits.level);
	on("status", update);
	on("connection", update);
	setInterval(() => { if (!document.hidden) tick(); }, 250);
	document.addEventListener("visibilitychange", tick);
	update();
	return [bits.item, el("div", { class: "bar-middle" }, transport, line), volume];
}

function volumeText(level) {
	const most = state.status?.volume.maximum;
	const text = state.status?.volume.muted ? `${percent(level)}, ${say("muted")}` : percent(level);
	return most !== undefined ? say("volumeCeiling", text, percent(most)) : text;
}

let seekTimer = 0;

function seekTo(position) {
	clearTimeout(seekTimer);
	if (state.status?.item) ask("seek", { position });
}

// The arrows go by five seconds, whatever the length; several presses are one seek.
function seekKey(event) {
	const steps = { ArrowRight: 5, ArrowUp: 5, ArrowLeft: -5, ArrowDown: -5, PageUp: 30, PageDown: -30 };
	const value = event.key === "Home" ? 0 : event.key in steps ? Number(bits.seek.value) + steps[event.key] : null;
	if (value === null) return;
	event.preventDefault();
	bits.seek.isHeld = true;
	bits.seek.value = value;
	bits.seek.show();
	bits.elapsed.textContent = clock(Number(bits.seek.value));
	clearTimeout(seekTimer);
	seekTimer = setTimeout(() => { bits.seek.isHeld = false; seekTo(Number(bits.seek.value)); }, 200);
}

// A screen reader says the value of a slider under the focus each time it changes: then it changes only now and then.
let spokenAt = 0;

function tick() {
	const position = heardPosition();
	if (bits.seek.isHeld) return;
	if (document.activeElement === bits.seek && position !== null && Math.abs(position - spokenAt) < 10 && position >= spokenAt) {
		bits.elapsed.textContent = clock(position);
		return;
	}
	spokenAt = position ?? 0;
	bits.seek.setTo(position ?? 0);
	const text = clock(position);
	if (bits.elapsed.textContent !== text) bits.elapsed.textContent = text;
	if (tools.timer) showTimer();
}

function update() {
	const status = state.status;
	const item = status?.item;
	const away = state.connection !== "open";
	const isPlaying = status?.state === "playing" || status?.state === "buffering";
	dress(bits.play, say(isPlaying ? "pause" : "play"), isPlaying ? "pause" : "play");
	for (const [name, method] of Object.entries({ play: "toggle", next: "next", previous: "previous", shuffle: "queue.set", repeat: "queue.set", mute: "volume" })) {
		bits[name].disabled = away || !status || !may(method);
	}
	bits.seek.disabled = away || !item || status.duration === null || !may("seek");
	bits.volume.disabled = away || !status || !may("volume");
	if (!status) return;
	bits.shuffle.setAttribute("aria-pressed", status.queue.shuffle);
	dress(bits.repeat, say(`repeat${status.queue.repeat}`), "repeat");
	bits.repeat.setAttribute("aria-pressed", status.queue.repeat !== "off");
	bits.repeat.classList.toggle("one", status.queue.repeat === "one");
	bits.title.textContent = item ? titleOf(item) : say("nothingPlays");
	bits.artist.textContent = item?.artist ?? "";
	bits.item.setAttribute("aria-label", item ? `${spoken(item)}. ${say("openPlaying")}` : say("openPlaying"));
	const address = coverOf(item);
	if (bits.thumb.dataset.address !== address || !bits.thumb.firstChild) {
		bits.thumb.dataset.address = address;
		bits.thumb.replaceChildren(cover(address, "cover small"));
	}
	bits.seek.max = status.duration ?? 1;
	bits.total.textContent = clock(status.duration);
	const part = (seconds) => `${100 * seconds / (status.duration || 1)}%`;
	bits.region.hidden = !status.loop || !status.duration;
	if (status.loop) {
		bits.region.style.left = part(status.loop.from);
		bits.region.style.width = part(status.loop.to - status.loop.from);
	}
	const { level, muted, maximum } = status.volume;
	bits.volume.setTo(level);
	bits.volume.show();
	bits.level.textContent = percent(level);
	dress(bits.mute, say(muted ? "unmute" : "mute"), muted ? "mute" : "volume");
	bits.ceiling.hidden = maximum === undefined;
	bits.ceiling.title = maximum === undefined ? "" : say("ceiling", percent(maximum));
	bits.ceiling.style.insetInlineStart = `${(maximum ?? 1) * 100}%`;
	tick();
}

// MARK: the view

const tools = {};
let ends = [];

export function build() {
	tools.cover = el("div", { class: "big-cover" });
	tools.title = el("h1", { tabindex: "-1", dir: "auto" });
	tools.artist = el("p", { class: "artist", dir: "auto" });
	tools.line = el("p", { class: "state-line" });
	tools.detail = el("span", { class: "state-detail" });
	tools.chips = el("p", { class: "chips" });
	tools.drawn = "";
	const tool = (name, picture, act, needs) => (tools[name] = button({ label: say(name), picture, act, needs, kind: "tool" }));
	tools.row = el("div", { class: "tools" }, tool("speed", "speed", speedDialog, "player.setSpeed"), tool("timer", "timer", timerDialog, "player.stopAfter"),
		tool("loop", "loop", loopDialog, "player.setLoop"), tool("chapters", "chapters", chaptersDialog),
		el("a", { class: "pill tool", href: "#/lyrics" }, icon("lyrics"), el("span", { text: say("lyrics") })));
	tools.library = el("p", { class: "hint" }, el("span", { text: say("nothingPlaysText") }), el("a", { class: "pill primary", href: "#/library" }, icon("library"), el("span", { text: say("openLibrary") })));
	return el("div", { class: "view playing" }, tools.cover, el("div", { class: "about" }, tools.title, tools.artist, tools.line, tools.chips, tools.library, tools.row));
}

export function shown() {
	ends = [on("status", draw), on("connection", draw), on("player.itemChanged", findChapters), on("anew", findChapters)];
	draw();
	findChapters();
}

export function hidden() {
	for (const end of ends) end();
	tools.timer = null;
}

// The button for chapters is there where there are some.
let chapterCount = 0;

async function findChapters() {
	const before = state.status?.item?.id;
	const answer = state.status?.item ? await call("media.chapters").catch(() => null) : null;
	if (state.status?.item?.id !== before) return;
	chapterCount = answer?.chapters.length ?? 0;
	draw();
}

function name(element, text) {
	const label = element.querySelector("span");
	if (label.textContent !== text) label.textContent = text;
}

function showTimer() {
	const stop = state.status?.stopAfter;
	name(tools.timer, !stop ? say("timer") : stop.after === "time" ? say("timerLeft", clock(secondsLeft(stop)))
		: say(`timer${{ current: "Current", each: "Each", item: "Item" }[stop.after]}`));
	tools.timer.classList.toggle("active", Boolean(stop));
}

function draw() {
	const status = state.status;
	if (!status || !tools.timer) return;
	const { item } = status;
	const address = coverOf(item);
	if (tools.cover.dataset.address !== address || !tools.cover.firstChild) {
		tools.cover.dataset.address = address;
		tools.cover.replaceChildren(cover(address, "cover large"));
	}
	tools.title.textContent = item ? titleOf(item) : say("nothingPlays");
	const about = item && [item.artist, item.album, item.station].filter(Boolean).join(" · ");
	tools.artist.textContent = about ?? "";
	tools.artist.hidden = !about;
	tools.library.hidden = status.queue.length > 0;
	drawState(status);
	tools.row.hidden = !item;
	tools.chapters.hidden = chapterCount === 0;
	name(tools.chapters, status.chapter?.title ?? (status.chapter ? say("chapter", status.chapter.index + 1) : say("chapters")));
	const speed = status.speed?.speed ?? status.options.speed ?? 1;
	name(tools.speed, speed === 1 ? say("speed") : `${speed} ×`);
	tools.speed.setAttribute("aria-label", say("speedOf", `${speed} ×`));
	tools.speed.classList.toggle("active", speed !== 1);
	name(tools.loop, status.loop ? say("loopOf", clock(status.loop.from), clock(status.loop.to)) : say("loop"));
	tools.loop.classList.toggle("active", Boolean(status.loop));
	showTimer();
}

function drawState(status) {
	const { line, detail } = stateText(status);
	// Why it stands still is worth a sentence; that it plays is seen.
	const isQuiet = status.state === "playing" && (!status.cause || ["playing", "asBefore", "unmuted"].includes(status.cause.change));
	tools.line.hidden = isQuiet || !status.item;
	const { format, output } = status;
	const details = format && [format.codec.toUpperCase(), format.sampleRate && `${format.sampleRate / 1000} kHz`, format.bitsPerSample && `${format.bitsPerSample} bit`].filter(Boolean).join(" · ");
	// A link that is made anew loses the focus: only what has changed is.
	const drawn = JSON.stringify([line, detail, output?.name, output?.type, details]);
	if (tools.drawn === drawn) return;
	tools.drawn = drawn;
	tools.line.replaceChildren(el("strong", { text: line }), el("span", { class: "state-detail", text: detail }),
		el("a", { href: "#/why", text: cause("whyTitle") }));
	tools.chips.replaceChildren(
		el("a", { class: "chip", href: "#/sound" }, icon(output?.type === "headphones" || output?.type === "headset" ? "headphones" : "speaker"), el("span", { text: output ? output.name : say("noOutput") })),
		details ? el("span", { class: "chip plain", text: details }) : "");
}
