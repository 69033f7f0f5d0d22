// The library: search, albums, artists, genres, folders and playlists.
import { askText, button, cell, cover, dialog, el, hint, icon, line, menu, minor, placeCells } from "./parts.js";
import { Grid, Parts } from "./list.js";
import { ask, call, on } from "./state.js";
import { actions, add, albumCover, allOf, headActions, rowActions, songRows } from "./songs.js";
import { say } from "./words.js";

const pageSize = 100;
const tabs = ["albums", "artists", "genres", "folders", "playlists"];

/** The address of a place of the library. */
function to(...parts) { return `#/library/${parts.map(encodeURIComponent).join("/")}`; }
function go(...parts) { location.hash = to(...parts); }

// MARK: the head: search and tabs

const bits = {};
const nothing = { text: "", field: "" };
let wanted = nothing;
let kept = nothing; // the search to which one comes back, from an album say, and its place
let ends = [];
let grids = [];
let timer = 0;

export function build(path) {
	const [place = "albums"] = path;
	const isRoot = path.length <= 1;
	wanted = isRoot && kept.place === place ? kept : nothing;
	bits.input = el("input", { type: "search", placeholder: say("search"), "aria-label": say("search"), value: wanted.text, enterkeyhint: "search", autocomplete: "off", spellcheck: "false",
		oninput: () => { clearTimeout(timer); timer = setTimeout(search, 120); },
		onkeydown: (event) => {
			if (event.key === "Escape" && bits.input.value) { bits.input.value = ""; search(); event.stopPropagation(); }
			if (event.key === "ArrowDown") { event.preventDefault(); grids.at(-1)?.goTo(0); }
		} });
	bits.field = el("select", { "aria-label": say("searchIn"), onchange: search }, ...[["", say("everywhere")], ["title", say("title")], ["artist", say("artist")], ["album", say("album")]]
		.map(([value, text]) => el("option", { value, text })));
	bits.field.value = wanted.field;
	bits.found = el("p", { class: "count", role: "status" });
	bits.content = el("div", { class: "content" });
	const form = el("form", { class: "search", role: "search", onsubmit: (event) => { event.preventDefault(); search(); } }, icon("search"), bits.input, bits.field);
	bits.tabs = el("nav", { class: "tabs", "aria-label": say("library") }, ...tabs.map((tab) =>
		el("a", { href: to(tab), "aria-current": tab === place ? "page" : null, text: say(tab) })));
	bits.path = path;
	return el("div", { class: "view library" }, el("h1", { tabindex: "-1", class: isRoot ? "" : "unseen", text: say("library") }), form, isRoot && bits.tabs, bits.content);
}

export function shown() {
	ends = [on("anew", fillContent), on("library.changed", fillContent), on("playlist.changed", ({ name, change }) => {
		const [place, shownName] = bits.path;
		if (place === "playlists" || (place === "playlist" && name === shownName && change === "edited")) fillContent();
	})];
	fillContent();
	if (bits.tabs) bits.tabs.querySelector("[aria-current]")?.scrollIntoView({ inline: "center", block: "nearest" });
}

export function hidden() {
	clearTimeout(timer);
	for (const end of ends) end();
	ends = [];
}

/** Goes to the search, from wherever one is. */
export function focusSearch() {
	if (!location.hash.startsWith("#/library")) {
		location.hash = "#/library";
		return setTimeout(() => bits.input?.focus(), 50);
	}
	bits.input.focus();
}

function search() {
	clearTimeout(timer);
	const before = JSON.stringify(wanted);
	wanted = { text: bits.input.value.trim(), field: bits.field.value };
	if (bits.path.length <= 1) kept = { ...wanted, place: bits.path[0] ?? "albums" };
	if (JSON.stringify(wanted) !== before) fillContent();
}

function fillContent() {
	grids = [];
	bits.field.hidden = !wanted.text;
	if (bits.tabs) bits.tabs.hidden = Boolean(wanted.text);
	if (wanted.text) return showResults();
	const [place = "albums", ...rest] = bits.path;
	const pages = { albums: showAlbums, artists: () => showNames("artist"), genres: () => showNames("genre"), folders: () => showFolder(rest), playlists: showPlaylists,
		album: () => showAlbum(rest), name: () => showName(rest), playlist: () => showPlaylist(rest) };
	(pages[place] ?? showAlbums)();
}

function place(grid, ...heads) {
	grids.push(grid);
	bits.content.replaceChildren(...heads.filter(Boolean), grid.frame);
}

// MARK: search

function showResults() {
	const { text, field } = wanted;
	const isStill = () => wanted.text === text && wanted.field === field;
	const source = new Parts(async (after) => {
		const { songs, next } = await call("library.search", { text, limit: pageSize, ...(field && { field }), ...(after && { after }) });
		return { items: songs, next };
	});
	// The answer to what was typed before does not take the place of the newer one.
	const grid = new Grid(songRows(say("results"), { others: songMore, empty: say("nothingFound") }));
	const showFound = () => {
		if (!isStill()) return;
		bits.found.textContent = source.isDone ? say("found", source.length) : say("foundMore", source.length);
	};
	const isFirst = !bits.content.contains(bits.found);
	if (isFirst) { place(grid, bits.found); begin(); } else {
		// What was found before stays until the first part is there: nothing flickers under the typing.
		source.onchange = () => { if (isStill()) { place(grid, bits.found); begin(); } };
		source.need(0, 1);
	}
	function begin() {
		grid.show(source);
		const draw = source.onchange;
		source.onchange = () => { draw(); showFound(); };
		if (source.length || source.isDone) showFound();
	}
	grids.push(grid);
}

function songMore(song) {
	return song.album ? [{ label: say("toAlbum"), picture: "disc", act: () => openAlbumOf(song) }] : [];
}

// A song does not say which album of that title it belongs to. A part of the list of albums may begin anywhere, and they go by title.
async function openAlbumOf(song) {
	let after;
	do {
		const answer = await ask("library.albums", { limit: 1000, ...(after && { after }) });
		if (!answer) return;
		const album = answer.albums.find((one) => one.title === song.album && [song.albumArtist, song.artist].includes(one.artist));
		if (album) return go("album", album.album, album.title, album.artist ?? "", album.date ?? "");
		after = answer.next;
	} while (after !== undefined);
}

// MARK: albums

function showAlbums() {
	const source = new Parts(async (after) => {
		const { albums, next } = await call("library.albums", { limit: pageSize, ...(after && { after }) });
		return { items: albums, next };
	});
	const grid = new Grid({
		label: say("albums"), rowHeight: 64, cardWidth: 170, empty: say("emptyLibrary"), key: (album) => album.album,
		name: (album) => [album.title, album.artist, say("songs", album.songs)].filter(Boolean).join(", "),
		row: (album) => [cell("card", cover(albumCover(album.album)),
			button({ label: say("addOf", album.title), picture: "add", iconOnly: true, kind: "on-cover", needs: "queue.add", act: () => add(() => allOf({ album: album.album })), more: { "data-act": "add" } }),
			el("span", { class: "row-title", dir: "auto", text: album.title }), el("span", { class: "row-about", dir: "auto", text: album.artist ?? "" }))],
		activate: (album) => { if (album) go("album", album.album, album.title, album.artist ?? "", album.date ?? ""); },
	});
	place(grid);
	grid.show(source);
}

function showAlbum([id, title, artist = "", date = ""]) {
	const album = Number(id);
	const grid = new Grid(songRows(title, { inAlbum: true }));
	const source = browse({ album });
	place(grid, el("div", { class: "album-head" }, cover(albumCover(album)),
		el("div", { class: "stack" }, backLink("albums"), el("h2", { dir: "auto", text: title }), hint([artist, date.slice(0, 4)].filter(Boolean).join(" · ")),
			headActions(() => allOf({ album })))));
	grid.show(source);
}

function browse(parameters) {
	return new Parts(async (after) => {
		const { songs, next } = await call("library.browse", { ...parameters, limit: pageSize, ...(after && { after }) });
		return { items: songs, next };
	});
}

function backLink(...parts) {
	return el("a", { class: "back", href: to(...parts) }, icon("back"), el("span", { text: say("back") }));
}

// MARK: artists and genres

function showNames(tag) {
	const source = new Parts(async (after) => {
		const { names, next } = await call("library.artists", { role: tag, limit: pageSize * 2, ...(after && { after }) });
		return { items: names, next };
	});
	const grid = new Grid({
		label: say(`${tag}s`), rowHeight: 60, empty: say("emptyLibrary"), key: (name) => name.id, name: ({ name }) => name,
		row: ({ id, name }) => [
			...placeCells(tag === "genre" ? "tag" : "person", name, to("name", tag, id, name)),
			rowActions(name, () => allOf({ name: id }))],
		activate: ({ id, name }) => go("name", tag, id, name),
	});
	place(grid);
	grid.show(source);
}

function showName([tag, id, name]) {
	const grid = new Grid(songRows(name, { others: songMore }));
	place(grid, el("div", { class: "list-head stack" }, backLink(`${tag}s`), el("h2", { dir: "auto", text: name }), headActions(() => allOf({ name: Number(id) }))));
	grid.show(browse({ name: Number(id) }));
}

// MARK: folders

function showFolder(rest) {
	const path = rest.join("/");
	let folders = [];
	let whole = null; // the address of the folder itself, which stands for everything below it
	const source = new Parts(async (after) => {
		const { songs, directories = [], next } = await call("library.browse", { ...(path && { path }), limit: pageSize, ...(after && { after }) });
		const inside = directories[0]?.uri ?? songs[0]?.uri;
		// A path may have a # in it; only an address has a fragment behind one.
		whole ??= (inside?.startsWith("/") ? inside : inside?.split("#")[0])?.replace(/\/[^/]*\/?$/, "") ?? null;
		folders = directories.map((directory) => ({ ...directory, key: `d${directory.path}` }));
		return { items: [...(after ? [] : folders), ...songs], next };
	});
	const songs = songRows(say("folders"), { empty: say("emptyLibrary") });
	const nameOf = (folder) => folder.path.split("/").pop();
	const grid = new Grid({
		...songs, name: (item) => (item.key ? nameOf(item) : songs.name(item)),
		row: (item, index) => (!item.key ? songs.row(item, index) : [
			...placeCells("folder", nameOf(item), to("folders", item.path)),
			rowActions(nameOf(item), [item.uri])]),
		activate: (item) => { if (item.key) go("folders", item.path); else songs.activate(item); },
	});
	const parent = path.split("/").slice(0, -1).join("/");
	place(grid, path && el("div", { class: "list-head stack" }, parent ? backLink("folders", parent) : backLink("folders"), el("h2", { dir: "auto", text: path.split("/").pop() }),
		headActions(async () => (whole ? [whole] : []))));
	grid.show(source);
}

// MARK: playlists

function showPlaylists() {
	const source = new Parts(async () => ({ items: (await call("playlist.list")).playlists }));
	const grid = new Grid({
		label: say("playlists"), rowHeight: 60, empty: say("emptyPlaylists"), key: ({ name }) => name, name: ({ name }) => name,
		row: ({ name }) => [
			...placeCells("list", name, to("playlist", name)),
			cell("cell-actions", 
				minor({ label: say("addOf", name), picture: "add", needs: "queue.add", act: () => add([`playlist:${name}`]), more: { "data-act": "add" } }),
				minor({ label: say("moreOf", name), picture: "more", needs: "queue.add", act: () => playlistMenu(name), more: { "data-act": "more" } }))],
		activate: ({ name }) => go("playlist", name),
	});
	place(grid);
	grid.show(source);
}

function playlistMenu(name) {
	menu(name, [...actions([`playlist:${name}`]).slice(0, 3),
		{ label: say("rename"), picture: "tag", needs: "playlist.rename", act: () => askText(say("rename"), say("name"), name, async (to) => { if (await ask("playlist.rename", { name, to })) go("playlists"); }) },
		{ label: say("delete"), picture: "clear", needs: "playlist.delete", act: () => deletePlaylist(name) }]);
}

// No undo brings a file back, so this one asks.
function deletePlaylist(name) {
	dialog(say("delete"), (close) => el("div", { class: "stack" }, el("p", { text: say("deleteSure", name) }),
		el("div", { class: "line" }, button({ label: say("delete"), kind: "primary", act: async () => { close(); if (await ask("playlist.delete", { name })) go("playlists"); } }))));
}

function showPlaylist([name]) {
	let revision;
	const source = new Parts(async (after = 0) => {
		const answer = await call("playlist.get", { name, offset: after, limit: pageSize });
		revision = answer.revision;
		return { items: answer.entries.map((entry, index) => ({ ...entry, key: `${after + index}` })), next: answer.next };
	});
	const change = async (method, parameters) => {
		// What happens to the place of an entry is about the list as it was read.
		await ask(method, { name, revision, ...parameters });
		fillContent(); // Also where it was refused, because somebody else has changed the list.
	};
	const rows = songRows(name, { others: (entry, index) => [
		index > 0 && { label: say("moveUp"), picture: "back", kind: "turn-up", needs: "playlist.move", act: () => change("playlist.move", { from: index, to: index - 1 }) },
		index + 1 < source.length && { label: say("moveDown"), picture: "back", kind: "turn-down", needs: "playlist.move", act: () => change("playlist.move", { from: index, to: index + 1 }) },
		{ label: say("removeEntry"), picture: "clear", needs: "playlist.remove", act: () => change("playlist.remove", { index }) },
	].filter(Boolean), empty: say("nothingHere") });
	const grid = new Grid(rows);
	place(grid, el("div", { class: "list-head stack" }, backLink("playlists"), el("h2", { dir: "auto", text: name }),
		line(button({ label: say("add"), picture: "add", kind: "primary", needs: "queue.add", act: () => add([`playlist:${name}`]) }),
			button({ label: say("more"), picture: "more", needs: "queue.add", act: () => playlistMenu(name) }))));
	grid.show(source);
}

