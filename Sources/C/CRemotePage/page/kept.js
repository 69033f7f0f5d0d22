// What this browser keeps for the page. A private window keeps nothing, and the page works without.

export function read(key) { try { return localStorage.getItem(key); } catch { return null; } }

export function keep(key, value) {
	try {
		if (value) localStorage.setItem(key, value); else localStorage.removeItem(key);
	} catch { /* Nothing is kept. */ }
}
