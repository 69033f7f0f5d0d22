// The page: its views and the way between them, keys, pairing, and what is said while the connection is away.
import { button, el, icon, notice, titleOf, view } from "./parts.js";
import { connect, noteRole, on, state } from "./state.js";
import { language, say } from "./words.js";
import { cause } from "./causes.js";
import * as player from "./player.js";
import * as queue from "./queue.js";
import * as lyrics from "./lyrics.js";
import * as library from "./library.js";
import * as sound from "./sound.js";
import * as record from "./record.js";
import * as why from "./why.js";
import * as settings from "./settings.js";

// `isSecond`: on a small screen it is reached through "More".
const views = {
	playing: { text: say("playing"), picture: "playing", view: player },
	queue: { text: say("queue"), picture: "queue", view: queue },
	library: { text: say("library"), picture: "library", view: library },
	sound: { text: say("sound"), picture: "sound", view: sound },
	lyrics: { text: say("lyrics"), picture: "lyrics", view: lyrics, isSecond: true },
	record: { text: say("recording"), picture: "microphone", view: record, isSecond: true },
	why: { text: cause("why"), picture: "why", view: why, isSecond: true },
	settings: { text: say("settings"), picture: "settings", view: settings, isSecond: true },
};

const byId = (id) => document.getElementById(id);
const wide = matchMedia("(min-width: 1200px) and (min-height: 500px)");
let shown = null;

// MARK: language and theme

document.documentElement.lang = language;
document.documentElement.dir = language === "ar" ? "rtl" : "ltr";
settings.applyTheme();

// MARK: frame

function buildFrame() {
	byId("skip").textContent = say("skip");
	byId("skip").addEventListener("click", (event) => { event.preventDefault(); byId("main").focus(); });
	const nav = byId("nav");
	nav.setAttribute("aria-label", say("navigation"));
	nav.append(el("div", { class: "brand", "aria-hidden": "true" }, icon("playing"), el("span", { text: say("fermata") })));
	const link = (name, text, picture, className) => el("a", { href: `#/${name}`, "data-view": name, class: className }, icon(picture), el("span", { text }));
	nav.append(...Object.entries(views).map(([name, { text, picture, isSecond }]) => link(name, text, picture, isSecond ? "second" : "")));
	nav.append(link("more", say("more"), "more", "only-small"));
	byId("player").setAttribute("aria-label", say("player"));
	byId("player").append(...player.bar());
	byId("side").setAttribute("aria-label", say("queue"));
	wide.addEventListener("change", () => show(false));
}

function moreView() {
	return { build: () => view("", say("more"), el("div", { class: "menu page" }, ...Object.entries(views).filter(([, view]) => view.isSecond)
			.map(([name, { text, picture }]) => el("a", { class: "pill flat", href: `#/${name}` }, icon(picture), el("span", { text }))))) };
}

/** Shows the view that the address names. The focus goes to its heading if a person has gone there. */
function show(byPerson = true) {
	const [name, ...rest] = location.hash.replace(/^#\/?/, "").split("/").map((part) => { try { return decodeURIComponent(part); } catch { return part; } });
	let known = name in views || name === "more" ? name : "playing";
	// Beside a wide page the queue is always there.
	if (known === "queue" && wide.matches) known = "playing";
	const view = known === "more" ? moreView() : views[known].view;
	shown?.view.hidden?.();
	byId("side").hidden = !wide.matches;
	if (wide.matches) { if (!byId("side").contains(queue.element())) { byId("side").replaceChildren(queue.element()); queue.shown(); } }
	else byId("side").replaceChildren();
	const element = view.build(rest);
	byId("main").replaceChildren(element);
	document.body.dataset.view = known;
	shown = { name: known, view };
	view.shown?.(rest);
	for (const link of byId("nav").querySelectorAll("a")) {
		const isHere = link.dataset.view === known || (link.dataset.view === "more" && views[known]?.isSecond);
		if (isHere) link.setAttribute("aria-current", "page"); else link.removeAttribute("aria-current");
	}
	nameDocument();
	if (byPerson) (element.querySelector("h1") ?? byId("main")).focus({ preventScroll: true });
}

function nameDocument() {
	const item = state.status?.item;
	const playing = item && state.status.state === "playing" ? `${titleOf(item)} – ` : "";
	document.title = `${playing}${shown && views[shown.name] ? views[shown.name].text : say("more")} – ${say("fermata")}`;
}

// MARK: connection

function pairing() {
	const code = el("input", { type: "text", inputmode: "numeric", autocomplete: "one-time-code", pattern: "[0-9]{6}", maxlength: "6", required: true });
	const name = el("input", { type: "text", required: true, maxlength: "64", autocomplete: "off",
		value: navigator.userAgentData?.platform ? `${say("browser")} (${navigator.userAgentData.platform})` : say("browser") });
	const fault = el("p", { class: "fault", role: "alert" });
	const send = async () => {
		fault.textContent = "";
		const answer = await fetch("pair", { method: "POST", headers: { "Content-Type": "application/json" },
			body: JSON.stringify({ code: code.value, name: name.value }) }).catch(() => null);
		const told = answer && await answer.json().catch(() => null);
		if (answer?.ok) {
			noteRole(told?.role);
			byId("pairing")?.close();
			connect();
			return;
		}
		fault.textContent = answer ? say("pairFailed", told?.error ?? say("wrongCode")) : say("connectionLost");
		code.focus();
	};
	const box = el("dialog", { id: "pairing", "aria-label": say("pairTitle"), oncancel: (event) => event.preventDefault(), onclose: () => box.remove() },
		el("form", { class: "stack", onsubmit: (event) => { event.preventDefault(); send(); } },
			el("h2", { text: say("pairTitle") }), el("p", { text: say("pairText") }),
			el("label", { class: "field" }, el("span", { text: say("pairCode") }), code),
			el("label", { class: "field" }, el("span", { text: say("pairName") }), name), fault,
			el("button", { class: "pill primary", type: "submit", text: say("pair") })));
	document.body.append(box);
	box.showModal();
	// The picture that the terminal shows has the digits in the address. They count once, so they do not stay in it.
	const given = location.hash.match(/^#pair=(\d{6})(?:&|$)/)?.[1];
	if (given) {
		code.value = given;
		history.replaceState(null, "", location.pathname);
		send();
	}
}

let wasAway = false;
let countdown = 0;

function tellConnection() {
	const place = byId("connection");
	clearInterval(countdown);
	document.body.dataset.connection = state.connection;
	if (state.connection === "open") {
		byId("pairing")?.close(); // Another tab of this browser has paired it.
		place.hidden = true;
		place.replaceChildren();
		if (wasAway) notice(say("connected"));
		wasAway = false;
		return;
	}
	if (state.connection === "unpaired") {
		place.hidden = true;
		if (!byId("pairing")) pairing();
		return;
	}
	wasAway ||= state.connection === "closed";
	const text = el("span");
	// Said once aloud; the seconds are only for the eyes.
	const seconds = el("span", { "aria-hidden": "true" });
	let left = Math.ceil(state.retryIn);
	const count = () => { seconds.textContent = state.connection === "closed" ? say("disconnected", left) : say("connecting"); left = Math.max(0, left - 1); };
	count();
	countdown = setInterval(count, 1000);
	if (!place.querySelector("button")) {
		text.className = "unseen";
		text.textContent = say("disconnected", "…");
		place.replaceChildren(text, seconds, button({ label: say("tryNow"), kind: "small", act: connect }));
	} else {
		place.querySelector("[aria-hidden]").replaceWith(seconds);
	}
	place.hidden = false;
}

on("connection", tellConnection);

// The views leave out what this device may not do. That is known only now.
let builtFor = "";
on("anew", () => {
	const allowed = [...state.allowed].join();
	if (allowed === builtFor) return;
	builtFor = allowed;
	queue.rebuild();
	show(false);
});
on("failure", (failure) => {
	if (failure.code === "superseded") return; // A later command took its place: that is what was wanted.
	const text = failure.code === "permission_denied" ? say("notAllowed")
		: failure.code === "connection_lost" ? say("connectionLost") : failure.message;
	notice(text, null, true);
});

// MARK: what is heard, for those who listen to the page

let lastHeard = null;
on("status", (status) => {
	nameDocument();
	const heard = status.item && `${status.item.id} ${titleOf(status.item)}`;
	if (heard === lastHeard) return;
	const isFirst = lastHeard === null;
	lastHeard = heard;
	if (status.item && !isFirst) byId("heard").textContent = say("nowPlaying", player.spoken(status.item));
});

// MARK: keys

addEventListener("keydown", (event) => {
	if (event.defaultPrevented || document.querySelector("dialog[open]")) return;
	const target = event.target;
	const isText = target.matches("input:not([type=range]):not([type=checkbox]), textarea, select");
	if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z" && !isText) {
		event.preventDefault();
		return event.shiftKey ? queue.redo() : queue.undo();
	}
	if (event.ctrlKey || event.metaKey || event.altKey || isText) return;
	if (event.key === "/") {
		event.preventDefault();
		return library.focusSearch();
	}
	if (event.key === " " && target.matches("button, a, input, summary, [role=row]")) return;
	if (player.key(event.key)) event.preventDefault();
});

// MARK: begin

buildFrame();
addEventListener("hashchange", (event) => {
	// An address with digits in it, opened while the page is there already.
	if (/^#pair=/.test(new URL(event.newURL).hash) && state.connection !== "unpaired") return history.replaceState(null, "", location.pathname);
	show();
});
show(false);
tellConnection();
connect();

// A browser has service workers over TLS with a certificate that it trusts, and on this machine; the page works without.
if ("serviceWorker" in navigator) {
	const address = window.trustedTypes
		? trustedTypes.createPolicy("fermata", { createScriptURL: (name) => (name === "worker.js" ? name : "") }).createScriptURL("worker.js")
		: "worker.js";
	navigator.serviceWorker.register(address).catch((failure) => console.warn("no shell without the server:", failure.message));
}
