/// The rest of an `#EXTINF:` line: seconds, perhaps attributes, a comma, and `artist - title`.
struct ExtendedRemark {
    var title: String?
    var artist: String?
    var duration: Double?

    init(_ text: ArraySlice<UInt8>) {
        duration = text.prefix { $0.isDigit || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") }.seconds
        var isQuoted = false
        let comma = text.firstIndex { byte in
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            return byte == UInt8(ascii: ",") && !isQuoted
        }
        guard let comma, let name = text[(comma + 1)...].textIfAny else { return }
        guard let dash = name.firstRange(of: " - ") else {
            title = name
            return
        }
        artist = String(name[..<dash.lowerBound])
        title = String(name[dash.upperBound...])
    }
}
