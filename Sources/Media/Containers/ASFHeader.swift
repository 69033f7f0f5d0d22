package import MediaTypes

/// Reads the header of an ASF (Windows Media) file from a source. It does not use FFmpeg or move FFmpeg's position.
package enum ASFHeader {
    /// The first bytes of every ASF file, and the first bytes of its properties object: identifiers in the byte order of the
    /// file.
    private static let mark: [UInt8] = [0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11]
    private static let properties: [UInt8] = [0xA1, 0xDC, 0xAB, 0x8C, 0x47, 0xA9, 0xCF, 0x11]
    /// The size in bytes of an object's head: an identifier and a size.
    private static let objectHead: Int64 = 24
    /// A bound on the number of objects that are read; no real header has as many.
    private static let mostObjects = 256

    /// Returns how long the file plays according to its header, in seconds; `nil` if the header does not say, as for a live
    /// stream.
    package static func seconds(in source: any MediaBytes) throws(MediaError) -> Double? {
        guard let size = source.size, try source.bytes(in: 0..<16).starts(with: mark) else { return nil }
        // After the header's own head come a number of objects and two more bytes.
        var position = objectHead + 6
        for _ in 0..<mostObjects where size - position >= 92 {
            let object = try source.bytes(in: position..<position + 92)
            guard object.count == 92 else { return nil }
            if object.starts(with: properties) { return seconds(object) }
            let length: UInt64 = object[16..<24].littleEndian()
            guard length >= UInt64(objectHead), length < UInt64(size) else { return nil }
            position += Int64(length)
        }
        return nil
    }

    private static func seconds(_ object: [UInt8]) -> Double? {
        // The duration is in units of 100 ns. The preroll, which is loaded before the first sound, is in milliseconds.
        let (whole, preroll): (UInt64, UInt64) = (object[64..<72].littleEndian(), object[80..<88].littleEndian())
        let isLive = object[88] & 1 == 1
        return isLive ? nil : Double(whole) / 1e7 - Double(preroll) / 1e3
    }
}
