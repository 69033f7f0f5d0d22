import MediaTypes

/// The width and height of a picture in pixels, which containers want beside its bytes.
struct PictureSize: Equatable {
    let width: Int
    let height: Int

    /// Reads the size; `nil` if the picture does not state it where its format wants it, or for WebP.
    init?(_ picture: Picture) {
        let bytes = picture.bytes
        func big(_ place: Int, _ count: Int) -> Int? {
            guard place + count <= bytes.count else { return nil }
            return bytes[place..<place + count].bigEndian()
        }
        var size: (Int?, Int?)
        switch picture.type {
        // The first chunk of PNG begins with both.
        case .png: size = (big(16, 4), big(20, 4))
        case .gif: size = (big(6, 2)?.byteSwapped16, big(8, 2)?.byteSwapped16)
        case .jpeg:
            guard let place = Self.frameHeader(bytes) else { return nil }
            size = (big(place + 7, 2), big(place + 5, 2))
        case .webp: return nil
        }
        guard let width = size.0, let height = size.1, (1...0xFFFF).contains(width), (1...0xFFFF).contains(height) else {
            return nil
        }
        (self.width, self.height) = (width, height)
    }

    /// The place of the marker of JPEG that the size follows (ITU-T T.81, section B.2.2).
    private static func frameHeader(_ bytes: [UInt8]) -> Int? {
        var place = 2
        while place + 9 <= bytes.count, bytes[place] == 0xFF {
            let marker = bytes[place + 1]
            // 0xC4, 0xC8 and 0xCC are tables and reserved.
            if (0xC0...0xCF).contains(marker), ![0xC4, 0xC8, 0xCC].contains(marker) { return place }
            place += 2 + bytes[place + 2..<place + 4].bigEndian(as: Int.self)
        }
        return nil
    }
}

extension Int {
    /// The two lower bytes in the other order.
    fileprivate var byteSwapped16: Int { Int(UInt16(truncatingIfNeeded: self).byteSwapped) }
}
