// Where the sound goes, and what becomes of it there: outputs, the equaliser of each, rooms.
import { button, choice, dialog, dress, el, hint, icon, line, minor, notice, paced, percent, section, slider, svg, toggle, view } from "./parts.js";
import { keep, read } from "./kept.js";
import { ask, call, may, on } from "./state.js";
import * as listen from "./listen.js";
import * as rooms from "./rooms.js";
import { say } from "./words.js";

const bits = {};
let ends = [];
let outputs = [];
let shownOutput = null; // the uid of the output whose equaliser is shown

export function build() {
	bits.outputs = el("ul", { class: "rows" });
	bits.equaliser = el("div", { class: "stack" });
	return view("", say("sound"), el("div", { class: "columns" },
			section("outputs", say("outputs"), bits.outputs),
			section("equaliser", say("equaliser"), bits.equaliser),
			listen.section(), rooms.section()));
}

export function shown() {
	ends = [on("anew", readOutputs), on("route.", readOutputs), on("session.routeChanged", readOutputs), on("session.outputVolumeChanged", readOutputs),
		on("output.", readEqualiser)];
	bits.rows = new Map();
	readOutputs();
	rooms.shown();
}

export function hidden() {
	for (const end of ends) end();
	rooms.hidden();
	shownOutput = null;
}

// MARK: outputs

async function readOutputs() {
	const answer = await call("route.outputs").catch(() => null);
	if (!answer) return;
	outputs = answer;
	drawOutputs();
	const current = outputs.find((output) => output.current) ?? outputs[0];
	if (!outputs.some((output) => output.uid === shownOutput)) shownOutput = current?.uid ?? null;
	readEqualiser();
}

// Rows stay as long as their outputs do, so that a slider is not taken from under a finger.
function drawOutputs() {
	const inUse = outputs.filter((output) => output.current);
	for (const [uid, row] of bits.rows) if (!outputs.some((output) => output.uid === uid)) { row.element.remove(); bits.rows.delete(uid); }
	let place = bits.outputs.firstChild;
	for (const output of outputs) {
		const row = bits.rows.get(output.uid) ?? makeRow(output);
		// A row that is put in again, even at its place, loses the focus, and its slider the finger.
		if (row.element === place) place = place.nextSibling; else bits.outputs.insertBefore(row.element, place);
		row.element.classList.toggle("current", output.current);
		row.here.hidden = output.current || !may("route.select");
		row.mark.hidden = !output.current;
		row.also.hidden = !may("route.select") || (output.current && inUse.length === 1);
		row.also.querySelector("input").checked = output.current;
		row.line.hidden = output.volume === undefined || output.volume === null || !may("route.setVolume");
		row.volume.setTo(output.volume ?? 0);
		row.mute.isMuted = output.muted;
		dress(row.mute, output.muted ? `${say("unmute")}: ${output.name}` : say("muteOf", output.name), output.muted ? "mute" : "volume");
		row.limit.hidden = output.volumeMaximum === undefined;
		if (output.volumeMaximum !== undefined) row.limit.textContent = `${say("volume")}: ${say("ceiling", percent(output.volumeMaximum))}`;
	}
}

function makeRow(output) {
	const { uid, name, type } = output;
	const row = {};
	row.here = button({ label: say("playHere"), kind: "small", act: () => ask("route.select", { output: uid }), more: { "aria-label": say("playHereOf", name) } });
	row.mark = el("span", { class: "mark" }, icon("check"), el("span", { text: say("heardHere") }));
	row.also = toggle(say("alsoHere"), false, (wanted) => {
		const others = outputs.filter((one) => one.current && one.uid !== uid).map((one) => one.uid);
		ask("route.select", { outputs: wanted ? [...others, uid] : others }).then(readOutputs);
	}, { "aria-label": say("alsoHereOf", name) });
	row.volume = slider({ label: say("volumeOf", name), text: percent, act: paced((level) => ask("route.setVolume", { output: uid, level })) });
	row.mute = minor({ label: say("muteOf", name), picture: "volume", act: () => ask("route.setVolume", { output: uid, muted: !row.mute.isMuted }) });
	row.line = el("div", { class: "line" }, row.mute, row.volume);
	row.limit = el("span", { class: "row-about" });
	row.element = el("li", { class: "output" }, icon(/head/.test(type) ? "headphones" : "speaker"),
		el("div", { class: "grow stack tight" }, line(el("strong", { class: "grow", text: name }), row.mark, row.here, row.also), row.limit, row.line));
	bits.rows.set(uid, row);
	return row;
}

// MARK: equaliser

async function readEqualiser() {
	if (shownOutput === null) return;
	const uid = shownOutput;
	const answer = await call("output.filters", { output: uid }).catch(() => null);
	if (answer && uid === shownOutput) drawEqualiser(answer); // Else another output was chosen, and asked about.
}

// The text of an equaliser that was switched off, by output: the daemon keeps what is chosen, and "off" is a choice too.
const keptText = (uid) => read(`equaliser ${uid}`);
const keepText = (uid, text) => keep(`equaliser ${uid}`, text);

function drawEqualiser({ choices, active, curve }) {
	const uid = shownOutput;
	const name = outputs.find((output) => output.uid === uid)?.name ?? uid;
	const rule = curve?.rule ?? choices.find((choice) => choice.output === uid)?.output;
	const chosen = choices.find((choice) => choice.output === uid) ?? choices.find((choice) => choice.output === rule);
	const text = chosen && chosen.equalizer !== "off" ? chosen.equalizer : "";
	if (text) keepText(uid, text);
	const set = async (parameters) => {
		const answer = await ask("output.setFilters", { output: uid, ...parameters });
		if (answer?.notes?.length) notice(answer.notes.join(" "));
		readEqualiser();
	};
	const now = active.find((one) => one.output === uid);
	const mayChange = may("output.setFilters");
	const isOn = Boolean(text);
	const canBeOn = isOn || keptText(uid);
	const parts = chosen ?? {};
	// A switch under the focus keeps it when the whole is drawn again.
	const focused = bits.equaliser.contains(document.activeElement) ? document.activeElement.dataset.act : null;
	const which = choice(say("outputs"), outputs.map((output) => [output.uid, output.name]), uid, (value) => { shownOutput = value; readEqualiser(); });
	which.querySelector("select").dataset.act = "output";
	bits.equaliser.replaceChildren(
		which,
		curveOf(curve, isOn),
		canBeOn ? line(toggle(say("equaliserOn"), isOn, (wanted) => set({ equalizer: wanted ? keptText(uid) : "off" }), { "data-act": "on", disabled: !mayChange }),
			isOn && curve && el("span", { class: "row-about", text: say("levelLowered", curve.level.toFixed(1).replace("-", "−")) }),
			now?.clippedSamples > 0 && el("span", { class: "fault", text: say("clipped", now.clippedSamples) }))
			: hint(say("equaliserNone")),
		now?.problem ? el("p", { class: "fault", text: now.problem }) : "",
		mayChange ? el("div", { class: "stack tight" },
			toggle(say("nightMode"), Boolean(parts.nightMode), (nightMode) => set({ nightMode }), { "data-act": "night" }),
			toggle(say("mono"), Boolean(parts.mono), (mono) => set({ mono }), { "data-act": "mono" }),
			toggle(say("crossfeed"), Boolean(parts.crossfeed), (wanted) => set({ crossfeed: wanted ? {} : null }), { "data-act": "crossfeed" })) : "",
		mayChange ? el("div", { class: "line" }, button({ label: say("equaliserChange"), picture: "settings", act: () => editText(name, text || keptText(uid) || "", set), more: { "data-act": "change" } })) : hint(say("notAllowed")));
	if (focused) bits.equaliser.querySelector(`[data-act="${focused}"]`)?.focus();
}

function editText(name, text, set) {
	dialog(say("equaliserOf", name), (close) => {
		const area = el("textarea", { rows: "10", maxlength: "65536", spellcheck: "false", dir: "ltr", placeholder: "Preamp: -3 dB\nFilter 1: ON PK Fc 100 Hz Gain 3 dB Q 1.0" });
		area.value = text;
		return el("form", { class: "stack", onsubmit: (event) => { event.preventDefault(); close(); set({ equalizer: area.value.trim() || null }); } },
			el("label", { class: "field" }, el("span", { text: say("equaliserText") }), area),
			el("div", { class: "line" }, el("button", { class: "pill primary", type: "submit", text: say("apply") })));
	});
}

const box = { width: 360, height: 170, left: 34, right: 8, top: 10, bottom: 24 };

/** The curve as a picture: hertz to the right on a logarithmic scale, decibels upwards. */
function curveOf(curve, isOn) {
	const gains = curve ? [...curve.left, ...(curve.right ?? [])] : [0];
	const [least, most] = [Math.min(...gains), Math.max(...gains)];
	const reach = Math.max(6, Math.ceil(Math.max(Math.abs(least), Math.abs(most)) / 6) * 6);
	const x = (hertz) => box.left + (box.width - box.left - box.right) * Math.log(hertz / 20) / Math.log(1000);
	const y = (decibels) => box.top + (box.height - box.top - box.bottom) * (reach - decibels) / (2 * reach);
	const text = isOn && curve ? say("curveText", least.toFixed(1), most.toFixed(1), Array.isArray(curve.bands) ? curve.bands.length : curve.bands) : say("curveFlat");
	const lines = [];
	for (const [hertz, label] of [[20, "20"], [100, "100"], [1000, "1k"], [10_000, "10k"]]) {
		lines.push(svg("line", { class: "rule", x1: x(hertz), x2: x(hertz), y1: box.top, y2: box.height - box.bottom }),
			svg("text", { class: "label", x: x(hertz), y: box.height - 6, "text-anchor": "middle" }, label));
	}
	for (const decibels of [-reach, -reach / 2, 0, reach / 2, reach]) {
		lines.push(svg("line", { class: decibels === 0 ? "rule zero" : "rule", x1: box.left, x2: box.width - box.right, y1: y(decibels), y2: y(decibels) }),
			svg("text", { class: "label", x: box.left - 5, y: y(decibels) + 3.5, "text-anchor": "end" }, String(decibels).replace("-", "−")));
	}
	const path = (list) => list.map((gain, index) => `${index ? "L" : "M"}${x(curve.frequencies[index]).toFixed(1)} ${y(gain).toFixed(1)}`).join("");
	const drawn = curve ? [curve.right && svg("path", { class: "curve other", d: path(curve.right) }), svg("path", { class: isOn ? "curve" : "curve off", d: path(curve.left) })].filter(Boolean) : [];
	// The scale reads from left to right in every language.
	return el("div", { class: "curve-box", dir: "ltr" }, svg("svg", { viewBox: `0 0 ${box.width} ${box.height}`, role: "img", "aria-label": text }, ...lines, ...drawn));
}
