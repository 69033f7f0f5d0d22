// Announcing by voice: what is said into this browser's microphone is heard where the music plays.
import { button, clock, el, hint, line, notice } from "./parts.js";
import { may } from "./state.js";
import { say } from "./words.js";

const longest = 60; // seconds
let running = null; // {recorder, stream, parts, since, isWanted}
let timer = 0;
const bits = {};

/** The part of a view with which one speaks, or a sentence that says why that cannot be. */
export function speaking() {
	if (!may("announce.cancel")) return hint(say("notAllowed"));
	// A browser gives no microphone to a page that came without TLS, except from this machine.
	if (!navigator.mediaDevices?.getUserMedia || !window.MediaRecorder) return hint(say("announceNoMicrophone"));
	bits.speak = button({ label: say("announceSpeak"), picture: "microphone", kind: "primary", act: () => (running ? finish(true) : begin()) });
	bits.discard = button({ label: say("announceDiscard"), picture: "close", act: () => finish(false) });
	bits.time = el("span", { class: "time", "aria-hidden": "true" });
	bits.told = el("p", { class: "row-about", role: "status" });
	draw();
	return el("div", { class: "stack tight" }, line(bits.speak, bits.discard, bits.time), bits.told);
}

/** Leaves the view: what was being said is not sent. */
export function leave() { finish(false); }

async function begin() {
	const { speak } = bits;
	speak.disabled = true;
	let stream;
	try {
		stream = await navigator.mediaDevices.getUserMedia({ audio: { echoCancellation: true, noiseSuppression: true } });
	} catch {
		return notice(say("announceRefused"), null, true);
	} finally {
		speak.disabled = false;
	}
	// Somebody has left the view meanwhile: what is not held here would never be switched off.
	if (!speak.isConnected || running) return stop(stream);
	let recorder;
	try {
		recorder = new MediaRecorder(stream, { audioBitsPerSecond: 32_000 });
		recorder.start();
	} catch {
		stop(stream);
		return notice(say("announceRefused"), null, true);
	}
	const one = { recorder, stream, parts: [], since: performance.now(), isWanted: false };
	running = one;
	recorder.addEventListener("dataavailable", ({ data }) => one.parts.push(data));
	recorder.addEventListener("stop", () => {
		stop(stream);
		if (running === one) { running = null; clearInterval(timer); } // Also where the microphone has gone by itself.
		draw();
		if (one.isWanted) send(new Blob(one.parts, { type: recorder.mimeType || "audio/webm" }));
	});
	timer = setInterval(() => {
		draw();
		if (seconds() >= longest) finish(true);
	}, 250);
	draw();
}

function stop(stream) { for (const track of stream.getTracks()) track.stop(); }

function seconds() { return running ? (performance.now() - running.since) / 1000 : 0; }

function finish(isWanted) {
	clearInterval(timer);
	if (!running || running.recorder.state === "inactive") return;
	running.isWanted = isWanted;
	running.recorder.stop();
}

function draw() {
	const label = say(running ? "announceSend" : "announceSpeak");
	const text = bits.speak.querySelector("span");
	if (text.textContent !== label) text.textContent = label;
	bits.discard.hidden = !running;
	bits.time.textContent = running ? say("positionText", clock(seconds()), clock(longest)) : "";
	const told = running ? say("announceHold") : "";
	if (bits.told.textContent !== told) bits.told.textContent = told;
}

async function send(sound) {
	const answer = await fetch("announce", { method: "POST", headers: { "Content-Type": sound.type }, body: sound }).catch(() => null);
	if (answer?.ok) return notice(say("announceSent"));
	const told = await answer?.json().catch(() => null);
	notice(told?.error ?? say("connectionLost"), null, true);
}
