import ControlProtocol
import FermataKit
import Glibc
import SystemSupport

/// Saves MPD's playlists under their names.
struct PlaylistImport {
    private static let sizeLimit = 8 << 20

    private let source: MPDSource
    private let report: ImportReport

    init(_ source: MPDSource, _ report: ImportReport) { (self.source, self.report) = (source, report) }

    func run(_ connection: DaemonConnection?, _ undo: inout ImportUndo) throws(ClientFailure) {
        guard let directory = source.playlists else { return report.say("playlists: MPD has no directory for them") }
        guard let files = MPDFiles.playlists(in: directory) else {
            return report.lost("the playlists of \(directory): \(systemReason())")
        }
        var (saved, same) = (0, 0)
        for (name, path) in files {
            guard let text = MPDFiles.read(path, limit: Self.sizeLimit) else {
                report.lost(
                    "the playlist \(name): \(String(decoding: path, as: UTF8.self)) cannot be read: \(systemReason())"
                )
                continue
            }
            let addresses = addresses(in: text, name)
            guard let connection else {
                report.say("would save the playlist \(name): \(addresses.count) entries")
                continue
            }
            switch try save(name, addresses, connection) {
            case nil:
                saved += 1
                undo.note(playlist: name)
            case .playlistExists where try isSame(name, addresses, connection): same += 1
            case .playlistExists: report.lost("the playlist \(name): there is another one of that name, which stays as it is")
            case .some: break
            }
        }
        let there = same > 0 ? ", \(same) are there already" : ""
        if connection != nil { report.say("playlists: \(saved) saved\(there)") }
    }

    /// Saves a playlist. Returns the kind of the error; what it is, is reported unless such a playlist is there.
    private func save(
        _ name: String, _ addresses: [String], _ connection: DaemonConnection
    ) throws(ClientFailure) -> ControlError.Code? {
        let pieces = addresses.isEmpty ? [[]] : QueueAdding.pieces(addresses)
        for (number, piece) in pieces.enumerated() {
            let uris = Array(piece)
            let reply =
                number == 0
                ? try connection.ask(Methods.Playlist.save, (name, .create, uris: uris))
                : try connection.ask(Methods.Playlist.add, (name, uris: uris, position: nil, revision: nil))
            guard case .failure(let error) = reply.result else { continue }
            if error.code == .playlistExists, number == 0 { return error.code }
            report.lost("the playlist \(name): \(error.message)")
            // A half is worse than none, and is in the way of the next try.
            if number > 0 { _ = try connection.ask(Methods.Playlist.delete, name) }
            return error.code
        }
        return nil
    }

    private func isSame(_ name: String, _ addresses: [String], _ connection: DaemonConnection) throws(ClientFailure) -> Bool {
        var there: [String] = []
        var offset: Int? = 0
        while let start = offset {
            let reply = try connection.ask(Methods.Playlist.get, (name, offset: start, limit: 1_000))
            guard let part = reply.answer else { return false }
            there += part.entries.map(\.uri)
            offset = part.next
        }
        return there.elementsEqual(addresses) { $0.utf8.elementsEqual($1.utf8) }
    }

    /// The addresses of the entries of a file of MPD, which are relative to the directory of music.
    private func addresses(in text: [UInt8], _ name: String) -> [String] {
        var (addresses, lost): ([String], Int) = ([], 0)
        for line in text.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) where line.first != UInt8(ascii: "#") {
            guard let song = String(validating: line, as: UTF8.self), let address = source.address(of: song) else {
                lost += 1
                continue
            }
            addresses.append(address)
        }
        if lost > 0 { report.lost("the playlist \(name): \(lost) entries that fermatad cannot play") }
        return addresses
    }
}
