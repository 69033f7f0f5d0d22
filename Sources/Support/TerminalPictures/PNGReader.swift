/// Reads PNG files: all depths and kinds of colour, without interlacing. Dots that can be seen through lie on black.
enum PNGReader {
    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    private struct Header {
        let width: Int
        let height: Int
        let depth: Int
        let kind: Int

        /// Samples of a dot.
        var samples: Int {
            switch kind {
            case 2: 3
            case 4: 2
            case 6: 4
            default: 1
            }
        }
        var bytesOfRow: Int { (width * samples * depth + 7) / 8 }
        /// How far back the dot in front lies, in bytes.
        var step: Int { max(1, samples * depth / 8) }

        init(_ data: ArraySlice<UInt8>) throws(PictureFault) {
            let bytes = data.map(Int.init)
            guard bytes.count == 13 else { throw .damaged }
            width = bytes[0] << 24 | bytes[1] << 16 | bytes[2] << 8 | bytes[3]
            height = bytes[4] << 24 | bytes[5] << 16 | bytes[6] << 8 | bytes[7]
            (depth, kind) = (bytes[8], bytes[9])
            guard width > 0, height > 0 else { throw .damaged }
            guard width <= 65_535, height <= 65_535, width * height <= Bitmap.dotLimit else { throw .tooLarge }
            let depths = [0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16]]
            guard depths[kind]?.contains(depth) == true else { throw .damaged }
            guard bytes[12] == 0 else { throw .unsupported }
        }
    }

    static func bitmap(_ file: [UInt8]) throws(PictureFault) -> Bitmap {
        var place = signature.count
        var header: Header?
        var (palette, data) = ([UInt8](), [UInt8]())
        while place + 12 <= file.count {
            let length = Int(file[place]) << 24 | Int(file[place + 1]) << 16 | Int(file[place + 2]) << 8 | Int(file[place + 3])
            guard length <= file.count - place - 12 else { throw .damaged }
            let name = file[place + 4..<place + 8], content = file[place + 8..<place + 8 + length]
            if name.elementsEqual("IHDR".utf8), header == nil {
                header = try Header(content)
            } else if name.elementsEqual("PLTE".utf8) {
                palette = Array(content.prefix(768))
            } else if name.elementsEqual("IDAT".utf8) {
                data += content
            } else if name.elementsEqual("IEND".utf8) {
                break
            }
            place += 12 + length
        }
        guard let header else { throw .damaged }
        let rows = try Inflater.bytes(of: data[...], limit: (header.bytesOfRow + 1) * header.height)
        guard rows.count == (header.bytesOfRow + 1) * header.height else { throw .damaged }
        return try dots(header, rows, palette)
    }

    private static func dots(_ header: Header, _ rows: [UInt8], _ palette: [UInt8]) throws(PictureFault) -> Bitmap {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(3 * header.width * header.height)
        var above = [UInt8](repeating: 0, count: header.bytesOfRow)
        for y in 0..<header.height {
            let start = y * (header.bytesOfRow + 1)
            var row = Array(rows[start + 1..<start + 1 + header.bytesOfRow])
            try unfilter(&row, rows[start], above, header.step)
            append(row, header, palette, to: &bytes)
            above = row
        }
        guard let bitmap = Bitmap(width: header.width, height: header.height, bytes: bytes) else { throw .damaged }
        return bitmap
    }

    private static func unfilter(
        _ row: inout [UInt8], _ filter: UInt8, _ above: [UInt8], _ step: Int
    ) throws(PictureFault) {
        guard filter <= 4 else { throw .damaged }
        if filter == 0 { return }
        for index in row.indices {
            let left = index >= step ? Int(row[index - step]) : 0
            let up = Int(above[index])
            let corner = index >= step ? Int(above[index - step]) : 0
            let guess =
                switch filter {
                case 1: left
                case 2: up
                case 3: (left + up) / 2
                default: nearest(left, up, corner)
                }
            row[index] &+= UInt8(guess)
        }
    }

    private static func nearest(_ left: Int, _ up: Int, _ corner: Int) -> Int {
        let guess = left + up - corner
        let (a, b, c) = (abs(guess - left), abs(guess - up), abs(guess - corner))
        return a <= b && a <= c ? left : b <= c ? up : corner
    }

    private static func append(_ row: [UInt8], _ header: Header, _ palette: [UInt8], to bytes: inout [UInt8]) {
        let most = (1 << min(header.depth, 8)) - 1
        for x in 0..<header.width {
            let samples = (0..<header.samples).map { sample(row, header, x * header.samples + $0) }
            let hasAlpha = header.kind >= 4
            let alpha = hasAlpha ? samples[header.samples - 1] : 255
            switch header.kind {
            case 3:
                let index = 3 * samples[0]
                bytes += index + 3 <= palette.count ? palette[index..<index + 3] : [0, 0, 0]
            case 0, 4:
                let grey = UInt8(samples[0] * 255 / most * alpha / 255)
                bytes += [grey, grey, grey]
            default: bytes += samples.prefix(3).map { UInt8($0 * alpha / 255) }
            }
        }
    }

    /// A sample, of which at most eight bits count.
    private static func sample(_ row: [UInt8], _ header: Header, _ index: Int) -> Int {
        switch header.depth {
        case 8: return Int(row[index])
        case 16: return Int(row[2 * index])
        default:
            let bit = index * header.depth
            return Int(row[bit / 8]) >> (8 - header.depth - bit % 8) & (1 << header.depth - 1)
        }
    }
}
