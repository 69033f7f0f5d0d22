// Small parts that all views are made of: elements, icons, buttons, sliders, dialogs and messages.
import { may } from "./state.js";
import { say } from "./words.js";

const svgSpace = "http://www.w3.org/2000/svg";

/** Makes an element. `on…` properties listen, `class`, `text` and attributes are set; null and false leave an attribute out. */
export function el(tag, properties = {}, ...children) {
	const element = document.createElement(tag);
	for (const [name, value] of Object.entries(properties)) {
		if (value === null || value === undefined || value === false) continue;
		if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
		else if (name === "text") element.textContent = value;
		else if (name === "value") element.value = value;
		else element.setAttribute(name, value === true ? "" : value);
	}
	element.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
	return element;
}

export function svg(tag, attributes = {}, ...children) {
	const element = document.createElementNS(svgSpace, tag);
	for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
	element.append(...children);
	return element;
}

// Strokes on a grid of 24. Those that begin with "f:" are filled.
const paths = {
	play: "f:M8 5.2v13.6a.8.8 0 0 0 1.2.7l11-6.8a.8.8 0 0 0 0-1.4l-11-6.8a.8.8 0 0 0-1.2.7z",
	pause: "f:M7 5h3.4v14H7zM13.6 5H17v14h-3.4z",
	next: "f:M5 5.6v12.8a.7.7 0 0 0 1.1.6L15.5 12.6a.7.7 0 0 0 0-1.2L6.1 5a.7.7 0 0 0-1.1.6zM16.8 5H19v14h-2.2z",
	previous: "f:M19 5.6v12.8a.7.7 0 0 1-1.1.6L8.5 12.6a.7.7 0 0 1 0-1.2L17.9 5a.7.7 0 0 1 1.1.6zM7.2 5H5v14h2.2z",
	stop: "f:M6.5 6.5h11v11h-11z",
	record: "f:M12 6a6 6 0 1 0 0 12 6 6 0 0 0 0-12z",
	add: "M12 5v14M5 12h14",
	after: "M4 7h11M4 12h6M4 17h6M15 12v8M11 16h8",
	close: "M6 6l12 12M18 6L6 18",
	more: "f:M5 10.3a1.7 1.7 0 1 0 0 3.4 1.7 1.7 0 0 0 0-3.4zM12 10.3a1.7 1.7 0 1 0 0 3.4 1.7 1.7 0 0 0 0-3.4zM19 10.3a1.7 1.7 0 1 0 0 3.4 1.7 1.7 0 0 0 0-3.4z",
	drag: "f:M9 5a1.4 1.4 0 1 0 0 2.8A1.4 1.4 0 0 0 9 5zm6 0a1.4 1.4 0 1 0 0 2.8A1.4 1.4 0 0 0 15 5zM9 10.6a1.4 1.4 0 1 0 0 2.8 1.4 1.4 0 0 0 0-2.8zm6 0a1.4 1.4 0 1 0 0 2.8 1.4 1.4 0 0 0 0-2.8zM9 16.2a1.4 1.4 0 1 0 0 2.8 1.4 1.4 0 0 0 0-2.8zm6 0a1.4 1.4 0 1 0 0 2.8 1.4 1.4 0 0 0 0-2.8z",
	undo: "M8 5L4 9l4 4M4 9h10a5.5 5.5 0 0 1 0 11h-3",
	redo: "M16 5l4 4-4 4M20 9H10a5.5 5.5 0 0 0 0 11h3",
	search: "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5L20 20",
	volume: "M4 9.5v5h3.5L12 18V6L7.5 9.5zM15.5 9a4 4 0 0 1 0 6M18 6.5a7.6 7.6 0 0 1 0 11",
	mute: "M4 9.5v5h3.5L12 18V6L7.5 9.5zM16 9.5l5 5M21 9.5l-5 5",
	playing: "M4 14a8 8 0 0 1 16 0M12 14v.01",
	lyrics: "M4 6h12M4 11h8M4 16h6M16 18V9l4 2M13.5 18a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0",
	queue: "M4 6h16M4 11h16M4 16h9M17 14v6l4.5-3z",
	library: "M5 4v16M9.5 4v16M14 4.5l4.8 15.2",
	sound: "M6 3v7M6 14v7M12 3v3M12 10v11M18 3v10M18 17v4M3.5 12h5M9.5 8h5M15.5 15h5",
	microphone: "M12 3a3 3 0 0 0-3 3v5a3 3 0 0 0 6 0V6a3 3 0 0 0-3-3zM6 11a6 6 0 0 0 12 0M12 17v4",
	why: "M9 9a3 3 0 1 1 4.4 2.6c-.9.5-1.4 1.1-1.4 2.2M12 17.4v.01M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z",
	settings: "M4 7h9M17 7h3M15 4.8v4.4M4 12h3M11 12h9M9 9.8v4.4M4 17h11M19 17h1M17 14.8v4.4",
	timer: "M12 6.5a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM12 10v3.5l2.3 1.6M9.5 3h5",
	speed: "M4.5 18a9 9 0 1 1 15 0M12 14.5l4-5",
	loop: "M5 8V7a2 2 0 0 1 2-2h10a2 2 0 0 1 2 2v6M19 16v1a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2v-6M2.5 10.5L5 8l2.5 2.5M16.5 13.5L19 16l2.5-2.5",
	chapters: "M5 6h.01M9 6h11M5 12h.01M9 12h11M5 18h.01M9 18h11",
	repeat: "M4 11V9a3 3 0 0 1 3-3h12M16 3l3 3-3 3M20 13v2a3 3 0 0 1-3 3H5M8 21l-3-3 3-3",
	shuffle: "M4 7h3.5l8 10H20M4 17h3.5l2.6-3.2M13 9.5L15.5 7H20M17.5 4.5L20 7l-2.5 2.5M17.5 14.5L20 17l-2.5 2.5",
	target: "M12 7a5 5 0 1 0 0 10 5 5 0 0 0 0-10zM12 2.5V7M12 17v4.5M2.5 12H7M17 12h4.5",
	folder: "M3.5 7a1.5 1.5 0 0 1 1.5-1.5h4.5l2 2.5H19a1.5 1.5 0 0 1 1.5 1.5V17a1.5 1.5 0 0 1-1.5 1.5H5A1.5 1.5 0 0 1 3.5 17z",
	disc: "M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 9.8a2.2 2.2 0 1 0 0 4.4 2.2 2.2 0 0 0 0-4.4z",
	person: "M12 4.5a3.7 3.7 0 1 0 0 7.4 3.7 3.7 0 0 0 0-7.4zM5 20a7 7 0 0 1 14 0",
	tag: "M4 5.5V11l8.5 8.5a1.5 1.5 0 0 0 2.1 0l4.9-4.9a1.5 1.5 0 0 0 0-2.1L11 4H5.5A1.5 1.5 0 0 0 4 5.5zM8 8v.01",
	list: "M4 7h16M4 12h16M4 17h10",
	room: "M4 11l8-7 8 7v8a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1zM10 20v-5h4v5",
	back: "M14.5 5.5L8 12l6.5 6.5",
	check: "M5 12.5l4.5 4.5L19 7.5",
	speaker: "M7 3.5h10a1 1 0 0 1 1 1v15a1 1 0 0 1-1 1H7a1 1 0 0 1-1-1v-15a1 1 0 0 1 1-1zM12 11.5a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6zM12 7v.01",
	headphones: "M4 15v-2a8 8 0 0 1 16 0v2M4 14.5h3v5.5H5.5A1.5 1.5 0 0 1 4 18.5zM20 14.5h-3v5.5h1.5a1.5 1.5 0 0 0 1.5-1.5z",
	clear: "M5 7h14M10 7V4.5h4V7M7 7l1 13h8l1-13M10.5 11v5M13.5 11v5",
	split: "M12 3v6M12 15v6M7 12h10M5 9v6M19 9v6",
};

export function icon(name) {
	const path = paths[name];
	const filled = path.startsWith("f:");
	return svg("svg", { viewBox: "0 0 24 24", class: filled ? "icon filled" : "icon", "aria-hidden": "true", focusable: "false" },
		svg("path", { d: filled ? path.slice(2) : path }));
}

/** A button. `label` is its name; it is shown as text unless `iconOnly`. It is hidden if this device may not call the method `needs`. */
export function button({ label, picture, iconOnly = false, kind = "", act, pressed, needs, more = {} }) {
	return el("button", {
		type: "button", hidden: needs && !may(needs), class: `${iconOnly ? "round" : "pill"} ${kind}`.trim(), onclick: act,
		"aria-label": iconOnly ? label : null, title: iconOnly ? label : null, "aria-pressed": pressed === undefined ? null : String(pressed), ...more,
	}, picture && icon(picture), !iconOnly && el("span", { text: label }));
}

/** A quiet button that is an icon. */
export function minor(properties) { return button({ iconOnly: true, kind: "minor", ...properties }); }

/** Gives a button of an icon another meaning, without losing the focus. */
export function dress(element, label, picture) {
	if (element.getAttribute("aria-label") === label) return;
	element.setAttribute("aria-label", label);
	element.title = label;
	element.querySelector("svg").replaceWith(icon(picture));
}

/** A switch with its label. `act` is told the new value. */
export function toggle(label, checked, act, more = {}) {
	const input = el("input", { type: "checkbox", role: "switch", onchange: () => act(input.checked), ...more });
	input.checked = checked;
	return el("label", { class: "switch" }, input, el("span", { text: label }));
}

/** A slider with a name and a text for its value. `act` is told the value while it moves. */
export function slider({ label, min = 0, max = 1, step = 0.01, value = 0, text, act, done, more = {} }) {
	const input = el("input", { type: "range", min, max, step, "aria-label": label, ...more });
	const show = () => {
		const part = (input.value - input.min) / (input.max - input.min || 1);
		input.style.setProperty("--fill", `${Math.max(0, Math.min(1, part)) * 100}%`);
		input.setAttribute("aria-valuetext", text(Number(input.value)));
	};
	// A value that comes from elsewhere does not move the slider under a finger, nor between two presses of a key: what comes then may
	// be the answer to the press before. The newest counts when the person is done.
	let movedAt = -1000;
	let later = 0;
	input.setTo = (next) => {
		clearTimeout(later);
		const rest = movedAt + 500 - performance.now();
		if (input.isHeld || rest > 0) { later = setTimeout(() => input.setTo(next), Math.max(100, rest)); return; }
		input.value = next;
		show();
	};
	input.addEventListener("pointerdown", () => { input.isHeld = true; });
	for (const type of ["pointerup", "pointercancel"]) input.addEventListener(type, () => { input.isHeld = false; });
	input.addEventListener("input", () => { movedAt = performance.now(); show(); act?.(Number(input.value)); });
	input.addEventListener("change", () => done?.(Number(input.value)));
	input.show = show;
	input.value = value;
	show();
	return input;
}

/** A view, whose heading gets the focus when a person goes there. */
export function view(kind, title, ...inner) { return el("div", { class: `view ${kind}` }, el("h1", { tabindex: "-1", text: title }), ...inner); }

/** A quiet sentence. */
export function hint(text) { return el("p", { class: "row-about", text }); }

/** Things side by side, in as many lines as they need. */
export function line(...inner) { return el("div", { class: "line wrap" }, ...inner); }

/** A box of a view, with its heading. */
export function section(id, title, ...inner) {
	return el("section", { class: "card-box stack", "aria-labelledby": id }, el("h2", { id, text: title }), ...inner);
}

/** A cell of a row of a list. */
export function cell(kind, ...inner) { return el("div", { role: "gridcell", class: kind }, ...inner); }

/** The first cells of a row that leads to another place: a sign, and its name as a link. */
export function placeCells(picture, name, href) {
	return [cell("cell-cover", el("div", { class: "cover small person" }, icon(picture))),
		cell("cell-text", el("a", { class: "row-title", dir: "auto", href, text: name, "data-act": "open" }))];
}

/** A choice among some values, with its label. `options` are pairs of a value and its text. */
export function choice(label, options, value, act) {
	const select = el("select", { onchange: () => act(select.value) }, ...options.map(([key, text]) => el("option", { value: key, text })));
	select.value = value;
	return el("label", { class: "field" }, el("span", { text: label }), select);
}

/** Sends the newest value only, and the next one when the last was answered: a slider that moves sends no flood. */
export function paced(send) {
	let busy = false;
	let waiting = null;
	return async function next(...values) {
		if (busy) { waiting = values; return; }
		busy = true;
		try { await send(...values); } finally {
			busy = false;
			if (waiting) { const then = waiting; waiting = null; next(...then); }
		}
	};
}

/** The cover at an address, or at one that is yet to be found. Where there is none, a quiet sign takes its place. */
export function cover(address, className = "cover") {
	const frame = el("div", { class: className }, icon("disc"));
	const show = (found) => {
		if (!found) return;
		const image = el("img", { class: "loading", alt: "", loading: "lazy", decoding: "async", draggable: "false" });
		image.addEventListener("load", () => { image.classList.remove("loading"); frame.classList.add("filled"); });
		image.addEventListener("error", () => image.remove());
		image.src = found;
		frame.append(image); // A lazy image loads only in the page.
	};
	if (address instanceof Promise) address.then(show, () => null); else show(address);
	return frame;
}

/** Shows a dialog. `fill(close)` returns what is in it. The focus goes back to where it was. */
export function dialog(title, fill) {
	const close = () => box.close();
	const box = el("dialog", { "aria-label": title, onclose: () => { box.remove(); back?.focus?.(); } });
	const back = document.activeElement;
	box.append(el("div", { class: "dialog-head" }, el("h2", { dir: "auto", text: title }),
		button({ label: say("close"), picture: "close", iconOnly: true, act: close })));
	box.append(...[fill(close)].flat());
	// A press beside the box closes it; on its edge, or a selection that ends outside, it does not.
	let began = false;
	const isBeside = ({ target, clientX, clientY }) => {
		const { left, right, top, bottom } = box.getBoundingClientRect();
		return target === box && (clientX < left || clientX > right || clientY < top || clientY > bottom);
	};
	box.addEventListener("pointerdown", (event) => { began = isBeside(event); });
	box.addEventListener("click", (event) => { if (began && isBeside(event)) close(); });
	document.body.append(box);
	box.showModal();
	return close;
}

/** A list of actions in a dialog: each `{label, picture, act, kind?}`; null is left out. */
export function menu(title, actions) {
	dialog(title, (close) => el("div", { class: "menu" }, ...actions.filter(Boolean).map(({ label, picture, act, kind, needs }) =>
		button({ label, picture, needs, kind: `flat ${kind ?? ""}`, act: () => { close(); act(); } }))));
}

/** Asks for a text. */
export function askText(title, label, value, act, longest = 256) {
	dialog(title, (close) => {
		const input = el("input", { type: "text", required: true, value, maxlength: longest });
		return el("form", { class: "stack", method: "dialog", onsubmit: (event) => {
			event.preventDefault();
			if (!input.value.trim()) return;
			close();
			act(input.value.trim());
		} }, el("label", { class: "field" }, el("span", { text: label }), input),
		el("div", { class: "line" }, el("button", { type: "submit", class: "pill primary", text: say("save") })));
	});
}

let noticeTimer = 0;

/** Says something for some seconds, politely. `action` is `{label, act}`. It stays while the pointer or the focus is there. */
export function notice(text, action, isFault = false) {
	const place = document.getElementById("notices");
	const leave = () => {
		clearTimeout(noticeTimer);
		noticeTimer = setTimeout(() => { if (place.matches(":hover, :focus-within")) leave(); else place.replaceChildren(); }, action ? 10_000 : 6_000);
	};
	place.replaceChildren(el("div", { class: isFault ? "notice fault" : "notice" }, el("span", { text }),
		action && button({ label: action.label, kind: "flat", act: () => { place.replaceChildren(); action.act(); } }),
		button({ label: say("close"), picture: "close", iconOnly: true, act: () => place.replaceChildren() })));
	leave();
}

/** A time as `1:02` or `1:02:03`. */
export function clock(seconds) {
	if (seconds === null || seconds === undefined || !Number.isFinite(seconds)) return "–:––";
	const whole = Math.max(0, Math.floor(seconds));
	const two = (number) => String(number).padStart(2, "0");
	const hours = Math.floor(whole / 3600);
	return hours ? `${hours}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}` : `${Math.floor(whole / 60)}:${two(whole % 60)}`;
}

export function percent(level) { return `${Math.round(level * 100)} %`; }

/** What an item is called: its title, or the last part of its address. */
export function titleOf(item) {
	if (!item) return "";
	if (item.title) return item.title;
	// A path is as it is; only an address has a fragment, a question and signs in numbers.
	if (item.uri?.startsWith("/")) return item.uri.replace(/\/$/, "").split("/").pop() || item.uri;
	const last = (item.uri ?? "").split("#")[0].split("?")[0].replace(/\/$/, "").split("/").pop() || item.uri || "";
	try { return decodeURIComponent(last); } catch { return last; }
}
