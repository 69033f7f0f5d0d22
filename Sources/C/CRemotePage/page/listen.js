// "Listen here": what plays comes into this browser as well. Only while it does, the lock screen has buttons for it.
import { button, el, line, notice, percent, section as box, slider, titleOf } from "./parts.js";
import { ask, may, on, state } from "./state.js";
import { coverOf } from "./player.js";
import { say } from "./words.js";

const audio = new Audio();
const bits = {};
let isHere = false;

/** The part of a view with it, which is seen where the server streams. */
export function section() {
	bits.button = button({ label: say("listen"), picture: "headphones", act: () => (isHere ? stop() : start()) });
	bits.volume = slider({ label: say("listenVolume"), text: percent, value: audio.volume, act: (level) => { audio.volume = level; } });
	bits.section = box("listen", say("listen"), line(bits.button), bits.volume);
	bits.section.hidden = true;
	draw();
	fetch(address(), { method: "HEAD" }).then(({ ok }) => { bits.section.hidden = !ok; }).catch(() => null);
	return bits.section;
}

function address() { return audio.canPlayType("audio/ogg; codecs=opus") ? "listen.opus" : "listen.mp3"; }

async function start() {
	isHere = true;
	draw();
	audio.src = address();
	try { await audio.play(); } catch (failure) {
		if (isHere) notice(say("listenFailed"), null, true);
		return stop();
	}
	setSession();
}

// A stream that is paused would go on in the past: so it ends, and begins anew.
function stop() {
	isHere = false;
	audio.pause();
	audio.removeAttribute("src");
	audio.load();
	draw();
	setSession();
}

for (const type of ["ended", "error"]) audio.addEventListener(type, () => { if (isHere) { stop(); notice(say("listenFailed"), null, true); } });
audio.addEventListener("pause", () => { if (isHere && !audio.ended) stop(); });

function draw() {
	if (!bits.button) return;
	bits.button.querySelector("span").textContent = say(isHere ? "listenStop" : "listen");
	bits.button.classList.toggle("active", isHere);
	bits.volume.hidden = !isHere;
}

function setSession() {
	const session = navigator.mediaSession;
	if (!session) return;
	const item = isHere ? state.status?.item : null;
	const picture = coverOf(item);
	session.metadata = item ? new MediaMetadata({ title: titleOf(item), artist: item.artist ?? "", album: item.album ?? "",
		artwork: picture ? [{ src: new URL(picture, document.baseURI).href }] : [] }) : null;
	session.playbackState = isHere ? "playing" : "none";
	const acts = { pause: stop, stop, nexttrack: may("next") && (() => ask("next")), previoustrack: may("previous") && (() => ask("previous")) };
	for (const [name, act] of Object.entries(acts)) session.setActionHandler(name, isHere && act ? act : null);
}

on("player.itemChanged", () => { if (isHere) setSession(); });
on("player.metadataChanged", () => { if (isHere) setSession(); });
