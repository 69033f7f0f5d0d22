// Recording, with meters; and what is being announced.
import { button, choice, clock, dress, el, hint, line, notice, section, titleOf, view } from "./parts.js";
import { ask, call, may, on, wantLevels } from "./state.js";
import { leave, speaking } from "./voice.js";
import { say } from "./words.js";

const bits = {};
let ends = [];
let rows = new Map(); // recording -> {element, state, meters, since}
let timer = 0;

export function build() {
	let source = "input";
	bits.list = el("ul", { class: "rows" });
	bits.none = hint(say("recordNone"));
	bits.announcements = el("ul", { class: "rows" });
	bits.noAnnouncement = hint(say("announceNone"));
	const start = button({ label: say("recordStart"), picture: "record", kind: "primary", act: () => ask("record.start", { source, purpose: say("fermata") }).then(read) });
	return view("", say("recording"), el("div", { class: "columns" },
			section("recordings", say("recording"),
				may("record.start") ? el("div", { class: "line wrap end" },
					choice(say("recordSource"), ["input", "output", "player", "meeting"].map((key) => [key, say(`record${key}`)]), source, (value) => { source = value; }), start)
					: hint(say("notAllowed")),
				may("record.list") && bits.none, bits.list),
			section("announcements", say("announcements"),
				speaking(),
				bits.noAnnouncement, bits.announcements)));
}

export function shown() {
	rows = new Map();
	ends = [on("anew", read), on("recording.began", read), on("recording.stateChanged", read), on("recording.levels", showLevels),
		on("recording.ended", ended), on("announcement.", readAnnouncements), on("anew", readAnnouncements)];
	timer = setInterval(showTimes, 500);
	wantLevels(true);
	read();
	readAnnouncements();
}

export function hidden() {
	for (const end of ends) end();
	clearInterval(timer);
	leave();
	wantLevels(false);
}

async function read() {
	const list = await call("record.list").catch(() => null);
	if (!list) return;
	bits.none.hidden = list.length > 0;
	for (const [id, row] of rows) if (!list.some((one) => one.recording === id)) { row.element.remove(); rows.delete(id); }
	for (const recording of list) update(recording);
}

function update(recording) {
	const id = recording.recording;
	let row = rows.get(id);
	if (!row) rows.set(id, row = makeRow(recording));
	if (!row.element.isConnected) bits.list.append(row.element);
	row.state.textContent = say(`state${recording.state}`);
	row.element.classList.toggle("running", recording.state === "recording");
	row.path.textContent = recording.path?.split("/").pop() ?? recording.format;
	row.base = recording.duration;
	row.at = performance.now();
	row.isRunning = recording.state === "recording";
	const isPaused = recording.state === "paused";
	row.isPaused = isPaused;
	row.isMuted = recording.muted;
	dress(row.pause, say(isPaused ? "recordResume" : "recordPause"), isPaused ? "record" : "pause");
	dress(row.mute, say(recording.muted ? "unmute" : "mute"), recording.muted ? "mute" : "microphone");
}

function makeRow({ recording, channels }) {
	const row = {};
	const tool = (label, picture, needs, act) => button({ label, picture, iconOnly: true, needs, act });
	row.state = el("strong");
	row.time = el("span", { class: "time" });
	row.path = el("span", { class: "row-about" });
	row.meters = Array.from({ length: channels }, (_, channel) =>
		el("div", { class: "meter", role: "meter", "aria-label": say("meterOf", channel + 1), "aria-valuemin": "-60", "aria-valuemax": "0", "aria-valuenow": "-60", "aria-valuetext": say("decibels", "−60"), dir: "ltr" },
			el("div", { class: "bar rms" }), el("div", { class: "bar peak" })));
	row.pause = tool(say("recordPause"), "pause", "record.pause", () => ask(row.isPaused ? "record.resume" : "record.pause", { recording }));
	row.mute = tool(say("mute"), "microphone", "record.setMuted", () => ask("record.setMuted", { recording, muted: !row.isMuted }).then((now) => now && update(now)));
	row.element = el("li", { class: "recording" },
		line(el("span", { class: "dot", "aria-hidden": "true" }), row.state, row.time, el("span", { class: "grow" }), row.pause, row.mute,
			tool(say("recordSplit"), "split", "record.split", () => ask("record.split", { recording })),
			tool(say("recordStop"), "stop", "record.stop", () => ask("record.stop", { recording }))),
		row.path, ...row.meters);
	return row;
}

function showTimes() {
	for (const row of rows.values()) row.time.textContent = clock(row.base + (row.isRunning ? (performance.now() - row.at) / 1000 : 0));
}

// From −60 dB, which nobody hears beside anything else, to full scale.
function showLevels({ recording, peak, rms }) {
	const row = rows.get(recording);
	if (!row) return;
	row.meters.forEach((meter, channel) => {
		const level = Math.max(-60, Math.min(0, peak[channel] ?? -60));
		meter.querySelector(".rms").style.width = `${(Math.max(-60, rms[channel] ?? -60) + 60) / 0.6}%`;
		meter.querySelector(".peak").style.left = `${(level + 60) / 0.6}%`;
		meter.classList.toggle("over", level > -1);
		meter.setAttribute("aria-valuenow", level.toFixed(0));
		meter.setAttribute("aria-valuetext", say("decibels", level.toFixed(0).replace("-", "−")));
	});
}

function ended({ path, error }) {
	notice(error ? error.message : say("recordSaved", path?.split("/").pop() ?? ""), null, Boolean(error));
	read();
}

async function readAnnouncements() {
	const list = await call("announce.list").catch(() => null);
	if (!list) return;
	bits.noAnnouncement.hidden = list.length > 0;
	bits.announcements.replaceChildren(...list.map((one) => el("li", { class: "line" }, el("span", { class: "grow", text: titleOf(one) }),
		el("span", { class: "row-about", text: say(`phase${one.phase}`) }),
		button({ label: say("announceCancel"), picture: "close", iconOnly: true, needs: "announce.cancel", act: () => ask("announce.cancel", { announcement: one.announcement }) }))));
}
