// ASX: what stations made for Windows Media Player. It looks like XML, but names are in any case, attributes may lack their quotation
// marks, and addresses have bare ampersands. The oldest ones are INI files with the section [Reference] and the keys Ref1, Ref2.
extension Playlist {
    mutating func readASX(_ text: ArraySlice<UInt8>, _ resolver: LocationResolver) throws(PlaylistError) {
        let start = text.drop { $0.isBlank }
        if start.starts(withWord: "[reference]") { return try readReferences(start, resolver) }
        guard start.contains(UInt8(ascii: "<")) else { throw PlaylistError("is no ASX playlist") }
        var (entry, title): (ArraySlice<UInt8>?, String?) = (nil, nil)
        var isInEntry = false
        var rest = start
        while let opening = rest.firstIndex(of: UInt8(ascii: "<")) {
            let behind = rest[rest.index(after: opening)...]
            let isRemark = behind.starts(withWord: "!--")
            let end = isRemark ? behind.firstRange(of: Array("-->".utf8))?.lowerBound : ASXTag.end(of: behind)
            guard let end else { break }
            rest = behind[end...].dropFirst()
            guard !isRemark else { continue }
            let tag = ASXTag(behind[..<end])
            switch tag.name {
            case "entry", "/entry", "/asx":
                if let entry { try add(entry, title, resolver) }
                (entry, title, isInEntry) = (nil, nil, tag.name == "entry")
            case "title" where isInEntry:
                title = ASXTag.plain(rest.prefix { $0 != UInt8(ascii: "<") }[...]).textIfAny
            // Further addresses of an entry are for those who cannot play the first, as nobody can today whose first is of MMS.
            case "ref" where entry.map(Self.isOfOldProtocol) ?? true, "entryref" where entry == nil: entry = tag.address ?? entry
            default: break
            }
        }
        if let entry { try add(entry, title, resolver) }
    }

    private static func isOfOldProtocol(_ address: ArraySlice<UInt8>) -> Bool {
        let scheme = address.prefix(6).prefix { $0 != UInt8(ascii: ":") }.text.lowercased()
        return ["mms", "mmsh", "mmst", "mmsu", "rtsp", "rtspt", "rtspu"].contains(scheme)
    }

    private mutating func readReferences(_ text: ArraySlice<UInt8>, _ resolver: LocationResolver) throws(PlaylistError) {
        for line in text.lines where line.starts(withWord: "ref") {
            guard let equals = line.firstIndex(of: UInt8(ascii: "=")), line[..<equals].dropFirst(3).trimmed.number != nil else {
                continue
            }
            try add(line[(equals + 1)...].trimmed, nil, resolver)
        }
    }

    private mutating func add(
        _ address: ArraySlice<UInt8>, _ title: String?, _ resolver: LocationResolver
    ) throws(PlaylistError) {
        guard let uri = located(address, resolver.uri(ofPathOrURL:)) else { return }
        var entry = PlaylistEntry(uri: uri, title: title)
        entry.isForeign = SpeltPath.isForeign(address)
        try add(entry)
    }
}

/// A tag of ASX, between its brackets.
private struct ASXTag {
    /// In lower case; the end of an element begins with a slash.
    let name: String
    /// What `href` says; `nil` without it.
    let address: ArraySlice<UInt8>?

    init(_ text: ArraySlice<UInt8>) {
        let parts = text.trimmed
        name = parts.prefix { !$0.isBlank && ($0 != UInt8(ascii: "/") || $0 == parts.first) }.text.lowercased()
        var rest = parts.drop { !$0.isBlank }
        var found: ArraySlice<UInt8>?
        while found == nil, let equals = rest.firstIndex(of: UInt8(ascii: "=")) {
            let key = rest[..<equals].trimmed
            let value = rest[(equals + 1)...].drop { $0.isBlank }
            let mark = value.first.flatMap { [UInt8(ascii: "\""), UInt8(ascii: "'")].contains($0) ? $0 : nil }
            let content = mark.map { mark in value.dropFirst().prefix { $0 != mark } } ?? value.prefix { !$0.isBlank }
            if key.count == 4, key.starts(withWord: "href") { found = Self.plain(content).trimmed }
            rest = value.dropFirst(content.count + (mark == nil ? 0 : 2))
        }
        address = found.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The index of the bracket that ends the tag: one within quotation marks does not.
    static func end(of text: ArraySlice<UInt8>) -> Int? {
        var mark: UInt8?
        return text.firstIndex { byte in
            if byte == mark {
                mark = nil
            } else if mark == nil, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                mark = byte
            }
            return mark == nil && byte == UInt8(ascii: ">")
        }
    }

    private static let entities: [(name: String, byte: UInt8)] = [
        ("&amp;", UInt8(ascii: "&")), ("&lt;", UInt8(ascii: "<")), ("&gt;", UInt8(ascii: ">")), ("&quot;", UInt8(ascii: "\"")),
        ("&apos;", UInt8(ascii: "'")),
    ]

    /// The text with the characters that entities of XML stand for; other ampersands stay.
    static func plain(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard text.contains(UInt8(ascii: "&")) else { return text }
        var result: [UInt8] = []
        var rest = text
        while let byte = rest.first {
            let entity = byte == UInt8(ascii: "&") ? entities.first { rest.starts(with: $0.name.utf8) } : nil
            result.append(entity?.byte ?? byte)
            rest = rest.dropFirst(entity?.name.utf8.count ?? 1)
        }
        return result[...]
    }
}
