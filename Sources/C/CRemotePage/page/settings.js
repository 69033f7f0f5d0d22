// Settings of this page, which stay in this browser, and those of the daemon that belong to everybody.
import { button, choice, el, hint, line, section, view } from "./parts.js";
import { keep, read } from "./kept.js";
import * as devices from "./devices.js";
import { ask, call, may, on, state } from "./state.js";
import { languages, say } from "./words.js";

export function applyTheme() {
	const theme = read("theme");
	if (theme) document.documentElement.dataset.theme = theme; else delete document.documentElement.dataset.theme;
}

const bits = {};
let ends = [];

export function build() {
	bits.playback = el("div", { class: "stack" });
	bits.library = el("p", { class: "row-about" });
	bits.scan = el("p", { class: "row-about", role: "status" });
	return view("", say("settings"), el("div", { class: "columns" },
		section("this-page", say("thisPage"),
			choice(say("language"), [["", say("languageAuto")], ...Object.entries(languages)], read("language") ?? "", (value) => { keep("language", value); location.reload(); }),
			choice(say("theme"), ["", "light", "dark"].map((key) => [key, say(`theme${key || "auto"}`)]), read("theme") ?? "", (value) => { keep("theme", value); applyTheme(); }),
			el("h3", { text: say("keys") }), hint(say("keysText"))),
		section("playback", say("playback"), bits.playback),
		section("the-library", say("library"), bits.library, el("div", { class: "line" }, button({ label: say("scan"), picture: "search", needs: "library.update", act: () => ask("library.update") })), bits.scan),
		section("server", say("server"),
			state.server && el("p", { text: `${location.host} · ${say("version", state.server.version)} · PipeWire ${state.server.pipewire}` }),
			hint(say("role", say(`role${state.role ?? "admin"}`)))),
		devices.section()));
}

export function shown() {
	ends = [on("status", draw), on("anew", readLibrary), on("library.progress", progress), on("library.changed", readLibrary)];
	bits.drawn = "";
	draw();
	readLibrary();
	devices.shown();
}

export function hidden() {
	for (const end of ends) end();
	devices.hidden();
}

function draw() {
	const options = state.status?.options;
	if (!options || bits.drawn === JSON.stringify(options)) return;
	if (bits.playback.contains(document.activeElement)) return; // What a person is choosing is not taken away.
	bits.drawn = JSON.stringify(options);
	const one = (label, pairs, value, method, send) => {
		const field = choice(label, pairs, String(value), (next) => ask(method, send(next)));
		field.querySelector("select").disabled = !may(method);
		return field;
	};
	const lengths = [...new Set([0, 1, 2, 4, 6, 8, 12, options.crossfade])].sort((a, b) => a - b);
	bits.playback.replaceChildren(
		one(say("crossfade"), lengths.map((seconds) => [String(seconds), seconds ? say("seconds", seconds) : say("gainoff")]), options.crossfade, "player.setCrossfade", (next) => ({ seconds: Number(next) })),
		one(say("crossfadeBy"), ["time", "content"].map((key) => [key, say(`crossfade${key}`)]), options.crossfadeBy, "player.setCrossfadeBy", (mode) => ({ mode })),
		one(say("replayGain"), ["off", "track", "album", "auto"].map((key) => [key, say(`gain${key}`)]), options.replayGain, "player.setReplayGain", (mode) => ({ mode })),
		one(say("skipSilence"), ["off", "mild", "strong"].map((key) => [key, say(`silence${key}`)]), options.skipSilence, "player.setSkipSilence", (mode) => ({ mode })));
}

async function readLibrary() {
	const answer = await call("library.statistics").catch(() => null);
	if (answer) bits.library.textContent = say("librarySize", answer.songs, answer.albums, answer.artists);
}

function progress({ state: now, files, added, changed, removed, problem }) {
	bits.scan.textContent = problem ?? (now === "running" ? say("scanning", files) : say("scanDone", added, changed, removed));
}
