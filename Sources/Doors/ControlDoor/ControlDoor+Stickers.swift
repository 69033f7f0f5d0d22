import Application
import ControlProtocol
import ControlServer
import Database
import LineServer
import MusicLibrary

// The methods about what the user has noted of songs.
extension ControlDoor {
    static let stickers: [MethodBinding<ControlDoor>] = [
        MethodBinding(Methods.Sticker.get) { door, parameters, request in
            let (song, name) = parameters
            door.ask(request, missing: .noSticker(song, name)) { store throws(DatabaseError) in
                try store.sticker(name, of: .song(song))
            }
        },
        MethodBinding(Methods.Sticker.set) { door, parameters, request in
            let (song, name, value) = parameters
            door.keep(request, missing: .noSong(song)) { store throws(DatabaseError) in
                guard try store.song(song) != nil else { return false }
                try store.setSticker(name, value, of: .song(song))
                return true
            }
        },
        MethodBinding(Methods.Sticker.delete) { door, parameters, request in
            let (song, name) = parameters
            door.keep(request, missing: .noSticker(song, name)) { store throws(DatabaseError) in
                guard try store.sticker(name, of: .song(song)) != nil else { return false }
                try store.setSticker(name, nil, of: .song(song))
                return true
            }
        },
        MethodBinding(Methods.Sticker.list) { door, song, request in
            door.ask(request, missing: .noSong(song)) { store throws(DatabaseError) -> NamedTexts? in
                guard try store.song(song) != nil else { return nil }
                return NamedTexts(try store.listStickers(of: .song(song)))
            }
        },
        .library(Methods.Sticker.find) { door, parameters, request throws(ControlError) in
            let (name, page) = parameters
            let after = try page.place { Int64($0) }
            door.ask(request) { store throws(DatabaseError) in
                let found = try store.stickers(named: name, after: after, limit: page.limit)
                let songs = found.items.map { Wire.NotedSong(song: $0.song.id, uri: $0.song.uri, value: $0.value) }
                return (songs, found.next.map { "\($0)" })
            }
        },
    ]

    /// Has a note changed; `work` returns whether what it is about is there, and `missing` is the error if not.
    private func keep(_ request: Request<Void>, missing: ControlError, _ work: @escaping LibraryWork<Bool>) {
        application.library.keep(for: Origin(request.client), work) { [application] result in
            switch result.mapError(ControlError.init) {
            case .success(true):
                application.stickersChanged()
                request.succeed()
            case .success(false): request.fail(missing)
            case .failure(let error): request.fail(error)
            }
        }
    }
}

extension ControlError {
    fileprivate static func noSticker(_ song: Int64, _ name: String) -> ControlError {
        ControlError(.stickerNotFound, "the song \(song) has no note \(name)")
    }
}
