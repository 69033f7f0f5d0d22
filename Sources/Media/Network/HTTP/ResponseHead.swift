import MediaTypes

/// Status and header fields of an answer (RFC 9110), also of a SHOUTcast server, which sends `ICY` instead of `HTTP/1.0`.
struct ResponseHead: Hashable {
    var status: Int
    /// The fields, with keys in lower case; of several fields with one name, the first.
    var fields: [String: String] = [:]
    /// The `Set-Cookie` fields, each a cookie of its own.
    private(set) var cookies: [String] = []

    init(status: Int, fields: [String: String] = [:]) {
        self.status = status
        self.fields = fields
    }

    /// Makes a head of its status line; `nil` for every other line.
    init?(statusLine line: String) {
        let words = line.split(separator: " ", maxSplits: 2)
        guard words.count >= 2, words[0].hasPrefix("HTTP/") || words[0] == "ICY", let status = Int(words[1]),
            (100...599).contains(status)
        else { return nil }
        self.init(status: status, fields: words[0] == "ICY" ? ["icy-": ""] : [:])
    }

    /// Takes in the line of a header field.
    mutating func add(_ line: String) {
        guard let colon = line.firstIndex(of: ":") else { return }
        let name = line[..<colon].lowercased()
        let text = HeaderText.trimmed(line[line.index(after: colon)...])
        let codings = text.split { $0 == "," || $0 == " " }.map { $0.lowercased() }
        let packs = codings.contains { $0 != "chunked" && $0 != "identity" }
        if name == "transfer-encoding", packs { isTransferPacked = true }
        if name == "content-encoding", codings.contains(where: Self.packings.contains) { isContentPacked = true }
        if name == "set-cookie" { cookies.append(text) }
        if fields[name] == nil { fields[name] = text }
    }

    /// The codings that compress content (RFC 9110, section 8.4.1). Servers write other words there too, which mean
    /// nothing.
    private static let packings = ["gzip", "x-gzip", "deflate", "br", "zstd", "compress", "x-compress"]
    /// Whether the transfer coding compresses the answer. libcurl would decompress it in any case, even if nobody uses
    /// it.
    private var isTransferPacked = false
    private var isContentPacked = false

    /// Whether the content is not compressed; chunks are allowed. The content of an error page may be compressed.
    var isPlain: Bool { !isTransferPacked && !(isContentPacked && (200..<300).contains(status)) }

    /// How many bytes of content follow; `nil` if the server gives no sensible number.
    var contentLength: Int64? { fields["content-length"].flatMap(ByteCount.sane) }

    /// Whether the content comes in chunks, each with its length.
    var isChunked: Bool { fields["transfer-encoding"]?.lowercased().contains("chunked") ?? false }

    /// `Content-Range`: the first byte that follows and the size of the whole, each if it is given.
    var contentRange: (start: Int64?, size: Int64?) {
        guard let text = fields["content-range"], text.lowercased().hasPrefix("bytes") else { return (nil, nil) }
        let parts = text.dropFirst(5).split(separator: "/", maxSplits: 1)
        let start = parts.first.flatMap { Int64(HeaderText.trimmed($0.prefix { $0 != "-" })) }.flatMap { $0 >= 0 ? $0 : nil }
        return (start, parts.count == 2 ? ByteCount.sane(HeaderText.trimmed(parts[1])) : nil)
    }

    /// Whether the content never ends, and reading cannot go back: a radio station answers, and neither a length nor a range says where
    /// its content ends. The fields of a station alone prove nothing, because hosts of recordings send them too.
    var isLive: Bool { hasStationFields && statedSize == nil && contentRange.start == nil }

    /// Whether fields describe a station, as those of recordings may.
    var hasStationFields: Bool { fields.keys.contains { $0.hasPrefix("icy-") || $0.hasPrefix("ice-") } }

    /// The size of the whole content as the server states it; `nil` if it does not.
    var statedSize: Int64? { status == 206 ? contentRange.size : isChunked ? nil : contentLength }

    /// After how many bytes of sound a text comes; `nil` if no text comes. Less than ``leastTextInterval`` is not to be read.
    var textInterval: Int? { fields["icy-metaint"].flatMap { Int($0) }.flatMap { (1...1 << 24).contains($0) ? $0 : nil } }

    /// The fewest bytes of sound between two texts of a station. Stations have thousands; with a few, there is more work than sound.
    static let leastTextInterval = 256

    /// The validator, which shows whether a second answer is about the same content.
    var validator: String? { fields["etag"].flatMap { $0.hasPrefix("W/") ? nil : $0 } ?? fields["last-modified"] }
}
