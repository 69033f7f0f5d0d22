// What the page knows of the daemon. Views read it, and are told by topic when it has changed.
import { Failure, Link } from "./link.js";
import { keep, read } from "./kept.js";

/** Types of events that every view lives from. Those that cost something (levels) are named only while somebody looks. */
const types = ["player.", "queue.", "session.", "route.", "output.", "rooms.", "recording.", "library.", "playlist.",
	"announcement.", "remote.", "server."];

export const state = {
	connection: "connecting", // "open", "closed", "unpaired"
	retryIn: 0,
	status: null,
	server: null,
	role: null, // as the server has told; null on the machine itself, which may do what the role "admin" may
	allowed: null, // the methods that this device may call; null until that is known
};

const listeners = new Map();

/** Has `listener` be called whenever something of `topic` has changed. Returns what ends that. */
export function on(topic, listener) {
	if (!listeners.has(topic)) listeners.set(topic, new Set());
	listeners.get(topic).add(listener);
	return () => listeners.get(topic).delete(listener);
}

export function tell(topic, detail) {
	for (const listener of listeners.get(topic) ?? []) listener(detail);
}

// MARK: the daemon's clock

// Positions name a time of the daemon's monotonic clock. Each event says what that clock showed when it happened; the smallest
// distance to our own clock that was seen is the one that took the shortest way.
// Two clocks run apart, by seconds in a day; so a distance that was seen long ago counts for less.
let clockDistance = Infinity;
let clockSeenAt = 0;

function seeClock(seconds, isNow = false) {
	if (!Number.isFinite(seconds)) return;
	const now = performance.now() / 1000;
	const seen = now - seconds;
	// The daemon's clock stands still while its machine sleeps. What came late is put right by the next event.
	clockDistance = isNow && seen > clockDistance + 5 ? seen : Math.min(clockDistance + (now - clockSeenAt) * 2e-4, seen);
	clockSeenAt = now;
}

function daemonNow() { return performance.now() / 1000 - clockDistance; }

/** The second of the item that is heard now; null if nothing is open. */
export function heardPosition() {
	const status = state.status;
	const position = status?.position;
	if (!position) return null;
	const passed = Number.isFinite(clockDistance) ? daemonNow() - position.monotonic : 0;
	const seconds = position.seconds + position.rate * Math.max(0, passed);
	const cap = status.duration != null && !status.durationIsEstimate ? status.duration : Infinity;
	return Math.max(0, Math.min(seconds, cap));
}

/** How many seconds are left of a time that the daemon gave with its clock, as `stopAfter` has it. */
export function secondsLeft({ seconds, monotonic }) {
	if (!Number.isFinite(clockDistance)) return seconds;
	return Math.max(0, seconds - (daemonNow() - monotonic));
}

// MARK: requests

const link = new Link({ opened, closed, unpaired, event });

/** Sends a request and returns its result. */
export async function call(method, params) {
	const result = await link.request(method, params);
	if (result?.position !== undefined && result?.queue) takeStatus(result);
	return result;
}

/** As `call`, but a failure is shown to the person and gives null. */
export async function ask(method, params) {
	try {
		return await call(method, params);
	} catch (failure) {
		if (!(failure instanceof Failure)) throw failure;
		tell("failure", failure);
		return null;
	}
}

/** Whether this device may call the method. */
export function may(method) { return !state.allowed || state.allowed.has(method); }

export function connect() { link.now(); }

function takeStatus(status) {
	const before = state.status;
	state.status = status;
	seeClock(status.position?.monotonic);
	tell("status", status);
	if (before?.queue.revision !== status.queue.revision || before?.queue.index !== status.queue.index) tell("queue");
}

// One request for the status at a time, and one more behind it: a hundred events cost two requests.
let asking = false;
let askAgain = false;

export async function refreshStatus() {
	if (asking) { askAgain = true; return; }
	asking = true;
	await call("status").catch(() => null);
	asking = false;
	if (askAgain) { askAgain = false; refreshStatus(); }
}

// MARK: the connection

let levelsWanted = false;

/** Whether the levels of recordings are to come as events, which costs the daemon a little. */
export async function wantLevels(wanted) {
	if (levelsWanted === wanted) return;
	levelsWanted = wanted;
	if (link.isOpen) await subscribe().catch(() => null);
}

async function subscribe() {
	const { status } = await link.request("events.subscribe", { types: levelsWanted ? [...types, "recording.levels"] : types });
	takeStatus(status);
}

async function opened() {
	clockDistance = Infinity; // It may be another machine, or have slept.
	try {
		await subscribe();
		state.server = await link.request("server.info");
		await readRole(state.server.role ?? read("role"));
	} catch {
		return; // The connection is gone again, and comes back by itself.
	}
	state.connection = "open";
	tell("connection");
	tell("anew");
}

function closed(seconds) {
	state.connection = "closed";
	state.retryIn = seconds;
	tell("connection");
}

function unpaired() {
	state.connection = "unpaired";
	tell("connection");
}

/** Notes what this device may do, as the server has told when it was paired. */
export function noteRole(role) { keep("role", role); }

// The server says which role each method needs, in a large document; so what it says is kept as long as that daemon runs. Some things no
// device may do, whatever its role: those of the role "owner".
async function readRole(role) {
	const order = ["view", "guest", "control", "admin", "owner"];
	const daemon = `${state.server.version} ${state.server.pid}`;
	let known = JSON.parse(read("roles") ?? "{}");
	if (known.daemon !== daemon) {
		const { methods } = await link.request("rpc.discover");
		known = { daemon, roles: Object.fromEntries(methods.map((method) => [method.name, method["x-role"] ?? "view"])) };
		keep("roles", JSON.stringify(known));
	}
	const rank = order.indexOf(role ?? "admin");
	state.role = role;
	state.allowed = new Set(Object.entries(known.roles).filter(([, needed]) => order.indexOf(needed) <= rank).map(([name]) => name));
}

// MARK: events

// What an event says is shown at once; what it leaves out is asked for behind it.
const patches = {
	"player.stateChanged": (status, { state: now, reason }) => ({ ...status, state: now, reason }),
	"player.itemChanged": (status, { item }) => ({ ...status, item, duration: item?.duration ?? null, position: null, chapter: undefined }),
	"player.positionChanged": (status, { position }) => ({ ...status, position }),
	"player.volumeChanged": (status, { level, muted, maximum }) => ({ ...status, volume: { level, muted, maximum } }),
	"player.metadataChanged": (status, { tags }) => ({ ...status, item: status.item && { ...status.item, ...shownTags(tags) } }),
	"player.chapterChanged": (status, { chapter }) => ({ ...status, chapter: chapter ?? undefined }),
	"player.loopChanged": (status, { loop }) => ({ ...status, loop: loop ?? undefined }),
	"player.stopAfterChanged": (status, { stopAfter }) => ({ ...status, stopAfter }),
};

function shownTags({ title, artist, album, station }) {
	return Object.fromEntries(Object.entries({ title, artist, album, station }).filter(([, value]) => value !== undefined));
}

function event(type, params) {
	seeClock(params.time, true);
	const patch = patches[type];
	if (patch && state.status) {
		state.status = patch(state.status, params);
		tell("status", state.status);
	}
	if (type === "server.overflow") {
		subscribe().catch(() => null);
		tell("anew");
	} else if (/^(player|queue|session|route|recording|output)\./.test(type) && type !== "recording.levels") {
		refreshStatus();
	}
	tell(type, params);
	tell(type.slice(0, type.indexOf(".") + 1), params);
}
