import ControlProtocol
import FermataKit
import Glibc
import JSON

/// What imports from MPD have changed, kept in a file beside the configuration until somebody takes it back.
struct ImportUndo {
    /// The playlist that keeps the queue in whose place an import has put that of MPD.
    static let formerQueue = "Before import-mpd"
    private static let sizeLimit = 64 << 20

    private let path: String
    private var note: JSONObject

    /// - Parameter configuration: the path of `config.toml`.
    init(configuration: String) throws(ClientFailure) {
        path = configuration + ".import-mpd"
        guard let bytes = MPDFiles.read(path, limit: Self.sizeLimit) else {
            note = [:]
            return
        }
        guard let known = (try? JSONValue(parsing: bytes))?.objectValue else {
            throw .refused("\(path), which 'fermata import-mpd' has written, is damaged: move it away")
        }
        note = known
    }

    /// Notes a configuration that was written. What it was before the first import counts.
    mutating func note(configuration: String, before: String?, after: String) {
        if note["after"] == nil { note["before"] = before.map { .string($0) } }
        note["after"] = .string(after)
        note["configuration"] = .string(configuration)
    }

    mutating func note(playlist name: String) { append(.string(name), to: "playlists") }

    /// Notes items of the queue, and how it was played before.
    /// - Parameter former: the playlist that keeps the queue in whose place they came. That of the first import counts.
    mutating func note(items: [Int64], modes: Wire.QueueModes?, volume: Wire.Volume?, former: String?) {
        items.forEach { append(.integer($0), to: "items") }
        if note["modes"] == nil { note["modes"] = modes?.json }
        if note["volume"] == nil { note["volume"] = volume?.json }
        if let former, note["replacedQueue"] == nil { note["replacedQueue"] = .string(former) }
    }

    /// Returns whether imports have added all of these items.
    func hasAdded(_ items: [Int64]) -> Bool {
        Set(note["items"]?.arrayValue?.compactMap(\.integerValue) ?? []).isSuperset(of: items)
    }

    private mutating func append(_ value: JSONValue, to name: String) {
        note[name] = .array((note[name]?.arrayValue ?? []) + [value])
    }

    /// Keeps the note, if there is anything to take back.
    func save() throws(ClientFailure) {
        guard !note.isEmpty else { return }
        try ConfigurationImport.write(JSONValue.object(note).text, to: path)
    }

    /// Takes everything back that was noted, and says what stays.
    func run(_ connection: DaemonConnection, _ report: ImportReport) throws(ClientFailure) {
        guard !note.isEmpty else { throw .refused("there is no import to take back: \(path) is not there") }
        try takeBackConfiguration(connection, report)
        for name in (note["playlists"]?.arrayValue ?? []).compactMap(\.stringValue) {
            try call(Methods.Playlist.delete, name, connection, report)
        }
        if let count = note["playlists"]?.arrayValue?.count { report.say("playlists: \(count) removed") }
        try takeBackQueue(connection, report)
        unlink(path)
        report.say("stickers that were taken over stay")
        report.finish("everything else is as it was before")
    }

    private func takeBackConfiguration(_ connection: DaemonConnection, _ report: ImportReport) throws(ClientFailure) {
        guard let file = note["configuration"]?.stringValue, let after = note["after"]?.stringValue else { return }
        let before = note["before"]?.stringValue
        guard try ConfigurationImport.text(file) == after else {
            let kept = file + ".before-import-mpd"
            try ConfigurationImport.write(before ?? "", to: kept)
            return report.lost("\(file) was changed since, and stays; as it was before, it is in \(kept)")
        }
        if let before { try ConfigurationImport.write(before, to: file) } else { unlink(file) }
        report.say(before == nil ? "\(file) is removed" : "\(file) is as it was")
        try call(Methods.Server.reload, (), connection, report)
    }

    private func takeBackQueue(_ connection: DaemonConnection, _ report: ImportReport) throws(ClientFailure) {
        guard let noted = note["items"]?.arrayValue else { return }
        let there = Set(try QueueReader(connection).ids())
        let gone = noted.compactMap(\.integerValue).filter(there.contains)
        if !gone.isEmpty {
            try call(Methods.Queue.remove, gone, connection, report)
        }
        report.say("queue: \(gone.count) items removed")
        if let modes = note["modes"].flatMap({ try? Wire.QueueModes(json: $0) }) {
            let change = Wire.QueueModeChange(
                repeat: modes.repeat, shuffle: modes.shuffle, consume: modes.consume,
                consumeOnce: modes.consumeOnce ? true : nil, shuffleBy: modes.shuffleBy ?? .songs)
            try call(Methods.Queue.set, change, connection, report)
        }
        if let level = note["volume"]?["level"]?.numberValue {
            try call(Methods.volume, (Wire.VolumeChange(level: level), nil), connection, report)
        }
        guard let former = note["replacedQueue"].map({ $0.stringValue ?? Self.formerQueue }) else { return }
        let insertion = Wire.QueueInsertion(uris: ["playlist:" + former], missing: true)
        let added = try call(Methods.Queue.add, insertion, connection, report)
        // Without the playlist, what is not in the queue again would be lost.
        guard let added, added.skipped.isEmpty else {
            return report.lost("the queue is not as it was before; the playlist \"\(former)\", which has all of it, stays")
        }
        try call(Methods.Playlist.delete, former, connection, report)
        report.say("queue: as it was before")
    }

    /// Calls a method; what is refused is reported, and the answer is `nil`.
    @discardableResult
    private func call<Parameters, Answer>(
        _ method: Method<Parameters, Answer>, _ parameters: Parameters, _ connection: DaemonConnection, _ report: ImportReport
    ) throws(ClientFailure) -> Answer? {
        let reply = try connection.ask(method, parameters)
        if case .failure(let error) = reply.result { report.lost(error.message) }
        return reply.answer
    }
}
