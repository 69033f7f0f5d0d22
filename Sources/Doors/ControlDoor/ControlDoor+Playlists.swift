import Application
import ControlProtocol
import ControlServer
import JSON
import MediaLibrary
import PlayerModel
import Playlists

// The requests about stored playlists.
extension ControlDoor {
    /// About how many bytes of entries one reply has.
    private static let pageBytes = 256 << 10

    func handle(_ request: Request.Playlist, from origin: Origin, _ reply: Reply) {
        switch request {
        case .list:
            application.listPlaylists(for: origin) { result in
                reply(
                    result.map { .object(["playlists": .array($0.map { Wire.StoredPlaylist($0).json })]) }
                        .mapError(ControlError.init))
            }
        case .get(let name, let offset, let limit):
            application.readPlaylist(name, for: origin) { result in
                reply(result.map { Self.page(of: $0, name, offset, limit) }.mapError(ControlError.init))
            }
        case .save(let name, let mode, let uris):
            let saving = PlaylistSaving(rawValue: mode.rawValue) ?? .create
            if let uris {
                application.savePlaylist(name, saving, uris: uris, for: origin) { Self.answer($0, name, reply) }
            } else {
                application.saveQueue(as: name, saving, for: origin) { Self.answer($0, name, reply) }
            }
        case .add(let name, let uris, let position, let revision):
            application.addToPlaylist(name, uris: uris, at: position, revision: revision, for: origin) {
                Self.answer($0, name, reply)
            }
        case .move(let name, let from, let count, let to, let revision):
            edit(name, .move(start: from, count: count, to: to), revision, origin, reply)
        case .remove(let name, let index, let count, let revision):
            edit(name, .remove(start: index, end: index + count), revision, origin, reply)
        case .rename(let name, let to):
            application.renamePlaylist(name, to: to, for: origin) { Self.answer($0, reply) }
        case .delete(let name):
            application.deletePlaylist(name, for: origin) { Self.answer($0, reply) }
        }
    }

    private func edit(
        _ name: String, _ edit: PlaylistEdit, _ revision: String?, _ origin: Origin, _ reply: Reply
    ) {
        application.editPlaylist(name, edit, revision: revision, for: origin) { result in
            Self.answer(result.map { ($0, []) }, name, reply)
        }
    }

    private static func answer(_ result: Result<Void, StoredPlaylistError>, _ reply: Reply) {
        reply(result.map { .object([:]) }.mapError(ControlError.init))
    }

    private static func answer(
        _ result: Result<(PlaylistOutcome, [SkippedEntry]), StoredPlaylistError>, _ name: String, _ reply: Reply
    ) {
        reply(
            result.map { outcome, skipped in
                JSONValue.object([
                    "name": .string(name), "length": .integer(Int64(outcome.count)), "revision": .string(outcome.revision),
                ]).with(skipped.map(Wire.SkippedEntry.init))
            }.mapError(ControlError.init))
    }

    /// Returns a part of a playlist.
    private static func page(of contents: StoredContents, _ name: String, _ offset: Int, _ limit: Int) -> JSONValue {
        var bytes = 0
        let rest = contents.entries.dropFirst(offset).prefix(min(max(1, limit), 1_000))
        let part = rest.prefix { entry in
            defer { bytes += entry.entry.uri.utf8.count + (entry.entry.title?.utf8.count ?? 0) + 80 }
            return bytes <= pageBytes
        }
        return .object([
            "name": .string(name), "entries": .array(part.map { Wire.PlaylistEntry($0).json }),
            "length": .integer(Int64(contents.entries.count)), "revision": .string(contents.revision),
            "next": part.endIndex < contents.entries.count ? .integer(Int64(part.endIndex)) : nil,
        ])
    }
}
