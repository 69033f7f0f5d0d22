// Why something is heard or not, in sentences. The words of the protocol are keys here; docs/protocol.md lists them.
import { fill, locale, say } from "./words.js";

export const causes = {
	stateplaying: ["Playing", "Läuft", "قيد التشغيل"],
	statepaused: ["Paused", "Angehalten", "متوقف مؤقتًا"],
	statestopped: ["Stopped", "Gestoppt", "متوقف"],
	statebuffering: ["Waiting for data", "Wartet auf Daten", "بانتظار البيانات"],
	softer: ["Softer", "Leiser", "أخفض"],
	asBefore: ["As loud as before", "So laut wie vorher", "كما كان"],
	roomMuted: ["This room is mute", "Dieser Raum ist stumm", "هذه الغرفة مكتومة"],
	roomHeard: ["This room is heard again", "Dieser Raum ist wieder zu hören", "هذه الغرفة تُسمع مجددًا"],
	over: ["Over", "Vorbei", "انتهى"],
	staysPaused: ["Does not go on by itself any more", "Geht nicht mehr von selbst weiter", "لن يستمر تلقائيًا"],
	output: ["Output", "Ausgabe", "المخرج"],
	volume: ["Volume", "Lautstärke", "مستوى الصوت"],
	muted: ["Muted", "Stumm", "مكتوم"],
	unmuted: ["Not mute any more", "Nicht mehr stumm", "أُلغي الكتم"],
	line: ["{0}: {1}", "{0}: {1}", "{0}: {1}"],
	named: ["{0} ({1})", "{0} ({1})", "{0} ({1})"],
	desktop: ["the desktop’s controls", "die Bedienung des Desktops", "عناصر تحكم سطح المكتب"],
	mpd: ["a client of MPD", "ein Client von MPD", "عميل MPD"],
	by: ["{0}, by {1}", "{0}, durch {1}", "{0}، بواسطة {1}"],
	system: ["in a mixer of the desktop", "in einem Mischer des Desktops", "في مازج سطح المكتب"],
	limit: ["the most that the output allows", "das Höchste, was die Ausgabe erlaubt", "أقصى ما يسمح به المخرج"],
	atOutput: ["at the output", "an der Ausgabe", "عند المخرج"],
	endOfQueue: ["the queue is at its end", "die Warteschlange ist zu Ende", "انتهت قائمة الانتظار"],
	error: ["nothing could be played", "nichts ließ sich abspielen", "تعذّر التشغيل"],
	routeLost: ["the headphones were disconnected", "die Kopfhörer wurden getrennt", "فُصلت السماعات"],
	routeBack: ["the output is back", "die Ausgabe ist wieder da", "عاد المخرج"],
	mediaServicesLost: ["the sound server went away", "der Sound-Server ist weg", "توقف خادم الصوت"],
	mediaServicesBack: ["the sound server is back", "der Sound-Server ist wieder da", "عاد خادم الصوت"],
	interrupted: ["something else needs the sound", "etwas anderes braucht den Ton", "شيء آخر يحتاج الصوت"],
	notInterrupted: ["nothing else needs the sound any more", "nichts anderes braucht den Ton mehr", "لم يعد شيء يحتاج الصوت"],
	systemSleep: ["the machine went to sleep", "der Rechner ging schlafen", "نام الجهاز"],
	awake: ["the machine is awake", "der Rechner ist wach", "استيقظ الجهاز"],
	stopAfter: ["it was to stop here", "hier sollte es enden", "كان عليه التوقف هنا"],
	startup: ["the daemon has started", "der Dienst ist gestartet", "بدأت الخدمة"],
	otherPlayer: ["{0} plays", "{0} spielt", "{0} يشغّل"],
	anotherPlayer: ["another player", "ein anderer Spieler", "مشغّل آخر"],
	communication: ["a call", "ein Anruf", "مكالمة"],
	alarm: ["an alarm", "ein Alarm", "منبّه"],
	corked: ["the session manager took the sound away", "die Sitzungsverwaltung hat den Ton genommen", "سحب مدير الجلسة الصوت"],
	announcement: ["an announcement", "eine Durchsage", "إعلان"],
	since: ["since {0}", "seit {0}", "منذ {0}"],
	goesOn: ["It goes on by itself when that is over.", "Es geht von selbst weiter, wenn das vorbei ist.", "سيستمر تلقائيًا عند انتهاء ذلك."],
	goesOnRoute: ["It goes on by itself if the output comes back in time.", "Es geht von selbst weiter, wenn die Ausgabe rechtzeitig zurückkommt.", "سيستمر تلقائيًا إن عاد المخرج في الوقت المناسب."],
	stays: ["It does not go on by itself: press play.", "Es geht nicht von selbst weiter: drück Abspielen.", "لن يستمر تلقائيًا: اضغط تشغيل."],
	why: ["Why", "Warum", "لماذا"],
	whyTitle: ["Why it plays or not", "Warum es spielt oder nicht", "لماذا يُشغَّل أو لا"],
	whyEmpty: ["Nothing has changed since the daemon started.", "Seit dem Start des Dienstes hat sich nichts geändert.", "لم يتغير شيء منذ بدء الخدمة."],
};

function cause(key, ...values) { return fill(causes[key], values); }

export { cause };

function named(text, source) { return source ? cause("named", text, source) : text; }

const people = ["user", "client", "mpris", "mpd"];

function person({ reason, source }) {
	if (reason === "mpris") return named(cause("desktop"), source);
	if (reason === "mpd") return named(cause("mpd"), source);
	return source ?? null;
}

function interruption({ interruption: word, source, byClient }) {
	if (word === "otherPlayer" && !byClient) return cause("otherPlayer", source ?? cause("anotherPlayer"));
	if (["communication", "alarm"].includes(word)) return named(cause(word), source);
	if (["corked", "systemSleep", "announcement"].includes(word) && !byClient) return cause(word);
	return named(word, source === word ? null : source);
}

/** Why a change came about, or who is behind it; null if that goes without saying. */
export function reasonOf(change) {
	const { reason, source, change: what } = change;
	if (change.interruption) return interruption(change);
	const isBack = what === "playing";
	switch (reason) {
		case "user": case "client": case "mpris": case "mpd": return person(change);
		case "system": return cause("system");
		case "limit": return named(cause("limit"), source);
		case "output": return named(cause("atOutput"), source);
		case "routeLost": return isBack ? cause("routeBack") : named(cause("routeLost"), source);
		case "mediaServicesLost": return cause(isBack ? "mediaServicesBack" : "mediaServicesLost");
		case "interrupted": return what === "over" ? null : cause(isBack ? "notInterrupted" : "interrupted");
		case "systemSleep": return cause(isBack ? "awake" : "systemSleep");
		case "endOfQueue": case "error": case "stopAfter": case "startup": return cause(reason);
		default: return null;
	}
}

/** A change in one line, without its time. */
export function lineOf(change) {
	const what = causes[`state${change.change}`] ? cause(`state${change.change}`)
		: change.change === "output" ? cause("line", cause("output"), change.source ?? say("none"))
		: change.change === "volume" && change.volume ? cause("line", cause("volume"), `${Math.round(change.volume.level * 100)} %`)
		: causes[change.change] ? cause(change.change) : change.change;
	const why = change.change === "output" ? null : reasonOf(change);
	if (!why) return what;
	return cause(!change.interruption && people.includes(change.reason) ? "by" : "line", what, why);
}

const ofSystem = ["interrupted", "routeLost", "mediaServicesLost", "systemSleep"];

/** What the state of the player is, why, since when and what comes next: `{line, detail}`. */
export function stateText(status) {
	const change = status.cause;
	if (!change) return { line: cause(`state${status.state}`), detail: "" };
	const since = cause("since", timeOf(change.time));
	if (change.change === "paused" && ofSystem.includes(change.reason)) {
		const next = change.resumes ? cause(change.reason === "routeLost" ? "goesOnRoute" : "goesOn") : cause("stays");
		return { line: lineOf(change), detail: `${since}. ${next}` };
	}
	return { line: lineOf(change), detail: since };
}

/** The time of a day, with the date unless it is today's. */
export function timeOf(seconds) {
	const date = new Date(seconds * 1000);
	const isToday = date.toDateString() === new Date().toDateString();
	return date.toLocaleString(locale, isToday ? { timeStyle: "medium" } : { dateStyle: "medium", timeStyle: "short" });
}
