/// For what a speed is chosen, most specific first.
package enum SpeedScope: String, Hashable, Sendable, CaseIterable {
    /// One piece of media.
    case item
    /// An album, or the files in a folder and below it.
    case book
    /// Everything whose address begins alike.
    case feed
    /// Everything that has no speed of its own.
    case all
}

/// What has a speed of its own.
package struct SpeedOwner: Sendable {
    /// What kind of thing it is, most specific first.
    package enum Kind: Hashable, Sendable {
        /// Media, by the address that is shown of them.
        case item
        /// An album, by its title.
        case album
        /// A folder, by its absolute path.
        case folder
        /// All addresses of the network that are this one, or go on behind it with a slash, a question mark or a number sign.
        case feed
    }

    package let kind: Kind
    /// Two names are the same if their bytes are.
    package let name: String

    /// The longest name, in bytes: that of an owner of notes in the library.
    package static let nameLimit = 8 << 10
    /// How many folders, and how many beginnings of an address, count for one piece of media.
    private static let mostLevels = 64

    private init(_ kind: Kind, _ name: String) { (self.kind, self.name) = (kind, name) }

    /// For what a speed is chosen that belongs to this.
    package var scope: SpeedScope {
        switch kind {
        case .item: .item
        case .album, .folder: .book
        case .feed: .feed
        }
    }
}

extension SpeedOwner: Hashable {
    package static func == (left: SpeedOwner, right: SpeedOwner) -> Bool {
        left.kind == right.kind && left.name.utf8.elementsEqual(right.name.utf8)
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(kind)
        for byte in name.utf8 { hasher.combine(byte) }
    }
}

// MARK: - Whose speed counts

extension SpeedOwner {
    /// Returns everything whose speed counts for media, most specific first: the media, the album, its folders from the inner to the outer
    /// one, and the beginnings of its address from the longest to the shortest one. Nothing for the stream of a client.
    package static func all(of uri: String, album: String?) -> [SpeedOwner] {
        guard !MediaAddress.isPushed(uri) else { return [] }
        let shown = MediaAddress.shown(uri)
        var owners = [SpeedOwner(.item, shown)]
        if let album, !album.isEmpty { owners.append(SpeedOwner(.album, album)) }
        owners += folders(of: shown).map { SpeedOwner(.folder, $0) }
        owners += beginnings(of: shown).map { SpeedOwner(.feed, $0) }
        return owners.filter { $0.name.utf8.count <= nameLimit }
    }

    /// Returns what a speed belongs to that is chosen for media: the album, or the folder without one; for a feed, the address up to its
    /// last part. `nil` if the media have no such thing.
    package static func usual(_ scope: SpeedScope, of uri: String, album: String?) -> SpeedOwner? {
        let owners = all(of: uri, album: album)
        guard scope == .feed else { return owners.first { $0.scope == scope } }
        let address = MediaAddress.shown(uri).prefix { $0 != "?" && $0 != "#" }
        let parent = folder(of: String(address))
        return owners.first { $0.scope == .feed && $0.name.utf8.count <= parent.utf8.count }
    }

    /// Returns what a client names: the absolute path of a folder, or an address of the network. `nil` if it is neither.
    package static func named(_ name: String, for scope: SpeedScope) -> SpeedOwner? {
        guard name.utf8.count <= nameLimit, !name.utf8.contains(0) else { return nil }
        switch scope {
        case .book:
            guard name.utf8.first == UInt8(ascii: "/") else { return nil }
            let path = trimmed(name)
            return path.isEmpty ? nil : SpeedOwner(.folder, path)
        case .feed:
            let address = MediaAddress.shown(MediaAddress.escaped(name))
            return beginnings(of: trimmed(address)).first.map { SpeedOwner(.feed, $0) }
        case .item, .all: return nil
        }
    }

    /// Returns a name without slashes at its end.
    private static func trimmed(_ name: String) -> String {
        var name = Substring(name)
        while name.utf8.last == UInt8(ascii: "/") { name.removeLast() }
        return String(name)
    }

    /// Returns what is before the last slash; of an address, at least the server.
    private static func folder(of name: String) -> String {
        guard let slash = name.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "" }
        let folder = name[..<slash]
        return folder.hasSuffix("/") || folder.hasSuffix(":") ? name : String(folder)
    }

    /// The folders of a file, from the inner to the outer one. A path that is no text has none. The times of a part of a file have slashes as well.
    private static func folders(of uri: String) -> [String] {
        let file = MediaRange.split(uri)?.file ?? uri
        guard let path = try? MediaLocation(uri: file).path, let text = String(validating: path, as: UTF8.self) else { return [] }
        var folders: [String] = []
        var rest = text.utf8[...]
        while folders.count < mostLevels, let slash = rest.lastIndex(of: UInt8(ascii: "/")), slash > rest.startIndex {
            rest = rest[..<slash]
            if rest.last != UInt8(ascii: "/") { folders.append(String(Substring(rest))) }
        }
        return folders
    }

    /// The beginnings of an address of the network, from the longest to the shortest one: up to the end, and up to each slash, question mark
    /// and number sign behind the server. Scheme and server have small letters.
    private static func beginnings(of address: String) -> [String] {
        guard MediaAddress.isWeb(address), let range = address.utf8.firstRange(of: "://".utf8) else { return [] }
        let rest = address.utf8[range.upperBound...]
        let end = rest.firstIndex { "/?#".utf8.contains($0) } ?? rest.endIndex
        guard end > rest.startIndex else { return [] }
        let server = address[..<end].lowercased()
        var beginnings: [String] = []
        var places = rest.indices.filter { $0 >= end && "/?#".utf8.contains(rest[$0]) }.prefix(mostLevels)
        while let place = places.popLast() { beginnings.append(server + address[end..<place]) }
        let whole = server + trimmed(String(address[end...]))
        if beginnings.first != whole { beginnings.insert(whole, at: 0) }
        return beginnings
    }
}
