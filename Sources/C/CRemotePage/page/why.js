// Why it plays or not: the latest changes of what is heard, newest first, with who is behind each.
import { el, icon, view } from "./parts.js";
import { call, on } from "./state.js";
import { cause, lineOf, timeOf } from "./causes.js";

let list = null;
let empty = null;
let ends = [];

export function build() {
	list = el("ol", { class: "history" });
	empty = el("p", { class: "empty", hidden: true, text: cause("whyEmpty") });
	return view("narrow", cause("whyTitle"), empty, list);
}

export function shown() {
	ends = [on("anew", read), on("player.stateChanged", read), on("player.volumeChanged", read), on("session.", read)];
	read();
}

export function hidden() { for (const end of ends) end(); }

const pictures = { playing: "play", paused: "pause", stopped: "stop", output: "speaker", volume: "volume", muted: "mute", unmuted: "volume",
	softer: "volume", asBefore: "volume", roomMuted: "mute", roomHeard: "volume" };

async function read() {
	const changes = await call("session.history", { limit: 64 }).catch(() => null);
	if (!changes) return;
	empty.hidden = changes.length > 0;
	list.replaceChildren(...changes.map((change) => el("li", {}, icon(pictures[change.change] ?? "why"),
		el("div", { class: "grow" }, el("span", { class: "row-title", text: lineOf(change) }),
			change.resumes && change.change === "paused" ? el("span", { class: "row-about", text: cause("goesOn") }) : ""),
		el("time", { class: "time", datetime: new Date(change.time * 1000).toISOString(), text: timeOf(change.time) }))));
}
