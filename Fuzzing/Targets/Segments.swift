import CFFmpeg
import MediaTypes

@testable import Media
@testable import Network

extension FuzzTarget {
    /// Lists of segments (HLS) that name one another: which is opened, and how many.
    static let hls = FuzzTarget("hls", atMost: 4_096) { bytes in
        let documents = bytes.split(separator: 0, omittingEmptySubsequences: false).map { Array($0) }
        let opening = InventedOpening(documents)
        let list = SegmentList(documents[0])
        let named = Set(list.variants.map(\.reference) + list.renditions.map(\.reference))
        precondition(list.choices.allSatisfy(named.contains), "\(list.choices) are not named")
        let source = InventedSource(documents[0], naming: opening)
        let chosen = try? ListSource.chosen(from: source, name: "a.m3u8", cancellation: CancellationToken())
        precondition(opening.openCount <= 16, "\(opening.openCount) lists were opened")
        guard let chosen, chosen.segments != nil, let content = try? chosen.bytes(in: 0..<Int64(SegmentList.sizeLimit) + 1) else {
            return
        }
        precondition(!SegmentList.begins(content) || !SegmentList(content).namesLists, "what is played is a list of lists")
    }

    /// A segment's part and key, as FFmpeg says them, and what is decrypted with them.
    static let segments = FuzzTarget("segments", atMost: 2_048) { bytes in
        var invention = Invention(bytes)
        var dictionary: OpaquePointer?
        defer { av_dict_free(&dictionary) }
        for _ in 0..<invention.pick(5) {
            let text = invention.text(["0", "16", "-1", "9223372036854775807", String(repeating: "0a", count: 16)])
            av_dict_set(&dictionary, invention.pick(["offset", "end_offset", "key", "iv"]), text, 0)
        }
        guard let options = SegmentOptions(&dictionary) else { return }
        let pieceSize = invention.pick(40) + 1
        let content = Array(invention.rest())
        let source = InventedSource(content, naming: nil)
        guard
            let decrypted = try? DecryptedSource(
                source, key: options.key, vector: options.vector, from: options.start, to: options.end, name: "a")
        else { return }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: pieceSize, alignment: 1)
        defer { buffer.deallocate() }
        var position: Int64 = 0
        while let count = try? decrypted.read(into: buffer, at: position), count > 0 { position += Int64(count) }
        precondition(position <= content.count, "\(position) bytes come of \(content.count)")
    }
}

/// Opens the documents one after the other, whatever is asked for.
private final class InventedOpening: SegmentOpening, @unchecked Sendable {
    let address = "http://user:word@host/list.m3u8"
    private let documents: [[UInt8]]
    /// How many were opened. One thread opens.
    private(set) var openCount = 0

    init(_ documents: [[UInt8]]) { self.documents = documents }

    func resolve(_ reference: String) throws(MediaError) -> String {
        let address = try WebAddress(address).resolving(reference)
        precondition(address.host == "host" || !address.location.contains("user:word"), "\(address.location) gets the password")
        return address.location
    }

    func open(_ address: String, cancellation: CancellationToken) throws(MediaError) -> any ByteSource {
        openCount += 1
        let document = documents[openCount % documents.count]
        // Some are not there.
        if document.isEmpty { throw MediaError(.notFound, "no such list") }
        return InventedSource(document, naming: self)
    }
}
