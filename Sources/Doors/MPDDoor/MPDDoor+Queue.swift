import Application
import MPDProtocol
import MediaTypes
import PlayerModel
import Playlists

// The commands that change the queue.
extension MPDDoor {
    func edit(
        _ command: Command, _ text: CommandText, _ client: MPDClient, _ answer: @escaping Answer
    ) throws(MPDFailure) {
        let player = application.snapshot.player
        let items = player.queue.items
        switch command {
        case .add: try add(text, player, client, tellsID: false, answer)
        case .addid: try add(text, player, client, tellsID: true, answer)
        case .clear: perform(.clear, client, answer)
        case .delete: remove(items[try text.range(0).clipped(to: items.count)].map(\.id), client, answer)
        case .deleteid:
            let id = Int64(try text.unsigned(0))
            try requireItem(id, in: player.queue)
            remove([id], client, answer)
        case .move:
            let (range, position) = (try text.range(0), try text.position(1))
            try move(try range.whole(in: items.count), to: position, player, client, answer)
        case .moveid:
            let index = try index(ofID: 0, text, items)
            try move(index..<index + 1, to: try text.position(1), player, client, answer)
        case .swap:
            let (first, second) = (try text.unsigned(0), try text.unsigned(1))
            guard items.indices.contains(first), items.indices.contains(second) else { throw .badIndex }
            swap(first, second, items, client, answer)
        case .swapid:
            swap(try index(ofID: 0, text, items), try index(ofID: 1, text, items), items, client, answer)
        case .prio, .prioid:
            let priority = UInt8(try text.unsigned(0, most: 255))
            perform(.setPriority(priority, of: try prioritized(command, text, items)), client, answer)
        case .rangeid:
            let id = items[try index(ofID: 0, text, items)].id
            let (start, end) = try text.timeRange(1)
            perform(.setRange(MediaRange(start: start, end: end), of: id), client, answer)
        case .addtagid, .cleartagid: try changeTags(command, text, items, client, answer)
        default:
            let range = text.arguments.isEmpty ? 0..<items.count : try text.range(0).clipped(to: items.count)
            arrange(items[range].map(\.id).shuffled(), from: range.lowerBound, client, answer)
        }
    }

    private func index(ofID argument: Int, _ text: CommandText, _ items: [QueueItem]) throws(MPDFailure) -> Int {
        let id = Int64(try text.unsigned(argument))
        guard let index = items.firstIndex(where: { $0.id == id }) else { throw .noSuchSong }
        return index
    }

    private func remove(_ ids: [Int64], _ client: MPDClient, _ answer: @escaping Answer) {
        guard !ids.isEmpty else { return answer(.success(MPDReply())) }
        perform(.remove(ids), client, answer)
    }

    /// Returns the ids of the songs whose priority a command sets.
    private func prioritized(_ command: Command, _ text: CommandText, _ items: [QueueItem]) throws(MPDFailure) -> [Int64] {
        var ids: [Int64] = []
        for argument in 1..<text.arguments.count {
            if command == .prioid {
                ids.append(items[try index(ofID: argument, text, items)].id)
            } else {
                ids += items[try text.range(argument).clipped(to: items.count)].map(\.id)
            }
        }
        return ids
    }

    /// Sets a tag of a song, or removes one or all of them.
    private func changeTags(
        _ command: Command, _ text: CommandText, _ items: [QueueItem], _ client: MPDClient, _ answer: @escaping Answer
    ) throws(MPDFailure) {
        let id = Int64(try text.unsigned(0))
        var tags: [QueueTag: String] = [:]
        if text.arguments.count == 1 {
            for tag in QueueTag.allCases { tags[tag] = "" }
        } else {
            let name = text.text(1)
            guard let type = TagType(name: name) else { throw MPDFailure(.argument, "Unknown tag type: \(name)") }
            if let tag = QueueTag(type) {
                tags[tag] = command == .addtagid ? text.text(2) : ""
            } else if command == .addtagid, type != .comment {
                throw MPDFailure(.argument, "The queue does not keep the tag \(type.rawValue)")
            }
        }
        try requireItem(id, in: application.snapshot.player.queue)
        perform(.setTags(tags, of: id), client, answer)
    }

    // MARK: Order

    private func move(
        _ range: Range<Int>, to position: QueuePosition, _ player: Player, _ client: MPDClient, _ answer: @escaping Answer
    ) throws(MPDFailure) {
        let items = player.queue.items
        guard !range.isEmpty else { throw .badIndex }
        // The place counts without the songs that move.
        var current = player.queue.currentIndex
        if case .index = position {
        } else if let index = current {
            guard !range.contains(index) else {
                throw MPDFailure(.playerSync, "Cannot move current song relative to itself")
            }
            if index >= range.upperBound { current = index - range.count }
        }
        let target = try position.index(in: items.count - range.count, current: current)
        arrange(items[range].map(\.id), from: target, client, answer)
    }

    private func swap(_ first: Int, _ second: Int, _ items: [QueueItem], _ client: MPDClient, _ answer: @escaping Answer) {
        let (low, high) = (min(first, second), max(first, second))
        // A closure costs a tenth of a key path, for as many songs as a queue can have.
        var ids = items[low...high].map { $0.id }
        ids.swapAt(0, ids.count - 1)
        arrange(ids, from: low, client, answer)
    }

    /// Puts items side by side in this order, the first of them at `index` of the queue without them.
    private func arrange(_ ids: [Int64], from index: Int, _ client: MPDClient, _ answer: @escaping Answer) {
        guard !ids.isEmpty else { return answer(.success(MPDReply())) }
        perform(.move(ids, position: index), client, answer)
    }

    // MARK: Adding

    private func add(
        _ text: CommandText, _ player: Player, _ client: MPDClient, tellsID: Bool, _ answer: @escaping Answer
    ) throws(MPDFailure) {
        var place = QueueInsertion.Place.end
        if text.arguments.count == 2 {
            let queue = player.queue
            place = .index(try text.position(1).index(in: queue.items.count, current: queue.currentIndex))
        }
        let tell: Application.Answer = { result in
            answer(
                result.map { outcome in
                    var reply = MPDReply()
                    if tellsID, case .added(let ids) = outcome.change { reply.text.add("Id", ifKnown: ids.first) }
                    return reply
                }.mapError(MPDFailure.init))
        }
        let origin = client.origin
        guard Self.isPlace(text.arguments[0]) else {
            let uri = try Self.uri(text.arguments[0], isLocal: client.isLocal, unknown: .noDatabase)
            return application.add([uri], QueueInsertion(place), for: origin, answer: tell)
        }
        let missing = MPDFailure(.noExist, tellsID ? "No such song" : "No such directory")
        findSongs(at: text.text(0), client, missing: missing) { [application] result in
            switch result {
            case .success(let items) where tellsID && items.count != 1: answer(.failure(missing))
            case .success(let items):
                guard !items.isEmpty else { return answer(.success(MPDReply())) }
                application.add(items, QueueInsertion(place), for: origin, answer: tell)
            case .failure(let failure): answer(.failure(failure))
            }
        }
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
