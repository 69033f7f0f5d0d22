// The devices of the network that are paired: who they are, one more, one less.
import { button, choice, dialog, el, hint, line, notice, section as box } from "./parts.js";
import { ask, call, may, on } from "./state.js";
import { timeOf } from "./causes.js";
import { say } from "./words.js";

const roles = ["view", "guest", "control", "admin"];
let list = null;
let none = null;
let ends = [];

/** The part of the settings with the devices; null for those who may not see them. */
export function section() {
	list = null;
	if (!may("remote.list")) return null;
	list = el("ul", { class: "rows" });
	none = hint(say("noDevices"));
	return box("devices", say("devices"), none, list,
		el("div", { class: "line" }, button({ label: say("pairAnother"), picture: "add", needs: "remote.pair", act: pairDialog })));
}

export function shown() {
	ends = [on("anew", read), on("remote.devicesChanged", read)];
	read();
}

export function hidden() { for (const end of ends) end(); }

async function read() {
	if (!list) return;
	const devices = await call("remote.list").catch(() => null);
	if (!devices) return;
	none.hidden = devices.length > 0;
	list.replaceChildren(...devices.map(({ device, name, role, pairedAt }) => el("li", { class: "line" },
		el("div", { class: "grow stack tight" }, el("span", { class: "row-title", dir: "auto", text: name }),
			el("span", { class: "row-about", text: `${say(`role${role}`)} · ${timeOf(pairedAt)}` })),
		button({ label: `${say("revoke")}: ${name}`, picture: "clear", iconOnly: true, needs: "remote.revoke", act: () => revoke(device, name) }))));
}

// A device that is out has to be paired anew, so this one asks.
function revoke(device, name) {
	dialog(say("revoke"), (close) => el("div", { class: "stack" }, el("p", { text: say("revokeSure", name) }),
		el("div", { class: "line" }, button({ label: say("revoke"), kind: "primary", act: async () => { close(); await ask("remote.revoke", { device }); } }))));
}

function pairDialog() {
	let role = "control";
	const place = el("div", { class: "stack", role: "status" });
	let end = () => {};
	dialog(say("pairAnother"), (close) => {
		const begin = async () => {
			const before = await call("remote.list").catch(() => []);
			const offer = await ask("remote.pair", { role });
			if (!offer) return;
			end();
			end = on("remote.devicesChanged", async () => {
				const now = await call("remote.list").catch(() => []);
				if (now.length <= before.length) return; // One was taken out.
				close();
				notice(say("devicePaired"));
			});
			place.replaceChildren(el("p", { text: say("pairThere", Math.round(offer.expiresIn / 60)) }),
				...offer.addresses.map((address) => el("p", { class: "address", dir: "ltr", text: address })),
				el("output", { class: "large-value", dir: "ltr", text: offer.code, "aria-label": `${say("pairCode")}: ${[...offer.code].join(" ")}` }));
		};
		return el("div", { class: "stack" }, choice(say("pairRole"), roles.map((key) => [key, say(`role${key}`)]), role, (value) => { role = value; }),
			el("div", { class: "line" }, button({ label: say("pairShow"), kind: "primary", act: begin })), place);
	});
	document.querySelector("dialog[open]").addEventListener("close", () => end());
}
