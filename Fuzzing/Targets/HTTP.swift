@testable import Media
@testable import Network

extension FuzzTarget {
    /// The head of a web server's answer, line by line as libcurl hands it over, and a station's titles.
    static let http = FuzzTarget("http", atMost: 8_192) { bytes in
        _ = StreamText.title(in: Array(bytes))
        var reader = HeadReader()
        for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            let isTaken = Array(line + [UInt8(ascii: "\n")]).withUnsafeBytes { reader.take($0) }
            precondition(isTaken || reader.fault != nil)
            guard isTaken else { break }
        }
        guard let head = reader.head else { return }
        _ = (head.contentRange, head.validator, head.isLive, head.isChunked)
        precondition(head.contentLength.map { $0 >= 0 } ?? true)
        precondition(head.textInterval.map { $0 > 0 } ?? true)
    }
}
