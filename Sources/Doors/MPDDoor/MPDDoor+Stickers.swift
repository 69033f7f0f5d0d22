import Application
import Database
import MPDProtocol
import MediaLibrary
import MusicLibrary
import TextPatterns

// What users note of songs, and of playlists, values of tags and conditions.
extension MPDDoor {
    static let stickerCommands: [MPDCommand] = [
        MPDCommand("sticker", .admin, .atLeast(3)) { door, request throws(MPDFailure) in
            try door.noteSticker(try StickerCommand(request.text), request)
        },
        MPDCommand("stickernames", .admin) { door, request in
            door.rows(request) { store throws(DatabaseError) in
                var (rows, last) = (ReplyRows(), String?.none)
                // A name is its bytes.
                for (name, _) in try store.stickerNames() where last.map({ !name.utf8.elementsEqual($0.utf8) }) ?? true {
                    rows.add { $0.add("name", name) }
                    last = name
                }
                return rows.result
            }
        },
        MPDCommand("stickernamestypes", .admin, 0...1) { door, request throws(MPDFailure) in
            let wanted = try request.texts.first.map(kind)
            door.rows(request) { store throws(DatabaseError) in
                var rows = ReplyRows()
                let names = try store.stickerNames().filter { wanted == nil || wanted == $0.kind }
                // By the bytes of both.
                for (name, word) in names.map({ (Array($0.name.utf8), Array($0.kind.word.utf8)) }).sorted(by: precedes) {
                    rows.add {
                        $0.add("name", utf8: name)
                        $0.add("type", utf8: word)
                    }
                }
                return rows.result
            }
        },
        MPDCommand("stickertypes", .admin) { _, request in
            request.reply { reply in
                for kind in [StickerKind.filter, .playlist, .song] { reply.add("stickertype", kind.word) }
                for tag in TagType.noted where request.client.tags.contains(tag) { reply.add("stickertype", tag.rawValue) }
            }
        },
    ]

    private static func precedes(_ first: ([UInt8], [UInt8]), _ second: ([UInt8], [UInt8])) -> Bool {
        first.0 == second.0 ? first.1.lexicographicallyPrecedes(second.1) : first.0.lexicographicallyPrecedes(second.0)
    }

    /// Returns the kind of things that a word names. Tags are named in capital and small letters as they are listed.
    private static func kind(_ word: String) throws(MPDFailure) -> StickerKind {
        if let kind = [StickerKind.song, .playlist, .filter].first(where: { $0.word == word }) { return kind }
        guard let tag = TagType(rawValue: word) else {
            throw MPDFailure(.argument, "no such tag \(ReplyText.debugged(word))")
        }
        guard TagType.noted.contains(tag) else {
            throw MPDFailure(.argument, "unsupported tag \(ReplyText.debugged(word))")
        }
        return .tag(word)
    }

    private func noteSticker(_ command: StickerCommand, _ request: MPDRequest) throws(MPDFailure) {
        switch command.action {
        case .get(let name):
            try ask(command, request) { store, owner throws(DatabaseError) in
                guard let value = try store.sticker(name, of: owner) else { return .failure(.noSticker(name)) }
                return .success([Self.row(name, value)])
            }
        case .list:
            try ask(command, request) { store, owner throws(DatabaseError) in
                .success(try store.listStickers(of: owner).map(Self.row))
            }
        case .set(let name, let value):
            try change(command, request) { store, owner throws(DatabaseError) in
                try store.setSticker(name, value, of: owner)
                return nil
            }
        case .count(let name, let number, let isLess):
            try change(command, request) { store, owner throws(DatabaseError) in
                try store.countSticker(name, by: number, isLess: isLess, of: owner)
                return nil
            }
        case .delete(let name):
            try change(command, request) { store, owner throws(DatabaseError) in
                let there = try store.listStickers(of: owner).map { Array($0.name.utf8) }
                guard name.map({ there.contains(Array($0.utf8)) }) ?? !there.isEmpty else { return .noSticker(name ?? "") }
                try store.removeStickers(of: owner, named: name)
                return nil
            }
        case .find(let search): find(search, command, request)
        }
    }

    private static func row(_ name: String, _ value: String) -> ReplyText {
        var reply = ReplyText()
        reply.add("sticker", "\(name)=\(value)")
        return reply
    }

    // MARK: Owners

    /// Finds out whose stickers are meant, on the library's thread.
    private typealias OwnerLookup = @Sendable (LibraryStore) throws(DatabaseError) -> Result<StickerOwner, MPDFailure>

    /// Returns how the owner that a command names is found. Nothing else has stickers than what is there.
    private func lookup(_ command: StickerCommand, _ client: MPDClient) throws(MPDFailure) -> OwnerLookup {
        let (name, roots, lookup) = (command.owner, application.library.roots, lookup(for: client))
        switch command.domain {
        case .song:
            return { store throws(DatabaseError) in
                guard let path = roots.path(of: Array(name.utf8)), let song = try store.song(at: path) else {
                    return .failure(.noSuchSong)
                }
                return .success(.song(song.id))
            }
        // Whether there is such a playlist is asked before.
        case .playlist: return { _ in .success(.playlist(name)) }
        case .filter:
            let filter: SongFilter
            do throws(MPDFailure) { filter = try SongFilter([name], isSearch: false) } catch {
                throw MPDFailure(.unknown, error.message)
            }
            let expression = filter.expression
            return { store throws(DatabaseError) in
                try lookup.hasSong(filter, in: store).flatMap {
                    $0
                        ? .success(.filter(expression))
                        : .failure(MPDFailure(.argument, "no matches found: \(ReplyText.debugged(expression))"))
                }
            }
        case .tag(let tag):
            guard TagType.noted.contains(tag) else {
                throw MPDFailure(.argument, "unsupported tag: \(ReplyText.debugged(tag.rawValue))")
            }
            return { store throws(DatabaseError) in
                try lookup.hasSong(.matches(.tag(tag), .equals, name, []), in: store).flatMap {
                    $0
                        ? .success(.tag(tag.rawValue, value: name))
                        : .failure(MPDFailure(.argument, "no such \(tag.rawValue): \(ReplyText.debugged(name))"))
                }
            }
        }
    }

    /// Goes on if the playlist is there that a command names, if it names one.
    private func ifThere(_ command: StickerCommand, _ request: MPDRequest, _ goOn: @escaping () -> Void) {
        guard command.domain == .playlist else { return goOn() }
        application.listPlaylists(for: request.client.origin) { result in
            guard (try? result.get())?.contains(where: { $0.name.utf8.elementsEqual(command.owner.utf8) }) ?? false else {
                let missing = MPDFailure(.argument, "no such playlist: \(ReplyText.debugged(command.owner))")
                return request.answer(.failure(missing))
            }
            goOn()
        }
    }

    /// Has something asked of the owner's stickers.
    private func ask(
        _ command: StickerCommand, _ request: MPDRequest,
        _ work: @escaping @Sendable (LibraryStore, StickerOwner) throws(DatabaseError) -> Result<[ReplyText], MPDFailure>
    ) throws(MPDFailure) {
        let lookup = try lookup(command, request.client)
        ifThere(command, request) { [weak self] in
            self?.rows(request) { store throws(DatabaseError) in
                switch try lookup(store) {
                case .success(let owner): try work(store, owner)
                case .failure(let failure): .failure(failure)
                }
            }
        }
    }

    /// Has the owner's stickers changed; `work` returns why not.
    private func change(
        _ command: StickerCommand, _ request: MPDRequest,
        _ work: @escaping @Sendable (LibraryStore, StickerOwner) throws(DatabaseError) -> MPDFailure?
    ) throws(MPDFailure) {
        let lookup = try lookup(command, request.client)
        let change: LibraryWork<MPDFailure?> = { store throws(DatabaseError) in
            switch try lookup(store) {
            case .success(let owner): try work(store, owner)
            case .failure(let failure): failure
            }
        }
        ifThere(command, request) { [application] in
            application.library.keep(for: request.client.origin, change) { result in
                switch result {
                case .success(nil):
                    application.stickersChanged()
                    request.reply()
                case .success(let failure?): request.answer(.failure(failure))
                case .failure(let error): request.answer(.failure(MPDFailure(error)))
                }
            }
        }
    }

    // MARK: Finding

    private func find(_ search: StickerCommand.Search, _ command: StickerCommand, _ request: MPDRequest) {
        let (place, name, condition) = (command.owner, search.name, StickerCondition(search))
        guard let kind = StickerKind(other: command.domain) else {
            let roots = application.library.roots
            // A song itself is not below its name.
            let below = Array(place.utf8) + (place.isEmpty ? [] : [UInt8(ascii: "/")])
            return rows(request) { store throws(DatabaseError) in
                var found = FoundStickers()
                try store.forEachSong(noted: name, condition) { song, value throws(DatabaseError) in
                    guard let file = Song(song, in: roots)?.file else { return true }
                    if Array(file.utf8).starts(with: below) { found.add("file", file, name, value) }
                    return !found.isFull
                }
                return found.rows(search)
            }
        }
        let beginning = place.utf8.map(Self.folded)
        rows(request) { store throws(DatabaseError) in
            var found = FoundStickers()
            try store.forEachOwner(of: kind, noted: name, condition) { owner, value throws(DatabaseError) in
                if owner.utf8.map(Self.folded).starts(with: beginning) { found.add(kind.word, owner, name, value) }
                return !found.isFull && found.count < search.needed
            }
            return found.rows(search)
        }
    }

    /// The small letter of a letter of ASCII; any other byte as it is.
    private static func folded(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
}

/// Stickers that were found, before they are sorted. As many are taken as an answer may have.
private struct FoundStickers {
    private var found: [(owner: [UInt8], value: String, ReplyText)] = []
    private var left = ReplyRows.limit

    var isFull: Bool { left < 0 }
    var count: Int { found.count }

    mutating func add(_ word: String, _ owner: String, _ name: String, _ value: String) {
        var reply = ReplyText()
        reply.add(word, owner)
        reply.add("sticker", "\(name)=\(value)")
        left -= reply.bytes.count
        found.append((Array(owner.utf8), value, reply))
    }

    func rows(_ search: StickerCommand.Search) -> Result<[ReplyText], MPDFailure> {
        guard !isFull else { return .failure(ReplyRows.tooLarge) }
        var rows = ReplyRows()
        for reply in search.select(found) { rows.add { $0.append(reply) } }
        return rows.result
    }
}

extension StickerKind {
    /// The word that clients have for it.
    fileprivate var word: String {
        switch self {
        case .song: "song"
        case .playlist: "playlist"
        case .filter: "filter"
        case .tag(let name): name
        }
    }

    /// Makes the kind of a domain; `nil` for songs, which are known by their ids.
    fileprivate init?(other domain: StickerCommand.Domain) {
        switch domain {
        case .song: return nil
        case .playlist: self = .playlist
        case .filter: self = .filter
        case .tag(let tag): self = .tag(tag.rawValue)
        }
    }
}

extension StickerCondition {
    /// Makes the condition of a search.
    fileprivate init(_ search: StickerCommand.Search) {
        let value = search.value
        self =
            switch search.comparison {
            case nil: .any
            case .equals?: .equals(value)
            case .isLess?: .isLess(value)
            case .isGreater?: .isGreater(value)
            case .equalsNumber?: .equalsNumber(value)
            case .isLessNumber?: .isLessNumber(value)
            case .isGreaterNumber?: .isGreaterNumber(value)
            case .contains?: .contains(value)
            case .startsWith?: .startsWith(value)
            }
    }
}

extension MPDFailure {
    fileprivate static func noSticker(_ name: String) -> MPDFailure {
        MPDFailure(.noExist, "no such sticker: \(ReplyText.debugged(name))")
    }
}
