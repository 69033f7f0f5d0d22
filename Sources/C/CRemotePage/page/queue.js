// The queue: what follows, in what order. Everything that changes it can be taken back.
import { askText, button, cell, clock, cover, el, icon, menu, minor, notice, titleOf } from "./parts.js";
import { Grid } from "./list.js";
import { ask, call, may, on, state } from "./state.js";
import { coverOf, spoken } from "./player.js";
import { toPlaylist } from "./songs.js";
import { say } from "./words.js";

const pageSize = 200;
const bits = {};
let frame = null;
let ends = [];

// MARK: the items

/** The items of the queue as far as somebody has looked at them, page by page. */
class QueueItems {
	#pages = new Map();
	#revision = -1;
	#reading = new Set();
	length = 0;
	get total() { return this.length; }
	get(index) { return this.#pages.get(Math.floor(index / pageSize))?.[index % pageSize]; }

	/** The queue has changed: pages are read anew when they are looked at, and shown as they were until then. */
	stale() {
		const queue = state.status?.queue;
		if (!queue) return;
		this.length = queue.length;
		this.#revision = queue.revision;
		this.onchange?.();
	}

	need(first, last) {
		for (let page = Math.floor(first / pageSize); page * pageSize < Math.min(last, this.length); page++) this.#read(page);
	}

	/** Reads what nobody has looked at yet. */
	async readAll() { for (let page = 0; page * pageSize < this.length; page++) await this.#read(page); }

	async #read(page) {
		const known = this.#pages.get(page);
		if (this.#reading.has(page) || (known && known.revision === this.#revision)) return;
		this.#reading.add(page);
		const offset = page * pageSize;
		const answer = await call("queue.list", { offset, limit: pageSize }).catch(() => null);
		this.#reading.delete(page);
		if (!answer) return;
		const items = answer.items;
		// A page whose texts are long comes in two parts.
		while (answer.next !== undefined && items.length < pageSize) {
			const rest = await call("queue.list", { offset: offset + items.length, limit: pageSize - items.length }).catch(() => null);
			if (!rest || rest.items.length === 0) break;
			items.push(...rest.items);
			if (rest.next === undefined) break;
		}
		items.revision = answer.revision;
		this.#pages.set(page, items);
		this.length = answer.length;
		this.onchange?.();
		if (answer.revision !== this.#revision && this.#revision > answer.revision) this.#read(page);
	}

	forget() { this.#pages.clear(); this.#revision = -1; this.stale(); }
}

const items = new QueueItems();

// MARK: selection

const selected = new Set(); // ids
let anchor = 0; // where a selection with Shift began

function isSelected(item) { return item !== undefined && selected.has(item.id); }

function select(index, { only = false, range = false, invert = false } = {}) {
	const item = items.get(index);
	if (!item) return;
	if (range) {
		selected.clear();
		for (let at = Math.min(anchor, index); at <= Math.max(anchor, index); at++) if (items.get(at)) selected.add(items.get(at).id);
	} else {
		if (only) selected.clear();
		if (invert && selected.has(item.id)) selected.delete(item.id); else selected.add(item.id);
		anchor = index;
	}
	drawSelection();
}

function drawSelection() {
	bits.selection.hidden = selected.size === 0;
	bits.count.textContent = say("selected", selected.size);
	grid?.drawNow();
}

async function selectAll() {
	await items.readAll();
	for (let at = 0; at < items.length; at++) if (items.get(at)) selected.add(items.get(at).id);
	drawSelection();
}

function addressesOf(ids) {
	const uris = [];
	const wanted = new Set(ids);
	for (let at = 0; at < items.length; at++) if (wanted.has(items.get(at)?.id)) uris.push(items.get(at).uri);
	return uris;
}

/** The ids that an action on a row is about: all selected ones if it is one of them, in the order of the queue. */
function concerned(item) {
	if (!isSelected(item)) return [item.id];
	const order = [];
	for (let index = 0; index < items.length; index++) if (isSelected(items.get(index))) order.push(items.get(index).id);
	return order;
}

// MARK: changes

const undoAction = () => ({ label: say("undo"), act: undo });

export async function undo() { if (await ask("queue.undo")) notice(say("undone"), { label: say("redo"), act: redo }); }
export async function redo() { if (await ask("queue.redo")) notice(say("redone"), undoAction()); }

async function remove(ids) {
	if (!await ask("queue.remove", { ids })) return;
	for (const id of ids) selected.delete(id);
	drawSelection();
	notice(say("removed", ids.length), undoAction());
}

async function move(ids, position) {
	const place = Math.max(0, Math.min(position, items.length - ids.length));
	if (await ask("queue.move", { ids, position: place })) bits.moved.textContent = say("moved", place + 1);
}

// The rows move as one block; where it lands is counted without them, as the method counts.
function moveBy(index, step) {
	const ids = concerned(items.get(index));
	const places = [];
	const wanted = new Set(ids);
	for (let at = 0; at < items.length; at++) if (wanted.has(items.get(at)?.id)) places.push(at);
	const position = step < 0 ? places[0] - 1 : places[0] + 1;
	if (position < 0 || position > items.length - ids.length) return;
	move(ids, position);
}

function moveBehindCurrent(ids) {
	const current = state.status.queue.index ?? -1;
	let before = 0;
	for (let at = 0; at <= current; at++) if (items.get(at) && ids.includes(items.get(at).id)) before += 1;
	move(ids, current + 1 - before);
}

async function clear() { if (await ask("queue.clear")) notice(say("cleared"), undoAction()); }

function saveAs() {
	askText(say("saveQueue"), say("name"), "", async (name) => {
		if (await ask("playlist.save", { name })) notice(say("savedAs", name));
	});
}

function addAddress() {
	askText(say("addAddress"), say("address"), "https://", async (uri) => {
		const answer = await ask("queue.add", { uris: [uri] });
		if (answer) notice(say("added", answer.count), undoAction());
	}, 16_384);
}

export function jump() {
	const index = state.status?.queue.index;
	if (index === null || index === undefined) return;
	grid.reveal(index);
	grid.goTo(index);
}

function playItem(item) { ask("play", { item: item.id }); }

function itemMenu(item, index) {
	const ids = concerned(item);
	menu(ids.length > 1 || index < 0 ? say("selected", ids.length) : titleOf(item), [
		index >= 0 && { label: say("playItem"), picture: "play", needs: "play", act: () => playItem(item) },
		index >= 0 && { label: say("moveUp"), picture: "back", kind: "turn-up", needs: "queue.move", act: () => moveBy(index, -1) },
		index >= 0 && { label: say("moveDown"), picture: "back", kind: "turn-down", needs: "queue.move", act: () => moveBy(index, 1) },
		{ label: say("moveNext"), picture: "after", needs: "queue.move", act: () => moveBehindCurrent(ids) },
		{ label: say("moveTop"), picture: "list", needs: "queue.move", act: () => move(ids, 0) },
		{ label: say("moveEnd"), picture: "queue", needs: "queue.move", act: () => move(ids, items.length) },
		{ label: say("toPlaylist"), picture: "list", needs: "playlist.add", act: () => toPlaylist(addressesOf(ids)) },
		{ label: say("remove"), picture: "clear", needs: "queue.remove", act: () => remove(ids) },
	]);
}

// MARK: rows

function isCurrent(index) { return state.status?.queue.index === index; }

function cells(item, index) {
	const box = el("input", { type: "checkbox", "aria-label": say("select", titleOf(item)), "data-act": "select", onchange: () => select(indexOf(item), { invert: true }) });
	box.checked = isSelected(item);
	const handle = button({ label: say("dragHandle", titleOf(item)), picture: "drag", iconOnly: true, kind: "handle minor", needs: "queue.move",
		act: () => itemMenu(item, indexOf(item)), more: { "data-act": "drag" } });
	handle.addEventListener("pointerdown", (event) => beginDrag(event, item));
	const about = [item.artist, item.failure && say("failedItem")].filter(Boolean).join(" · ");
	return [
		cell("cell-check", box),
		cell("cell-cover", isCurrent(index) ? el("div", { class: "cover small now" }, icon("playing")) : cover(coverOf(item), "cover small")),
		cell("cell-text", el("span", { class: "row-title", dir: "auto", text: titleOf(item), title: item.failure ?? null }), el("span", { class: "row-about", dir: "auto", text: about })),
		cell("cell-time", el("span", { class: "time", text: item.duration === undefined ? "" : clock(item.duration) })),
		cell("cell-actions", 
			button({ label: say("removeOf", titleOf(item)), picture: "close", iconOnly: true, kind: "minor where-roomy", needs: "queue.remove", act: () => remove(concerned(item)), more: { "data-act": "remove" } }),
			minor({ label: say("moreOf", titleOf(item)), picture: "more", needs: "queue.move", act: () => itemMenu(item, indexOf(item)), more: { "data-act": "more" } }),
			handle),
	];
}

function indexOf(item) {
	for (let index = 0; index < items.length; index++) if (items.get(index)?.id === item.id) return index;
	return -1;
}

let grid = null;

function makeGrid() {
	grid = new Grid({
		label: say("queue"), rowHeight: 60, many: true, empty: say("emptyQueue"), row: cells, key: (item) => item.id,
		name: (item, index) => [spoken(item), item.duration !== undefined && clock(item.duration), isCurrent(index) && say("current"), item.failure && say("failedItem")].filter(Boolean).join(", "),
		signature: (item, index) => JSON.stringify([item, isCurrent(index), isSelected(item)]),
		state: (element, item, index) => {
			element.dataset.id = item.id;
			element.setAttribute("aria-selected", isSelected(item));
			element.classList.toggle("current", isCurrent(index));
			if (isCurrent(index)) element.setAttribute("aria-current", "true"); else element.removeAttribute("aria-current");
		},
		activate: (item, index, event) => {
			// A click never changes what is heard: a slip of the finger is not a choice. Two clicks, or Enter, are.
			if (event.type === "keydown" || event.detail === 2) { if (may("play")) playItem(item); } else if (event.shiftKey) select(index, { range: true });
			else if (event.ctrlKey || event.metaKey) select(index, { invert: true });
		},
		onkey: rowKey,
	});
	return grid;
}

function rowKey(event, index) {
	const item = items.get(index);
	const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
	const isRow = event.target.matches(".row");
	if (event.altKey && step && item && may("queue.move")) { moveBy(index, step); return true; }
	if (event.shiftKey && step) {
		if (selected.size === 0) anchor = index;
		grid.goTo(index + step);
		select(grid.active, { range: true });
		return true;
	}
	if (event.key === " " && isRow) { select(index, { invert: true }); return true; }
	if ((event.ctrlKey || event.metaKey) && event.key === "a") { selectAll(); return true; }
	if ((event.key === "Delete" || event.key === "Backspace") && item && isRow && may("queue.remove")) { remove(concerned(item)); return true; }
	if (event.key === "Escape" && selected.size) { selected.clear(); drawSelection(); return true; }
	return false;
}

// MARK: dragging

// With pointer events, and not with the browser's drag and drop: that does not exist on touch screens.
function beginDrag(event, item) {
	if (event.button !== 0) return;
	const ids = concerned(item);
	const list = grid.element;
	const begin = event.clientY;
	const handle = event.currentTarget;
	const line = el("div", { class: "drop-line" });
	let target = -1;
	let scroll = 0;
	const at = (y) => Math.max(0, Math.min(items.length, Math.round((y - list.getBoundingClientRect().top + list.scrollTop) / 60)));
	let pointer = begin;
	const follow = () => {
		target = at(pointer);
		line.style.top = `${target * 60 - 1}px`;
	};
	const step = () => {
		const box = list.getBoundingClientRect();
		const speed = pointer < box.top + 40 ? -12 : pointer > box.bottom - 40 ? 12 : 0;
		if (speed) { list.scrollTop += speed; follow(); }
		scroll = requestAnimationFrame(step);
	};
	const onMove = (moving) => {
		pointer = moving.clientY;
		if (target < 0 && Math.abs(pointer - begin) < 6) return;
		if (target < 0) {
			grid.element.querySelector(".grid-inner").append(line);
			list.classList.add("dragging");
			handle.focus({ preventScroll: true }); // Only the row with the focus stays in the page however far one scrolls.
			step();
		}
		follow();
	};
	const listening = new AbortController();
	const { signal } = listening;
	const end = (isDone) => {
		listening.abort(); // What is left over would end the next drag as well, with the place of this one.
		cancelAnimationFrame(scroll);
		line.remove();
		list.classList.remove("dragging");
		if (target < 0) {
			grid.isHeld = false;
			return grid.drawNow();
		}
		// The click that follows a drag is none.
		const swallow = (click) => { click.stopImmediatePropagation(); click.preventDefault(); };
		handle.addEventListener("click", swallow, { capture: true });
		setTimeout(() => {
			handle.removeEventListener("click", swallow, { capture: true });
			grid.isHeld = false;
			grid.drawNow();
		});
		if (!isDone) return;
		let before = 0;
		for (let index = 0; index < target; index++) if (items.get(index) && ids.includes(items.get(index).id)) before += 1;
		move(ids, target - before);
	};
	grid.isHeld = true;
	handle.setPointerCapture(event.pointerId);
	handle.addEventListener("pointermove", onMove, { signal });
	handle.addEventListener("pointerup", () => end(true), { signal });
	handle.addEventListener("pointercancel", () => end(false), { signal });
	// The row may be taken out of the queue meanwhile.
	document.addEventListener("lostpointercapture", ({ pointerId }) => { if (pointerId === event.pointerId) end(false); }, { signal });
}

// MARK: the view

/** The queue, which is a view of its own or stands beside the others. It is made once. */
export function element() {
	if (frame) return frame;
	const tool = (label, picture, act, needs) => minor({ label, picture, act, needs });
	bits.count = el("span", { class: "grow" });
	bits.selection = el("div", { class: "selection", hidden: true, role: "toolbar", "aria-label": say("queueActions") }, bits.count,
		tool(say("moveNext"), "after", () => moveBehindCurrent(concernedAll()), "queue.move"),
		tool(say("remove"), "clear", () => remove(concernedAll()), "queue.remove"),
		tool(say("moreOf", say("queueActions")), "more", () => itemMenu({ id: [...selected][0] }, -1), "queue.move"),
		tool(say("selectNone"), "close", () => { selected.clear(); drawSelection(); }));
	bits.length = el("p", { class: "count" });
	bits.moved = el("div", { class: "unseen", role: "status" });
	makeGrid();
	frame = el("div", { class: "view queue" },
		el("div", { class: "view-head" }, el("div", { class: "grow" }, el("h1", { tabindex: "-1", text: say("queue") }), bits.length),
			tool(say("undo"), "undo", undo, "queue.undo"), tool(say("redo"), "redo", redo, "queue.redo"), tool(say("jump"), "target", jump),
			tool(say("moreOf", say("queue")), "more", () => menu(say("queue"), [
				{ label: say("selectAll"), picture: "check", act: selectAll },
				{ label: say("saveQueue"), picture: "list", needs: "playlist.save", act: saveAs },
				{ label: say("addAddress"), picture: "add", needs: "queue.add", act: addAddress },
				{ label: say("clear"), picture: "clear", needs: "queue.clear", act: clear },
			]), "queue.add")),
		bits.selection, grid.frame, bits.moved);
	grid.show(items);
	ends = [on("queue", stale), on("queue.changed", stale), on("anew", () => items.forget()), on("player.itemFailed", () => items.forget())];
	stale();
	return frame;
}

function concernedAll() {
	const first = [...selected][0];
	return first === undefined ? [] : concerned({ id: first });
}

function stale() {
	items.stale();
	bits.length.textContent = say("items", items.length);
	for (const id of selected) if (items.length === 0) selected.delete(id);
	drawSelection();
}

export function build() { return element(); }
export function shown() { grid.drawNow(); }
export function hidden() {}

/** Forgets the element, so that it is made anew for another role. */
export function rebuild() {
	for (const end of ends) end();
	frame = null;
}

export { undoAction };
