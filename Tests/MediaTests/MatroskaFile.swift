/// Writes Matroska files (RFC 9559) of one track of plain samples and a single empty cluster, with any numbers.
enum MatroskaFile {
    /// - Parameters:
    ///   - timestampScale: how many nanoseconds a tick lasts.
    ///   - duration: in ticks.
    static func bytes(timestampScale: UInt32, duration: Double) -> [UInt8] {
        let header = element([0x1A, 0x45, 0xDF, 0xA3], element([0x42, 0x82], Array("matroska".utf8)))
        let info = element(
            [0x15, 0x49, 0xA9, 0x66],
            element([0x2A, 0xD7, 0xB1], big(timestampScale)) + element([0x44, 0x89], big(duration.bitPattern)))
        let audio = element(
            [0xE1], element([0xB5], big(Double(48_000).bitPattern)) + element([0x9F], [2]) + element([0x62, 0x64], [16]))
        let entry = element(
            [0xAE],
            element([0xD7], [1]) + element([0x73, 0xC5], [1]) + element([0x83], [2])
                + element([0x86], Array("A_PCM/INT/LIT".utf8)) + audio)
        let tracks = element([0x16, 0x54, 0xAE, 0x6B], entry)
        let cluster = element([0x1F, 0x43, 0xB6, 0x75], element([0xE7], [0]))
        return header + element([0x18, 0x53, 0x80, 0x67], info + tracks + cluster)
    }

    /// Returns the frames that a file says to cut at the beginning of its only track (CodecDelay), 0 if it does not say so.
    static func statedDelay(in bytes: [UInt8], rate: Int) -> Int {
        let head = bytes[..<(bytes.firstRange(of: [0x1F, 0x43, 0xB6, 0x75])?.lowerBound ?? bytes.count)]
        guard let size = head.firstRange(of: [0x56, 0xAA])?.upperBound, (0x81...0x88).contains(head[size]) else { return 0 }
        let nanoseconds = head[(size + 1)...].prefix(Int(head[size] & 0x0F)).reduce(0) { $0 << 8 | Int($1) }
        return (nanoseconds * rate + 500_000_000) / 1_000_000_000
    }

    /// An element of the EBML, its size in four bytes.
    private static func element(_ identifier: [UInt8], _ content: [UInt8]) -> [UInt8] {
        identifier + big(UInt32(content.count) | 0x1000_0000) + content
    }

    private static func big<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
        (0..<Number.bitWidth / 8).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
}
