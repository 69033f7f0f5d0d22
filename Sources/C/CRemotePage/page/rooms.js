// The rooms of a Snapcast server: volumes, muting, groups.
import { button, dress, el, hint, line, minor, paced, percent, section as box, slider } from "./parts.js";
import { ask, call, may, on } from "./state.js";
import { say } from "./words.js";

const bits = {};
const chosen = new Set();
let rows = new Map();
let ends = [];

export function section() {
	bits.list = el("div", { class: "stack" });
	bits.actions = line(
		button({ label: say("groupChosen"), kind: "small", needs: "rooms.group", act: () => regroup("rooms.group") }),
		button({ label: say("ungroupChosen"), kind: "small", needs: "rooms.ungroup", act: () => regroup("rooms.ungroup") }));
	return box("rooms", say("rooms"), bits.list, bits.actions);
}

export function shown() {
	rows = new Map();
	ends = [on("anew", read), on("rooms.changed", read)];
	read();
}

export function hidden() { for (const end of ends) end(); }

async function regroup(method) {
	if (chosen.size === 0) return;
	await ask(method, { rooms: [...chosen] });
	chosen.clear();
	read();
}

let answerOf = "";

async function read() {
	let answer;
	try {
		answer = await call("rooms.list");
	} catch (failure) {
		if (failure.code === "connection_lost") return;
		bits.actions.hidden = true;
		bits.list.replaceChildren(hint(say(/snapcast\.control/.test(failure.message) ? "noRooms" : "roomsAway")));
		answerOf = "";
		return;
	}
	// A volume that moves is no reason to draw the groups anew.
	const shape = JSON.stringify([answer.groups, answer.rooms.map(({ room, name, connected }) => [room, name, connected])]);
	if (shape !== answerOf || !bits.list.firstChild) { answerOf = shape; draw(answer); }
	for (const room of answer.rooms) update(room);
}

function draw({ rooms, groups }) {
	rows = new Map();
	bits.actions.hidden = rooms.length < 2 || !may("rooms.group");
	const byId = new Map(rooms.map((room) => [room.room, room]));
	bits.list.replaceChildren(...groups.map((group) => {
		const members = group.rooms.map((id) => byId.get(id)).filter(Boolean);
		const title = group.name || members.map((room) => room.name).join(" + ");
		return el("div", { class: "room-group", role: "group", "aria-label": title },
			members.length > 1 && el("div", { class: "line" }, el("strong", { class: "grow", text: title }),
				button({ label: say("muteGroup"), kind: "small", pressed: group.muted, needs: "rooms.mute", act: () => ask("rooms.mute", { room: group.rooms[0], muted: !group.muted, wholeGroup: true }) })),
			...members.map((room) => makeRow(room, members.length > 1)));
	}));
}

function makeRow({ room, name, connected, maximum }) {
	const row = {};
	row.volume = slider({ label: say("volumeOf", name), text: (level) => (maximum === undefined ? percent(level) : say("volumeCeiling", percent(level), percent(maximum))),
		act: paced((level) => ask("rooms.setVolume", { room, level })) });
	row.volume.disabled = !may("rooms.setVolume");
	row.mute = minor({ label: say("muteOf", name), picture: "volume", needs: "rooms.mute", act: () => ask("rooms.mute", { room, muted: !row.mute.isMuted }) });
	row.level = el("span", { class: "time", dir: "auto", "aria-hidden": "true" });
	const box = el("input", { type: "checkbox", "aria-label": say("select", name), onchange: () => { if (box.checked) chosen.add(room); else chosen.delete(room); } });
	box.checked = chosen.has(room);
	rows.set(room, row);
	return el("div", { class: connected ? "room" : "room away" },
		el("div", { class: "line" }, may("rooms.group") && box, el("span", { class: "grow", text: name }), !connected && el("span", { class: "row-about", text: say("roomAway") }), row.level),
		el("div", { class: "line" }, row.mute, row.volume));
}

function update({ room, name, level, muted }) {
	const row = rows.get(room);
	if (!row) return;
	row.volume.setTo(level);
	row.level.textContent = muted ? say("muted") : percent(level);
	row.mute.isMuted = muted;
	dress(row.mute, muted ? `${say("unmute")}: ${name}` : say("muteOf", name), muted ? "mute" : "volume");
}
