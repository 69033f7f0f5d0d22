// The dialogs of what is playing: speed, sleep timer, A–B loop, chapters.
import { button, choice, clock, dialog, el, icon, line, slider, toggle } from "./parts.js";
import { ask, heardPosition, on, state } from "./state.js";
import { say } from "./words.js";

const speeds = [0.75, 1, 1.25, 1.5, 1.75, 2];

export function speedDialog() {
	const status = state.status;
	const now = status.speed?.speed ?? status.options.speed ?? 1;
	// Without a word of the person, a change counts for what the speed of now counts for.
	let target = status.speed?.from ?? "all";
	const show = (value) => `${Number(Number(value).toFixed(2))} ×`;
	const set = (speed) => { range.setTo(speed); output.textContent = show(speed); ask("player.setSpeed", { speed: Number(speed.toFixed(2)), for: target }); };
	const output = el("output", { class: "large-value", text: show(now) });
	const range = slider({ label: say("speed"), min: 0.25, max: 4, step: 0.05, value: now, text: show, act: (value) => { output.textContent = show(value); }, done: set });
	dialog(say("speed"), () => el("div", { class: "stack" },
		status.normalSpeed && el("p", { text: say(`normalSpeed${status.normalSpeed}`) }),
		output, range,
		line(...speeds.map((speed) => button({ label: show(speed), kind: "small", act: () => set(speed) }))),
		choice(say("speedFor"), ["all", "item", "book", "feed"].map((key) => [key, say(`speed${key}`)]), target, (value) => { target = value; })));
}

export function timerDialog() {
	let fade = true;
	const set = (close, parameters) => { close(); ask("player.stopAfter", parameters); };
	dialog(say("timer"), (close) => el("div", { class: "stack" },
		line(...[5, 15, 30, 45, 60, 90].map((minutes) =>
			button({ label: say("timerMinutes", minutes), kind: "small", act: () => set(close, { minutes, fade: fade ? 30 : 0 }) }))),
		toggle(say("timerFade"), fade, (value) => { fade = value; }),
		el("div", { class: "menu" },
			button({ label: say("timerCurrent"), picture: "timer", kind: "flat", act: () => set(close, { item: "current" }) }),
			button({ label: say("timerEach"), picture: "list", kind: "flat", act: () => set(close, { item: "each" }) }),
			state.status.stopAfter && button({ label: say("off"), picture: "close", kind: "flat", act: () => set(close, {}) }))));
}

// Where the loop is to begin, between two openings of the dialog.
let marked = null;

export function loopDialog() {
	const item = state.status.item?.id;
	if (marked?.item !== item) marked = null;
	const now = el("output", { class: "large-value" });
	const text = el("p");
	const draw = () => {
		now.textContent = clock(heardPosition());
		const { loop } = state.status;
		text.textContent = marked ? say("loopOf", clock(marked.from), "…") : loop ? say("loopOf", clock(loop.from), clock(loop.to)) : say("loopText");
		finish.disabled = !marked;
		end.hidden = !loop;
	};
	const begin = button({ label: say("loopA"), picture: "play", act: () => { marked = { item, from: heardPosition() }; draw(); } });
	const finish = button({ label: say("loopB"), picture: "stop", act: () => {
		const to = heardPosition();
		if (to > marked.from) ask("player.setLoop", { from: marked.from, to });
		marked = null;
		draw();
	} });
	const end = button({ label: say("loopEnd"), picture: "close", act: () => ask("player.setLoop") });
	const timer = setInterval(draw, 250);
	const off = on("status", draw);
	dialog(say("loop"), () => el("div", { class: "stack" }, now, text, line(begin, finish, end)));
	document.querySelector("dialog[open]").addEventListener("close", () => { clearInterval(timer); off(); });
	draw();
}

export async function chaptersDialog() {
	const answer = await ask("media.chapters");
	if (!answer) return;
	dialog(say("chapters"), (close) => el("div", { class: "menu scroll" }, ...answer.chapters.map((chapter) => {
		const isCurrent = chapter.index === answer.current;
		return el("button", { type: "button", class: `pill flat ${isCurrent ? "active" : ""}`, "aria-current": isCurrent ? "true" : null, onclick: () => {
			close();
			ask("player.seekToChapter", { index: chapter.index });
		} }, icon(isCurrent ? "playing" : "chapters"), el("span", { class: "grow", text: chapter.title ?? say("chapter", chapter.index + 1) }), el("span", { class: "time", text: clock(chapter.start) }));
	})));
}
