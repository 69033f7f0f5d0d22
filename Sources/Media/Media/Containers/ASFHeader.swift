import MediaTypes

/// Reads the header of an ASF (Windows Media) file from a source. It does not use FFmpeg or move FFmpeg's position.
struct ASFHeader {
    /// The first bytes of every ASF file, and the first bytes of its properties object: identifiers in the byte order of the
    /// file.
    private static let mark: [UInt8] = [0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11]
    private static let properties: [UInt8] = [0xA1, 0xDC, 0xAB, 0x8C, 0x47, 0xA9, 0xCF, 0x11]
    /// The size in bytes of an object's head: an identifier and a size.
    private static let objectHead: Int64 = 24
    /// A bound on the number of objects that are read; no real header has as many.
    private static let mostObjects = 256

    let source: any ByteSource

    /// Returns how long the file plays according to its header, in seconds; `nil` if the header does not say, as for a live
    /// stream.
    func seconds() throws(MediaError) -> Double? {
        guard let size = source.size, try source.bytes(in: 0..<16).starts(with: Self.mark) else { return nil }
        // After the header's own head come a number of objects and two more bytes.
        var position = Self.objectHead + 6
        for _ in 0..<Self.mostObjects where size - position >= 92 {
            let object = try source.bytes(in: position..<position + 92)
            guard object.count == 92 else { return nil }
            if object.starts(with: Self.properties) { return Self.seconds(object) }
            let length = Self.number(object[16..<24])
            guard length >= UInt64(Self.objectHead), length < UInt64(size) else { return nil }
            position += Int64(length)
        }
        return nil
    }

    private static func seconds(_ object: [UInt8]) -> Double? {
        // The duration is in units of 100 ns. The preroll, which is loaded before the first sound, is in milliseconds.
        let (whole, preroll) = (number(object[64..<72]), number(object[80..<88]))
        let isLive = object[88] & 1 == 1
        return isLive ? nil : Double(whole) / 1e7 - Double(preroll) / 1e3
    }

    /// A number stored with the least significant byte first.
    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) } }
}
