import Application
import ControlProtocol
import ControlServer
import LineServer
import MediaLibrary
import PlayerModel
import Playlists

// The methods of stored playlists.
extension ControlDoor {
    /// About how many bytes of entries one reply has.
    private static let pageBytes = 256 << 10

    static let playlists: [MethodBinding<ControlDoor>] = [
        MethodBinding(Methods.Playlist.list) { door, _, request in
            door.application.listPlaylists(for: Origin(request.client)) { result in
                request(result.map { $0.map(Wire.StoredPlaylist.init) }.mapError(ControlError.init))
            }
        },
        MethodBinding(Methods.Playlist.get) { door, parameters, request in
            let (name, offset, limit) = parameters
            door.application.readPlaylist(name, from: offset, for: Origin(request.client)) { result in
                request(result.map { page(of: $0, name, offset, limit) }.mapError(ControlError.init))
            }
        },
        MethodBinding(Methods.Playlist.save) { door, parameters, request in
            let (name, mode, uris) = parameters
            let (saving, origin) = (PlaylistSaving(rawValue: mode.rawValue) ?? .create, Origin(request.client))
            if let uris {
                door.application.savePlaylist(name, saving, uris: uris, for: origin) { answer($0, name, request) }
            } else {
                door.application.saveQueue(as: name, saving, for: origin) { answer($0, name, request) }
            }
        },
        MethodBinding(Methods.Playlist.add) { door, parameters, request in
            let (name, uris, position, revision) = parameters
            door.application.addToPlaylist(name, uris: uris, at: position, revision: revision, for: Origin(request.client)) {
                answer($0, name, request)
            }
        },
        MethodBinding(Methods.Playlist.move) { door, parameters, request in
            let (name, from, count, to, revision) = parameters
            door.edit(name, .move(start: from, count: count, to: to), revision, request)
        },
        MethodBinding(Methods.Playlist.remove) { door, parameters, request in
            let (name, index, count, revision) = parameters
            door.edit(name, .remove(start: index, end: index + count), revision, request)
        },
        MethodBinding(Methods.Playlist.rename) { door, parameters, request in
            let (name, new) = parameters
            door.application.renamePlaylist(name, to: new, for: Origin(request.client)) {
                request($0.mapError(ControlError.init))
            }
        },
        MethodBinding(Methods.Playlist.rules) { door, name, request in
            door.application.readRules(of: name, for: Origin(request.client)) { result in
                request(
                    result.map { Wire.PlaylistRules(name: name, rules: $0.text, revision: $0.revision) }
                        .mapError(ControlError.ofRules))
            }
        },
        MethodBinding(Methods.Playlist.setRules) { door, parameters, request in
            let (name, rules, revision) = parameters
            door.application.setRules(rules, of: name, revision: revision, for: Origin(request.client)) { result in
                request(
                    result.map { Wire.PlaylistRules(name: name, rules: rules, revision: $0.revision) }
                        .mapError(ControlError.ofRules))
            }
        },
        MethodBinding(Methods.Playlist.delete) { door, name, request in
            door.application.deletePlaylist(name, for: Origin(request.client)) { request($0.mapError(ControlError.init)) }
        },
    ]

    private func edit(_ name: String, _ edit: PlaylistEdit, _ revision: String?, _ request: Request<Wire.PlaylistOutcome>) {
        application.editPlaylist(name, edit, revision: revision, for: Origin(request.client)) { result in
            Self.answer(result.map { ($0, []) }, name, request)
        }
    }

    private static func answer(
        _ result: Result<(PlaylistOutcome, [SkippedEntry]), StoredPlaylistError>, _ name: String,
        _ request: Request<Wire.PlaylistOutcome>
    ) {
        request(
            result.map { outcome, skipped in
                Wire.PlaylistOutcome(
                    name: name, length: outcome.count, revision: outcome.revision,
                    skipped: skipped.map(Wire.SkippedEntry.init))
            }.mapError(ControlError.init))
    }

    /// Returns a part of a playlist.
    private static func page(of contents: StoredContents, _ name: String, _ offset: Int, _ limit: Int) -> Wire.PlaylistPage {
        var bytes = 0
        let rest = contents.entries.dropFirst(offset).prefix(min(max(1, limit), 1_000))
        let part = rest.prefix { entry in
            defer { bytes += entry.entry.uri.utf8.count + (entry.entry.title?.utf8.count ?? 0) + 80 }
            return bytes <= pageBytes
        }
        return Wire.PlaylistPage(
            name: name, entries: part.map(Wire.PlaylistEntry.init), length: contents.entries.count, revision: contents.revision,
            next: part.endIndex < contents.entries.count ? part.endIndex : nil, smart: contents.hasRules)
    }
}
