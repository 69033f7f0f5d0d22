// The connection to the daemon: JSON-RPC in WebSocket messages, as docs/protocol.md describes it.
// It connects again by itself, ever more slowly, and at once when the network or the page comes back.

const firstDelay = 250;
const longestDelay = 8000;

/** What a request failed with: a stable code, and a sentence for a person. */
export class Failure extends Error {
	constructor(code, message, data) {
		super(message);
		this.code = code;
		this.data = data ?? {};
	}
}

export class Link {
	#socket = null;
	#waiting = new Map();
	#number = 0;
	#delay = firstDelay;
	#timer = 0;
	#handlers;

	/** `handlers`: opened(), closed(secondsUntilNext), unpaired(), event(type, params). */
	constructor(handlers) {
		this.#handlers = handlers;
		addEventListener("online", () => this.#look());
		document.addEventListener("visibilitychange", () => { if (!document.hidden) this.#look(); });
	}

	get isOpen() { return this.#socket?.readyState === WebSocket.OPEN; }

	/** Connects without waiting any longer. Does nothing while a connection is there or is being made. */
	now() {
		clearTimeout(this.#timer);
		if (this.#socket && this.#socket.readyState <= WebSocket.OPEN) return;
		this.#failAll(); // One that is closing will not answer, and tells nobody once another has its place.
		const socket = new WebSocket(new URL("rpc", location.href.split("#")[0]).href.replace(/^http/, "ws"));
		let wasOpen = false;
		this.#socket = socket;
		socket.onopen = () => {
			wasOpen = true;
			this.#delay = firstDelay;
			this.#handlers.opened();
		};
		socket.onmessage = (message) => this.#read(message.data);
		socket.onclose = () => {
			if (this.#socket !== socket) return;
			this.#socket = null;
			this.#failAll();
			this.#later(wasOpen);
		};
	}

	// A connection whose network has gone stays open for many minutes: a telephone that wakes asks whether the daemon still answers.
	async #look() {
		if (!this.isOpen) return this.now();
		const socket = this.#socket;
		const patience = setTimeout(() => {
			if (this.#socket !== socket) return;
			this.#socket = null;
			socket.onmessage = null;
			socket.close();
			this.#failAll();
			this.#later(true);
		}, 8000);
		await this.request("server.info").catch(() => null);
		clearTimeout(patience);
	}

	/** Sends a request. The promise fails with a `Failure`, also if the connection is lost meanwhile. */
	request(method, params = {}) {
		return new Promise((done, failed) => {
			if (!this.isOpen) return failed(new Failure("connection_lost", "", {}));
			const id = ++this.#number;
			this.#waiting.set(id, { done, failed });
			this.#socket.send(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
		});
	}

	#read(text) {
		let message;
		try {
			message = JSON.parse(text);
		} catch {
			return this.#socket.close(); // Not the daemon, or cut off: begin anew.
		}
		if (message.method) return this.#handlers.event(message.method, message.params ?? {});
		const request = this.#waiting.get(message.id);
		this.#waiting.delete(message.id);
		if (!request) return;
		if (message.error) {
			request.failed(new Failure(message.error.data?.code ?? "internal_error", message.error.message, message.error.data));
		} else {
			request.done(message.result);
		}
	}

	#failAll() {
		for (const request of this.#waiting.values()) request.failed(new Failure("connection_lost", "", {}));
		this.#waiting.clear();
	}

	// A browser does not tell why an upgrade failed. A request without an upgrade does: 401 while this device is not paired.
	async #later(wasOpen) {
		if (!wasOpen) {
			const answer = await fetch("rpc", { method: "POST", headers: { "Content-Type": "application/json" }, body: '{"id":1,"method":"server.info"}',
				signal: AbortSignal.timeout(longestDelay) })
				.catch(() => null);
			if (answer?.status === 401) return this.#handlers.unpaired();
			if (this.#socket) return;
		}
		const delay = this.#delay * (0.75 + Math.random() / 2);
		this.#delay = Math.min(this.#delay * 2, longestDelay);
		this.#handlers.closed(delay / 1000);
		clearTimeout(this.#timer);
		this.#timer = setTimeout(() => this.now(), delay);
	}
}
