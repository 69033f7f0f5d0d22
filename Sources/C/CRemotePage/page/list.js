// Lists of any length: only the rows that are seen are in the page. The keys are those of a grid (WAI-ARIA): arrows, Home, End,
// Page Up and Page Down go from row to row, Enter does what a row is for, and Tab goes to the buttons of the row.
import { el } from "./parts.js";

const overscan = 6;

/** Parts of a list that name the next one, as the library's do. `fetchPart(after)` returns `{items, next}`. */
export class Parts {
	items = [];
	isDone = false;
	failed = false;
	#next;
	#busy = false;
	#fetchPart;
	constructor(fetchPart) { this.#fetchPart = fetchPart; }
	get length() { return this.items.length; }
	get total() { return this.isDone ? this.items.length : -1; }
	get(index) { return this.items[index]; }

	/** Reads on if rows near the end of what is known are wanted. */
	async need(first, last) {
		if (this.isDone || this.failed || this.#busy || last < this.items.length - 50) return;
		this.#busy = true;
		try {
			const { items, next } = await this.#fetchPart(this.#next);
			this.items.push(...items);
			this.#next = next;
			this.isDone = next === undefined;
		} catch (failure) {
			this.failed = true;
			this.failure = failure;
		}
		this.#busy = false;
		this.onchange?.();
	}
}

export class Grid {
	element;
	source = null;
	active = 0;
	isHeld = false; // while a row is dragged: what is in the rows stays, because the finger is on it
	#inner;
	#rows = new Map(); // key -> {element, signature}
	#options;
	#frame = 0;
	#columns = 1;
	#height = 0;

	/**
	 * `options`: label, rowHeight; for cards also cardWidth (the smallest); row(item, index) returns the cells of a row; name(item, index)
	 * is what the row is called; key(item, index) tells rows apart; signature(item, index) changes when the cells do;
	 * activate(item, index, event); onkey(event, index) may take a key; state(element, item, index) sets more attributes; empty is the text
	 * of a list without rows.
	 */
	constructor(options) {
		this.#options = options;
		this.#inner = el("div", { class: "grid-inner", role: "rowgroup" });
		this.empty = el("p", { class: "empty", hidden: true, text: options.empty ?? "" });
		this.element = el("div", { class: options.cardWidth ? "grid cards" : "grid", role: "grid", "aria-label": options.label,
			"aria-multiselectable": options.many ? "true" : null, onscroll: () => this.draw(), onkeydown: (event) => this.#key(event) }, this.#inner);
		this.frame = el("div", { class: "grid-frame" }, this.element, this.empty);
		new ResizeObserver(() => this.drawNow()).observe(this.element);
		this.element.addEventListener("focusin", (event) => {
			const row = event.target.closest(".row");
			if (row) this.#makeActive(Number(row.dataset.index));
		});
	}

	/** Shows another list from its beginning, or with `keep` from where one was. */
	show(source, keep = false) {
		this.source = source;
		source.onchange = () => this.drawNow();
		if (!keep) { this.active = 0; this.element.scrollTop = 0; }
		this.drawNow();
	}

	/** Draws with the next frame. */
	draw() { this.#frame ||= requestAnimationFrame(() => { this.#frame = 0; this.drawNow(); }); }

	drawNow() {
		const { source, element } = this;
		if (!source || !element.isConnected || element.clientHeight === 0) return;
		const { rowHeight, cardWidth } = this.#options;
		const width = element.clientWidth;
		this.#columns = cardWidth ? Math.max(2, Math.floor(width / cardWidth)) : 1;
		this.#height = cardWidth ? width / this.#columns + rowHeight : rowHeight;
		const count = source.length;
		const lines = Math.ceil(count / this.#columns);
		this.#inner.style.height = `${lines * this.#height}px`;
		element.setAttribute("aria-rowcount", source.total);
		this.empty.hidden = count > 0 || (source.total < 0 && !source.failed);
		element.classList.toggle("none", !this.empty.hidden);
		if (source.failed && count === 0) this.empty.textContent = source.failure?.message ?? "";
		else this.empty.textContent = this.#options.empty ?? "";
		const first = Math.max(0, Math.floor(element.scrollTop / this.#height) - overscan) * this.#columns;
		const last = Math.min(count, (Math.ceil((element.scrollTop + element.clientHeight) / this.#height) + overscan) * this.#columns);
		if (this.active >= count) this.active = Math.max(0, count - 1);
		source.need(first, last);
		this.#place(first, last);
	}

	#place(first, last) {
		const focused = document.activeElement;
		const focusedRow = this.#inner.contains(focused) ? focused.closest(".row") : null;
		const action = focused?.dataset?.act;
		const wanted = [];
		for (let index = first; index < last; index++) wanted.push(index);
		// The row with the focus stays, wherever one scrolls: else the focus would be lost.
		if (focusedRow && (this.active < first || this.active >= last) && this.active < this.source.length) wanted.push(this.active);
		const kept = new Map();
		let place = this.#inner.firstChild;
		for (const index of wanted) {
			const item = this.source.get(index);
			const key = item === undefined ? `?${index}` : String(this.#options.key(item, index));
			if (kept.has(key)) continue;
			const row = this.#row(key, item, index);
			kept.set(key, row);
			// In the order of the list, for those who read the page aloud. Rows that are in their place are not touched.
			if (row.element === place) place = place.nextSibling;
			else this.#inner.insertBefore(row.element, place);
		}
		for (const [key, row] of this.#rows) if (!kept.has(key)) row.element.remove();
		this.#rows = kept;
		if (focusedRow && !this.#inner.contains(document.activeElement)) this.#focus(action);
	}

	#row(key, item, index) {
		const { rowHeight, cardWidth, row: cells, name, signature, state } = this.#options;
		const row = this.#rows.get(key) ?? { element: el("div", { role: "row", class: "row" }), signature: null };
		const element = row.element;
		const sign = item === undefined ? "" : signature ? signature(item, index) : "x";
		if (row.signature !== sign && !(this.isHeld && row.signature !== null)) {
			row.signature = sign;
			const act = element.contains(document.activeElement) ? document.activeElement.dataset.act : undefined;
			element.replaceChildren(...(item === undefined ? [el("div", { role: "gridcell", class: "waiting" })] : cells(item, index)));
			element.setAttribute("aria-label", item === undefined ? "…" : name(item, index));
			if (act) element.querySelector(`[data-act="${act}"]`)?.focus({ preventScroll: true });
			element.onclick = (event) => {
				if (event.target.closest("button, input, a")) return;
				this.#makeActive(Number(element.dataset.index));
				this.#options.activate?.(item, Number(element.dataset.index), event);
			};
		}
		element.dataset.index = index;
		element.setAttribute("aria-rowindex", index + 1);
		if (cardWidth) {
			const column = index % this.#columns;
			element.style.width = `${100 / this.#columns}%`;
			element.style.insetInlineStart = `${column * 100 / this.#columns}%`;
			element.style.top = `${Math.floor(index / this.#columns) * this.#height}px`;
			element.style.height = `${this.#height}px`;
		} else {
			element.style.top = `${index * rowHeight}px`;
			element.style.height = `${rowHeight}px`;
		}
		this.#reach(element, index === this.active);
		if (item !== undefined) state?.(element, item, index);
		return row;
	}

	// One row, and its buttons, are reached with Tab; the arrows go to the others.
	#reach(element, isActive) {
		element.tabIndex = isActive ? 0 : -1;
		for (const inner of element.querySelectorAll("button, input, a")) inner.tabIndex = isActive ? 0 : -1;
	}

	#makeActive(index) {
		if (index === this.active) return;
		for (const { element } of this.#rows.values()) {
			const at = Number(element.dataset.index);
			if (at === this.active || at === index) this.#reach(element, at === index);
		}
		this.active = index;
	}

	#focus(action) {
		for (const { element } of this.#rows.values()) {
			if (Number(element.dataset.index) !== this.active) continue;
			const inner = action && element.querySelector(`[data-act="${action}"]`);
			(inner || element).focus({ preventScroll: true });
		}
	}

	/** Goes to a row, and has it be seen. */
	goTo(index, focus = true) {
		if (!this.source || this.source.length === 0) return;
		const next = Math.max(0, Math.min(index, this.source.length - 1));
		const top = Math.floor(next / this.#columns) * this.#height;
		const { element } = this;
		if (top < element.scrollTop) element.scrollTop = top;
		else if (top + this.#height > element.scrollTop + element.clientHeight) element.scrollTop = top + this.#height - element.clientHeight;
		this.#makeActive(next);
		this.drawNow();
		if (focus) this.#focus();
	}

	/** Has a row be seen in the middle, without the focus. */
	reveal(index) {
		this.element.scrollTop = Math.floor(index / this.#columns) * this.#height - this.element.clientHeight / 3;
		this.#makeActive(index);
		this.drawNow();
	}

	#key(event) {
		const row = event.target.closest(".row");
		if (!row || event.target.matches("input[type=range], input[type=text], select")) return;
		const index = Number(row.dataset.index);
		if (this.#options.onkey?.(event, index)) return event.preventDefault();
		if (event.ctrlKey || event.metaKey || event.altKey) return;
		const page = Math.max(1, Math.floor(this.element.clientHeight / this.#height) - 1) * this.#columns;
		const forward = document.dir === "rtl" ? "ArrowLeft" : "ArrowRight";
		const backward = document.dir === "rtl" ? "ArrowRight" : "ArrowLeft";
		const steps = { ArrowDown: this.#columns, ArrowUp: -this.#columns, PageDown: page, PageUp: -page };
		if (event.key in steps) this.goTo(index + steps[event.key]);
		else if (event.key === "Home") this.goTo(0);
		else if (event.key === "End") this.goTo(this.source.length - 1);
		else if (event.key === forward || event.key === backward) this.#sideways(event, row, index, event.key === forward ? 1 : -1);
		else if (event.key === "Enter" && event.target === row) this.#options.activate?.(this.source.get(index), index, event);
		else return;
		event.preventDefault();
	}

	#sideways(event, row, index, step) {
		if (this.#options.cardWidth && event.target === row) return this.goTo(index + step);
		const stops = [row, ...row.querySelectorAll("button, input, a")].filter((one) => one.offsetParent);
		stops[Math.max(0, Math.min(stops.indexOf(event.target) + step, stops.length - 1))]?.focus();
	}
}
