// PLS: an INI file with the section [playlist] and the keys File1, Title1, Length1 and so on, in any order.
extension Playlist {
    mutating func readPLS(_ text: ArraySlice<UInt8>, _ resolver: LocationResolver) throws(PlaylistError) {
        var numbered: [Int64: NumberedEntry] = [:]
        var isInside = false
        var hasSection = false
        for line in text.lines where line.first != UInt8(ascii: ";") && line.first != UInt8(ascii: "#") {
            if line.first == UInt8(ascii: "[") {
                isInside = line.starts(withWord: "[playlist]")
                hasSection = hasSection || isInside
                continue
            }
            guard isInside, let equals = line.firstIndex(of: UInt8(ascii: "=")) else { continue }
            let key = line[..<equals].trimmed
            let value = line[(equals + 1)...].trimmed
            let digits = key.suffix(while: \.isDigit)
            guard let number = digits.number else { continue }
            switch key.dropLast(digits.count).text.lowercased() {
            case "file": numbered[number, default: NumberedEntry()].file = value
            case "title": numbered[number, default: NumberedEntry()].title = value.textIfAny
            case "length": numbered[number, default: NumberedEntry()].duration = value.seconds
            default: break
            }
        }
        guard hasSection else { throw PlaylistError("is no PLS playlist: it has no [playlist] section") }
        for (number, entry) in numbered.sorted(by: { $0.key < $1.key }) {
            guard let file = entry.file else {
                leaveOut("The entry \(number) is left out: it has no File\(number).")
                continue
            }
            guard let uri = located(file, resolver.uri(ofPathOrURL:)) else { continue }
            var item = PlaylistEntry(uri: uri, title: entry.title, duration: entry.duration)
            item.isForeign = SpeltPath.isForeign(file)
            try add(item)
        }
    }
}

private struct NumberedEntry {
    var file: ArraySlice<UInt8>?
    var title: String?
    var duration: Double?
}

extension ArraySlice<UInt8> {
    /// Returns the longest suffix all of whose bytes satisfy `isSuch`.
    fileprivate func suffix(while isSuch: (UInt8) -> Bool) -> ArraySlice<UInt8> {
        guard let last = lastIndex(where: { !isSuch($0) }) else { return self }
        return self[(last + 1)...]
    }
}
