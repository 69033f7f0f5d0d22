import MediaTypes

/// Opens the files that a list of segments (HLS) in a local file names. It opens nothing on the network.
final class LocalSegments: SegmentOpening {
    let address: String

    /// - Returns: `nil` if the file name does not have the suffix of a list.
    init?(_ location: MediaLocation) {
        let name = location.name.lowercased()
        guard name.hasSuffix(".m3u8") || name.hasSuffix(".m3u") else { return nil }
        address = Self.address(location.path)
    }

    func resolve(_ reference: String) throws(MediaError) -> String {
        if reference.utf8.first == UInt8(ascii: "/") { return "file://\(reference)" }
        let scheme = reference.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
        if !scheme.isEmpty, reference.dropFirst(scheme.count).first == ":" { return reference }
        return address.prefix(through: address.lastIndex(of: "/") ?? address.startIndex) + reference
    }

    func open(_ address: String, cancellation: CancellationToken) throws(MediaError) -> any ByteSource {
        guard address.hasPrefix("file:") else {
            throw MediaError(
                .notAllowed,
                "\(self.address) names \(MediaAddress.bare(address)): a list of segments in a file may name files, and on the network "
                    + "http: and https: addresses")
        }
        return try FileSource(try MediaLocation(uri: address), cancellation: cancellation)
    }

    private static func address(_ path: [UInt8]) -> String {
        let digits = Array("0123456789ABCDEF")
        return path.reduce(into: "file://") { text, byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "-")...UInt8(ascii: "9"),
                UInt8(ascii: "_"), UInt8(ascii: "~"):
                text.unicodeScalars.append(UnicodeScalar(byte))
            default: text += "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
            }
        }
    }
}
