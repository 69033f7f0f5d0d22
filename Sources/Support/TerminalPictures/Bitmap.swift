/// A picture as dots: three bytes each, red, green, blue, row by row.
package struct Bitmap: Hashable, Sendable {
    /// How many dots there are in a row, at least 1.
    package let width: Int
    /// How many rows there are, at least 1.
    package let height: Int
    /// The dots.
    package let bytes: [UInt8]

    /// The most dots of a picture that is read.
    package static let dotLimit = 36_000_000

    /// Makes a picture; `nil` if the bytes are not as many as it takes.
    package init?(width: Int, height: Int, bytes: [UInt8]) {
        guard width > 0, height > 0, width <= 65_535, height <= 65_535, width * height <= Self.dotLimit,
            bytes.count == 3 * width * height
        else { return nil }
        (self.width, self.height, self.bytes) = (width, height, bytes)
    }

    /// Reads a PNG or JPEG file, at least as large as asked for if it has so many dots: a much larger one is read smaller.
    /// - Throws: ``PictureFault`` if it is damaged, of a kind that is not read, or too large.
    package init(_ file: [UInt8], atLeast wanted: (width: Int, height: Int)) throws(PictureFault) {
        if file.starts(with: PNGReader.signature) {
            self = try PNGReader.bitmap(file)
        } else if file.starts(with: [0xFF, 0xD8]) {
            self = try JPEGReader.bitmap(file, atLeast: wanted)
        } else {
            throw .unknown
        }
    }

    /// Returns the picture as large as fits into a width and a height, in its own proportions. Each dot is the mean of those that it stands for.
    package func fitted(width most: Int, height highest: Int) -> Bitmap {
        let (most, highest) = (max(1, most), max(1, highest))
        let isWide = width * highest > height * most
        let newWidth = isWide ? most : max(1, width * highest / height)
        let newHeight = isWide ? max(1, height * most / width) : highest
        if newWidth == width, newHeight == height { return self }
        var dots: [UInt8] = []
        dots.reserveCapacity(3 * newWidth * newHeight)
        for y in 0..<newHeight {
            let top = y * height / newHeight
            let bottom = max(top + 1, (y + 1) * height / newHeight)
            for x in 0..<newWidth {
                let left = x * width / newWidth
                let right = max(left + 1, (x + 1) * width / newWidth)
                var (red, green, blue) = (0, 0, 0)
                for row in top..<bottom {
                    for index in row * width + left..<row * width + right {
                        red += Int(bytes[3 * index])
                        green += Int(bytes[3 * index + 1])
                        blue += Int(bytes[3 * index + 2])
                    }
                }
                let count = (bottom - top) * (right - left)
                dots += [UInt8(red / count), UInt8(green / count), UInt8(blue / count)]
            }
        }
        return Bitmap(width: newWidth, height: newHeight, bytes: dots) ?? self
    }

    /// Returns the three bytes of a dot.
    package func dot(_ x: Int, _ y: Int) -> (red: UInt8, green: UInt8, blue: UInt8) {
        let index = 3 * (min(max(y, 0), height - 1) * width + min(max(x, 0), width - 1))
        return (bytes[index], bytes[index + 1], bytes[index + 2])
    }
}

/// Why a file is not read as a picture.
package enum PictureFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// It is neither PNG nor JPEG.
    case unknown
    /// It has a form that is not read, such as four colours for print.
    case unsupported
    /// It ends too early, or its bytes make no sense.
    case damaged
    /// It has more dots than are read.
    case tooLarge

    /// A sentence for a person.
    package var description: String {
        switch self {
        case .unknown: "the picture is neither PNG nor JPEG"
        case .unsupported: "the picture has a form that is not read"
        case .damaged: "the picture is damaged"
        case .tooLarge: "the picture is too large"
        }
    }
}
