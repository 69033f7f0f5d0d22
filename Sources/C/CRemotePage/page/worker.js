// Keeps the files of the page, so that it opens while the server is away. It asks the network first: after an update nobody sees the
// old page. Neither requests to the daemon nor covers go through it.
const cacheName = "page-1";
const modules = "remote kept link state parts list words causes player dialogs queue library songs sound rooms listen record voice lyrics devices why settings";
const files = ["./", "remote.css", "icon.svg", "manifest.webmanifest", ...modules.split(" ").map((name) => `${name}.js`)];

self.addEventListener("install", (event) => {
	event.waitUntil(caches.open(cacheName).then((cache) => cache.addAll(files)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
	event.waitUntil(caches.keys().then((names) => Promise.all(names.filter((name) => name !== cacheName).map((name) => caches.delete(name))))
		.then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
	const { request } = event;
	const { pathname } = new URL(request.url);
	// A picture that somebody opens in a tab of its own is no page.
	const isPage = request.mode === "navigate" && pathname === new URL("./", self.location).pathname;
	if (request.method !== "GET" || !(isPage || files.includes(pathname.split("/").pop()))) return;
	event.respondWith(answer(request, isPage));
});

async function answer(request, isPage) {
	const cache = await caches.open(cacheName).catch(() => null);
	const key = isPage ? "./" : request;
	let fresh;
	try {
		fresh = await fetch(request);
	} catch (failure) {
		const kept = await cache?.match(key, { ignoreSearch: true });
		if (kept) return kept;
		throw failure;
	}
	// A browser whose storage is full keeps nothing: that must not bring the old page back.
	if (fresh.ok) await cache?.put(key, fresh.clone()).catch(() => null);
	return fresh;
}
