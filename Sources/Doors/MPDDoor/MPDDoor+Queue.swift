import Application
import MPDProtocol
import MediaTypes
import PlayerModel
import Playlists

// The commands that change the queue.
extension MPDDoor {
    static let queueCommands: [MPDCommand] = [
        MPDCommand("add", .add, 1...2) { door, request throws(MPDFailure) in try door.add(request, tellsID: false) },
        MPDCommand("addid", .add, 1...2) { door, request throws(MPDFailure) in try door.add(request, tellsID: true) },
        MPDCommand("clear", .player) { door, request in door.perform(.clear, request) },
        MPDCommand("delete", .player, 1...1) { door, request throws(MPDFailure) in
            let items = door.queue.items
            door.remove(items[try request.text.range(0).clipped(to: items.count)].map(\.id), request)
        },
        MPDCommand("deleteid", .player, 1...1) { door, request throws(MPDFailure) in
            let id = Int64(try request.text.unsigned(0))
            try door.requireItem(id, in: door.queue)
            door.remove([id], request)
        },
        MPDCommand("move", .player, 2...2) { door, request throws(MPDFailure) in
            let (range, position) = (try request.text.range(0), try request.text.position(1))
            guard range.end < .max else { throw MPDFailure(.argument, "Open-ended range not supported") }
            try door.move(try range.whole(in: door.queue.items.count), to: position, request)
        },
        MPDCommand("moveid", .player, 2...2) { door, request throws(MPDFailure) in
            let index = try door.index(ofID: 0, request.text)
            try door.move(index..<index + 1, to: try request.text.position(1), request)
        },
        MPDCommand("swap", .player, 2...2) { door, request throws(MPDFailure) in
            let (first, second) = (try request.text.unsigned(0), try request.text.unsigned(1))
            let indices = door.queue.items.indices
            guard indices.contains(first), indices.contains(second) else { throw .badIndex }
            door.swap(first, second, request)
        },
        MPDCommand("swapid", .player, 2...2) { door, request throws(MPDFailure) in
            door.swap(try door.index(ofID: 0, request.text), try door.index(ofID: 1, request.text), request)
        },
        MPDCommand("shuffle", .player, 0...1) { door, request throws(MPDFailure) in
            let items = door.queue.items
            let range = request.text.arguments.isEmpty ? items.indices : try request.text.range(0).clipped(to: items.count)
            door.arrange(items[range].map(\.id).shuffled(), from: range.lowerBound, request)
        },
        MPDCommand("prio", .player, .atLeast(2)) { door, request throws(MPDFailure) in
            let items = door.queue.items
            try door.setPriority(request) { argument throws(MPDFailure) in
                items[try request.text.range(argument).clipped(to: items.count)].map(\.id)
            }
        },
        MPDCommand("prioid", .player, .atLeast(2)) { door, request throws(MPDFailure) in
            let items = door.queue.items
            try door.setPriority(request) { argument throws(MPDFailure) in
                [items[try door.index(ofID: argument, request.text)].id]
            }
        },
        MPDCommand("rangeid", .add, 2...2) { door, request throws(MPDFailure) in
            let id = door.queue.items[try door.index(ofID: 0, request.text)].id
            let (start, end) = try request.text.timeRange(1)
            door.perform(.setRange(MediaRange(start: start, end: end), of: id), request)
        },
        MPDCommand("addtagid", .add, 3...3) { door, request throws(MPDFailure) in
            try door.setTag(request.text.text(1), to: request.text.text(2), request)
        },
        MPDCommand("cleartagid", .add, 1...2) { door, request throws(MPDFailure) in try door.clearTags(request) },
        MPDCommand("urlhandlers", .read) { door, request in
            request.reply { for scheme in door.schemes(isLocal: request.client.isLocal) { $0.add("handler", scheme) } }
        },
    ]

    /// The queue as it is now.
    var queue: PlayQueue { application.snapshot.player.queue }

    /// Returns the index of the song whose id an argument states.
    func index(ofID argument: Int, _ text: CommandText) throws(MPDFailure) -> Int {
        let id = Int64(try text.unsigned(argument))
        guard let index = queue.items.firstIndex(where: { $0.id == id }) else { throw .noSuchSong }
        return index
    }

    private func remove(_ ids: [Int64], _ request: MPDRequest) {
        guard !ids.isEmpty else { return request.reply() }
        perform(.remove(ids), request)
    }

    /// Sets the priority that the first argument states, of the songs that each of the others names.
    private func setPriority(
        _ request: MPDRequest, _ named: (Int) throws(MPDFailure) -> [Int64]
    ) throws(MPDFailure) {
        let priority = UInt8(try request.text.unsigned(0, most: 255))
        var ids: [Int64] = []
        for argument in 1..<request.text.arguments.count { ids += try named(argument) }
        perform(.setPriority(priority, of: ids), request)
    }

    // MARK: Tags

    private func setTag(_ name: String, to value: String, _ request: MPDRequest) throws(MPDFailure) {
        let id = Int64(try request.text.unsigned(0))
        let type = try Self.tagType(name)
        let tag = QueueTag(type)
        guard tag != nil || type == .comment else {
            throw MPDFailure(.argument, "The queue does not keep the tag \(type.rawValue)")
        }
        try setTags(tag.map { [$0: value] } ?? [:], of: id, request)
    }

    /// Removes a tag of a song, or all of them.
    private func clearTags(_ request: MPDRequest) throws(MPDFailure) {
        let id = Int64(try request.text.unsigned(0))
        var cleared = QueueTag.allCases
        if request.text.arguments.count > 1 { cleared = [QueueTag(try Self.tagType(request.text.text(1)))].compactMap { $0 } }
        try setTags(Dictionary(uniqueKeysWithValues: cleared.map { ($0, "") }), of: id, request)
    }

    private static func tagType(_ name: String) throws(MPDFailure) -> TagType {
        guard let type = TagType(name: name) else { throw MPDFailure(.argument, "Unknown tag type: \(name)") }
        return type
    }

    private func setTags(_ tags: [QueueTag: String], of id: Int64, _ request: MPDRequest) throws(MPDFailure) {
        try requireItem(id, in: queue)
        perform(.setTags(tags, of: id), request)
    }

    // MARK: Order

    private func move(_ range: Range<Int>, to position: QueuePosition, _ request: MPDRequest) throws(MPDFailure) {
        let queue = queue
        guard !range.isEmpty else { throw .badIndex }
        // The place counts without the songs that move.
        var current = queue.currentIndex
        if case .index = position {
        } else if let index = current {
            guard !range.contains(index) else {
                throw MPDFailure(.argument, "Cannot move current song relative to itself")
            }
            if index >= range.upperBound { current = index - range.count }
        }
        let target = try position.index(in: queue.items.count - range.count, current: current)
        arrange(queue.items[range].map(\.id), from: target, request)
    }

    private func swap(_ first: Int, _ second: Int, _ request: MPDRequest) {
        let (low, high) = (min(first, second), max(first, second))
        // A closure costs a tenth of a key path, for as many songs as a queue can have.
        var ids = queue.items[low...high].map { $0.id }
        ids.swapAt(0, ids.count - 1)
        arrange(ids, from: low, request)
    }

    /// Puts items side by side in this order, the first of them at `index` of the queue without them.
    private func arrange(_ ids: [Int64], from index: Int, _ request: MPDRequest) {
        guard !ids.isEmpty else { return request.reply() }
        perform(.move(ids, position: index), request)
    }

    // MARK: Adding

    private func add(_ request: MPDRequest, tellsID: Bool) throws(MPDFailure) {
        let (text, client, answer) = (request.text, request.client, request.answer)
        let place = text.arguments.count == 2 ? QueueInsertion.Place.index(try index(of: text.position(1))) : .end
        let tell: Application.Answer = { result in
            answer(
                result.map { outcome in
                    var reply = MPDReply()
                    if tellsID, case .added(let ids) = outcome.change { reply.text.add("Id", ifKnown: ids.first) }
                    return reply
                }.mapError(MPDFailure.init))
        }
        guard Self.isPlace(text.arguments[0]) else {
            let uri = try Self.uri(text.arguments[0], isLocal: client.isLocal, unknown: .noDatabase)
            return application.add([uri], QueueInsertion(place), for: client.origin, answer: tell)
        }
        let missing = MPDFailure(.noExist, tellsID ? "No such song" : "No such directory")
        findSongs(at: text.text(0), client, missing: missing) { [application] result in
            switch result {
            case .success(let items) where tellsID && items.count != 1: answer(.failure(missing))
            case .success(let items):
                guard !items.isEmpty else { return answer(.success(MPDReply())) }
                application.add(items, QueueInsertion(place), for: client.origin, answer: tell)
            case .failure(let failure): answer(.failure(failure))
            }
        }
    }

    /// Returns the index of a place in the queue.
    func index(of position: QueuePosition) throws(MPDFailure) -> Int {
        let queue = queue
        return try position.index(in: queue.items.count, current: queue.currentIndex)
    }

    /// Whether an argument is a place of the library's tree, and neither a path nor an address. The top is empty, or a slash.
    static func isPlace(_ argument: [UInt8]) -> Bool {
        if argument == [UInt8(ascii: "/")] { return true }
        return argument.first != UInt8(ascii: "/") && !String(decoding: argument, as: UTF8.self).contains("://")
            && !argument.starts(with: "file:".utf8)
    }

    /// The schemes of the addresses that a client may add.
    func schemes(isLocal: Bool) -> [String] { (isLocal ? ["file://"] : []) + ["http://", "https://"] }

    /// Returns the address that an argument names. Only a client of this machine, which runs as the daemon's user, may name
    /// files by their paths: to others, the daemon would show which files the user has.
    /// - Parameter unknown: the refusal of a name that is neither a path nor an address.
    static func uri(
        _ argument: [UInt8], isLocal: Bool, unknown: MPDFailure
    ) throws(MPDFailure) -> String {
        let text = String(decoding: argument, as: UTF8.self)
        if argument.first == UInt8(ascii: "/") || text.lowercased().hasPrefix("file:") {
            guard isLocal else { throw MPDFailure(.permission, "Access denied") }
            // The name of a file need not be UTF-8; a URL is.
            if argument.first == UInt8(ascii: "/"), String(validating: argument, as: UTF8.self) == nil {
                return LocationResolver.fileURL(argument)
            }
            return text
        }
        if MediaAddress.isWeb(text) { return text }
        guard !text.contains("://") else { throw MPDFailure(.argument, "Unsupported URI scheme") }
        throw unknown
    }
}
