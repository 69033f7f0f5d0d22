// Songs, and what one does with them: add, play next, and only if a person asks for it replace the queue.
import { askText, button, cell, clock, cover, dialog, el, icon, line, menu, minor, notice, titleOf } from "./parts.js";
import { ask, call, may } from "./state.js";
import { undoAction } from "./queue.js";
import { spoken } from "./player.js";
import { say } from "./words.js";

// What one request may name; more would be a message that the daemon refuses.
const atOnce = 1000;

async function inParts(uris, send) {
	let count = 0;
	let skipped = 0;
	for (let begin = 0; begin < uris.length; begin += atOnce) {
		const answer = await send(uris.slice(begin, begin + atOnce), begin);
		if (!answer) return null;
		count += answer.count;
		skipped += answer.skipped?.length ?? 0;
	}
	return { count, skipped };
}

function tellAdded(answer) {
	if (!answer) return;
	const text = say("added", answer.count);
	notice(answer.skipped ? `${text} ${say("skipped", answer.skipped)}` : text, undoAction());
}

/** Adds to the end of the queue. `uris` may be a function that finds them. */
export async function add(uris) {
	const list = await found(uris);
	if (list?.length) tellAdded(await inParts(list, (part, begin) => ask("queue.add", { uris: part, joins: begin > 0 })));
}

/** Adds right behind the current item. */
export async function addNext(uris) {
	const list = await found(uris);
	if (!list?.length) return;
	// Parts of a long list go in from the last to the first, because each goes right behind the current item.
	const parts = [];
	for (let begin = 0; begin < list.length; begin += atOnce) parts.unshift(list.slice(begin, begin + atOnce));
	let count = 0;
	for (const [index, part] of parts.entries()) {
		const answer = await ask("queue.add", { uris: part, next: true, joins: index > 0 });
		if (!answer) return;
		count += answer.count;
	}
	tellAdded({ count, skipped: 0 });
}

/** Replaces the queue, and says how that is taken back. */
export async function playNow(uris) {
	const list = await found(uris);
	if (!list?.length) return;
	// Not by "play" with an address: devices of the network may not name one there.
	if (!await ask("queue.clear")) return;
	if (!await inParts(list, (part) => ask("queue.add", { uris: part, joins: true }))) return;
	notice(say("replaced"), undoAction());
	await ask("play", { index: 0 });
}

async function found(uris) {
	const list = await (typeof uris === "function" ? uris() : uris);
	if (list?.length === 0) notice(say("nothingFound"));
	return list;
}

/** The addresses of all songs of a part of the library. */
export async function allOf(parameters) {
	const uris = [];
	let after;
	do {
		const answer = await ask("library.browse", { ...parameters, limit: 1000, ...(after && { after }) });
		if (!answer) return null;
		uris.push(...answer.songs.map((song) => song.uri));
		after = answer.next;
	} while (after !== undefined);
	return uris;
}

// The server has the pictures of songs; that of an album is the one of its first song.
const albumCovers = new Map();

/** The address of the cover of an album, as a promise; each is asked for once. */
export function albumCover(album) {
	if (!albumCovers.has(album)) {
		albumCovers.set(album, call("library.browse", { album, limit: 1 }).then(({ songs }) => songs[0] && `picture/song/${songs[0].song}`));
		albumCovers.get(album).catch(() => albumCovers.delete(album));
	}
	return albumCovers.get(album);
}

export async function toPlaylist(uris) {
	const answer = await ask("playlist.list");
	if (!answer) return;
	const put = async (name) => {
		const list = await found(uris);
		if (list && await inParts(list, (part) => ask("playlist.add", { name, uris: part }).then((saved) => saved && { count: part.length }))) notice(say("inPlaylist", name));
	};
	dialog(say("toPlaylist"), (close) => el("div", { class: "menu scroll" },
		button({ label: say("newPlaylist"), picture: "add", kind: "flat", act: () => { close(); askText(say("newPlaylist"), say("name"), "", put); } }),
		...answer.playlists.map(({ name }) => button({ label: name, picture: "list", kind: "flat", act: () => { close(); put(name); } }))));
}

/** The actions for something of the library. `uris` are addresses, or a function that finds them. */
export function actions(uris, others = []) {
	return [
		{ label: say("add"), picture: "add", needs: "queue.add", act: () => add(uris) },
		{ label: say("addNext"), picture: "after", needs: "queue.add", act: () => addNext(uris) },
		{ label: say("playNow"), picture: "play", needs: "play", act: () => playNow(uris) },
		{ label: say("toPlaylist"), picture: "list", needs: "playlist.add", act: () => toPlaylist(uris) },
		...others,
	];
}

/** The buttons at the end of a row: add, and everything else behind "more". */
export function rowActions(title, uris, others = []) {
	return cell("cell-actions", 
		minor({ label: say("addOf", title), picture: "add", needs: "queue.add", act: () => add(uris), more: { "data-act": "add" } }),
		button({ label: say("addNextOf", title), picture: "after", iconOnly: true, kind: "minor from-medium", needs: "queue.add", act: () => addNext(uris), more: { "data-act": "next" } }),
		minor({ label: say("moreOf", title), picture: "more", needs: "queue.add", act: () => menu(title, actions(uris, others)), more: { "data-act": "more" } }));
}

/** The buttons at the head of an album, a name, a folder or a playlist. */
export function headActions(uris, others = []) {
	return line(
		button({ label: say("add"), picture: "add", kind: "primary", needs: "queue.add", act: () => add(uris) }),
		button({ label: say("addNext"), picture: "after", needs: "queue.add", act: () => addNext(uris) }),
		button({ label: say("more"), picture: "more", needs: "queue.add", act: () => menu(say("more"), actions(uris, others)) }));
}

/** What a grid of songs needs. `inAlbum` shows the number of the track in the place of the cover. */
export function songRows(label, { inAlbum = false, others = () => [], empty } = {}) {
	return {
		label, rowHeight: 60, empty, key: (song) => song.song ?? song.key,
		name: (song) => [spoken(song), song.album, song.duration !== undefined && clock(song.duration)].filter(Boolean).join(", "),
		row: (song, index) => [
			cell("cell-cover", inAlbum ? el("span", { class: "track", text: song.track?.split("/")[0] ?? index + 1 })
				: song.song ? cover(`picture/song/${song.song}`, "cover small") : el("div", { class: "cover small" }, icon("disc"))),
			cell("cell-text", el("span", { class: "row-title", dir: "auto", text: titleOf(song) }),
				el("span", { class: "row-about", dir: "auto", text: [song.artist, !inAlbum && song.album].filter(Boolean).join(" · ") })),
			cell("cell-time", el("span", { class: "time", text: song.duration === undefined ? "" : clock(song.duration) })),
			rowActions(titleOf(song), [song.uri], others(song, index)),
		],
		// Adding is what a touch does: it takes nothing away.
		activate: (song) => { if (song && may("queue.add")) add([song.uri]); },
	};
}


