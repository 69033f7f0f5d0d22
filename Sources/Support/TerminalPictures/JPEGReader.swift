import func Glibc.cos

/// Reads JPEG files: baseline and progressive, with one or three colours. It computes only as many dots as are wanted: of each block of
/// eight by eight, one, two, four or eight in each direction.
struct JPEGReader {
    struct Component {
        let id: UInt8
        let across: Int
        let down: Int
        let table: Int
        /// Blocks in a row, and rows of blocks, filled up to whole units.
        var columns = 0
        var rows = 0
        /// The same as far as the picture goes.
        var usedColumns = 0
        var usedRows = 0
        /// 64 numbers for each block.
        var coefficients: [Int16] = []
        var direct = 0
        var alternating = 0
        var prediction = 0
    }

    /// A code of Huffman: the longest value of each length, where its symbols begin, and all symbols.
    struct Code {
        var limits = [Int](repeating: -1, count: 17)
        var offsets = [Int](repeating: 0, count: 17)
        var symbols: [UInt8] = []
    }

    /// The most numbers that are kept of all blocks: 96 MiB.
    private static let coefficientLimit = 48 << 20
    /// A picture that is refined again and again costs time for nothing.
    private static let mostScans = 200

    let file: [UInt8]
    var place = 2
    private var width = 0
    private var height = 0
    var components: [Component] = []
    private var tables = [[Int]](repeating: [Int](repeating: 1, count: 64), count: 4)
    var codes = [Code](repeating: Code(), count: 8)
    var restartInterval = 0
    var isProgressive = false
    private var transform: Int?
    var bits: UInt32 = 0
    var bitCount = 0
    var zeroRun = 0
    /// How many bytes were missing in front of a marker.
    var missing = 0

    private init(_ file: [UInt8]) { self.file = file }

    /// The place of each number of a block, in the order in which they come.
    static let order: [Int] = [
        0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7, 14, 21, 28, 35,
        42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62,
        63,
    ]

    static func bitmap(_ file: [UInt8], atLeast wanted: (width: Int, height: Int)) throws(PictureFault) -> Bitmap {
        var reader = JPEGReader(file)
        try reader.readSegments()
        guard !reader.components.isEmpty else { throw .damaged }
        // The smallest that has as many dots as are wanted.
        let size =
            [1, 2, 4].first { reader.width * $0 / 8 >= wanted.width && reader.height * $0 / 8 >= wanted.height } ?? 8
        return try reader.dots(size)
    }

    // MARK: Segments

    private mutating func readSegments() throws(PictureFault) {
        var scans = 0
        while place + 4 <= file.count {
            guard file[place] == 0xFF else {
                place += 1
                continue
            }
            let marker = file[place + 1]
            if marker == 0xFF {
                place += 1
                continue
            }
            place += 2
            if marker == 0xD9 { return }
            if marker == 0 || (0xD0...0xD8).contains(marker) { continue }
            let length = Int(file[place]) << 8 | Int(file[place + 1])
            guard length >= 2, place + length <= file.count else {
                // What was read so far is shown.
                if scans > 0 { return }
                throw .damaged
            }
            let content = file[place + 2..<place + length]
            place += length
            switch marker {
            case 0xC0, 0xC1, 0xC2: try readFrame(content, isProgressive: marker == 0xC2)
            case 0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF: throw .unsupported
            case 0xC4: try readCodes(content)
            case 0xDB: try readTables(content)
            case 0xDD where content.count >= 2:
                restartInterval = Int(content[content.startIndex]) << 8 | Int(content[content.startIndex + 1])
            case 0xEE where content.count >= 12 && content.prefix(5).elementsEqual("Adobe".utf8):
                transform = Int(content[content.startIndex + 11])
            case 0xDA:
                scans += 1
                guard scans <= Self.mostScans else { throw .damaged }
                do throws(PictureFault) {
                    try readScan(content)
                } catch {
                    // A picture that was cut short is shown as far as it goes.
                    if scans > 1 || place >= file.count - 2 { return }
                    throw error
                }
            default: break
            }
        }
        guard scans > 0 else { throw .damaged }
    }

    private mutating func readFrame(_ content: ArraySlice<UInt8>, isProgressive: Bool) throws(PictureFault) {
        let bytes = Array(content)
        guard components.isEmpty, bytes.count >= 6, bytes.count >= 6 + 3 * Int(bytes[5]) else { throw .damaged }
        guard bytes[0] == 8, bytes[5] == 1 || bytes[5] == 3 else { throw .unsupported }
        self.isProgressive = isProgressive
        height = Int(bytes[1]) << 8 | Int(bytes[2])
        width = Int(bytes[3]) << 8 | Int(bytes[4])
        guard width > 0, height > 0 else { throw .damaged }
        guard width * height <= Bitmap.dotLimit else { throw .tooLarge }
        for index in 0..<Int(bytes[5]) {
            let (id, sampling, table) = (bytes[6 + 3 * index], bytes[7 + 3 * index], bytes[8 + 3 * index])
            let (across, down) = (Int(sampling >> 4), Int(sampling & 15))
            guard (1...4).contains(across), (1...4).contains(down), table < 4 else { throw .damaged }
            components.append(Component(id: id, across: across, down: down, table: Int(table)))
        }
        try layOut()
    }

    /// Blocks of the most that a component has in a unit.
    var mostAcross: Int { components.map(\.across).max() ?? 1 }
    var mostDown: Int { components.map(\.down).max() ?? 1 }
    /// Units in a row, and rows of units.
    var units: (columns: Int, rows: Int) {
        let (across, down) = (8 * mostAcross, 8 * mostDown)
        return ((width + across - 1) / across, (height + down - 1) / down)
    }

    private mutating func layOut() throws(PictureFault) {
        let units = units
        let (mostAcross, mostDown) = (mostAcross, mostDown)
        let count = components.reduce(0) { $0 + units.columns * $1.across * units.rows * $1.down * 64 }
        guard count <= Self.coefficientLimit else { throw .tooLarge }
        for index in components.indices {
            let component = components[index]
            components[index].columns = units.columns * component.across
            components[index].rows = units.rows * component.down
            let ownWidth = (width * component.across + mostAcross - 1) / mostAcross
            let ownHeight = (height * component.down + mostDown - 1) / mostDown
            components[index].usedColumns = (ownWidth + 7) / 8
            components[index].usedRows = (ownHeight + 7) / 8
            components[index].coefficients = [Int16](
                repeating: 0, count: 64 * components[index].columns * components[index].rows)
        }
    }

    private mutating func readTables(_ content: ArraySlice<UInt8>) throws(PictureFault) {
        var rest = content
        while let first = rest.popFirst() {
            let isWide = first >> 4 != 0
            let count = isWide ? 128 : 64
            guard first & 15 < 4, rest.count >= count else { throw .damaged }
            let values = Array(rest.prefix(count)).map(Int.init)
            for index in 0..<64 {
                tables[Int(first & 15)][Self.order[index]] =
                    isWide ? values[2 * index] << 8 | values[2 * index + 1] : values[index]
            }
            rest = rest.dropFirst(count)
        }
    }

    private mutating func readCodes(_ content: ArraySlice<UInt8>) throws(PictureFault) {
        var rest = content
        while let first = rest.popFirst() {
            guard first & 15 < 4, first >> 4 < 2, rest.count >= 16 else { throw .damaged }
            let counts = Array(rest.prefix(16)).map(Int.init)
            rest = rest.dropFirst(16)
            let count = counts.reduce(0, +)
            guard count <= 256, rest.count >= count else { throw .damaged }
            var code = Code()
            var (value, index) = (0, 0)
            for length in 1...16 {
                code.offsets[length] = index - value
                value += counts[length - 1]
                index += counts[length - 1]
                guard value <= 1 << length else { throw .damaged }
                code.limits[length] = counts[length - 1] > 0 ? value - 1 : -1
                value <<= 1
            }
            code.symbols = Array(rest.prefix(count))
            rest = rest.dropFirst(count)
            codes[Int(first >> 4) * 4 + Int(first & 15)] = code
        }
    }

    // MARK: Dots

    /// Makes the dots of blocks that have `size` by `size` of them.
    private func dots(_ size: Int) throws(PictureFault) -> Bitmap {
        let planes = components.map { plane($0, size) }
        let (newWidth, newHeight) = ((width * size + 7) / 8, (height * size + 7) / 8)
        let (mostAcross, mostDown) = (mostAcross, mostDown)
        var bytes = [UInt8](repeating: 0, count: 3 * newWidth * newHeight)
        let clamped = { (value: Int) in UInt8(min(255, max(0, value))) }
        // Adobe's mark says when three colours are red, green and blue as they are.
        let isMixed = components.count == 3 && transform == 0
        for y in 0..<newHeight {
            for x in 0..<newWidth {
                var values = (0, 0, 0)
                for (index, component) in components.enumerated() {
                    let column = x * component.across / mostAcross, row = y * component.down / mostDown
                    let value = Int(planes[index][row * component.columns * size + column])
                    switch index {
                    case 0: values.0 = value
                    case 1: values.1 = value
                    default: values.2 = value
                    }
                }
                let place = 3 * (y * newWidth + x)
                if components.count == 1 || isMixed {
                    bytes[place] = clamped(values.0)
                    bytes[place + 1] = clamped(components.count == 1 ? values.0 : values.1)
                    bytes[place + 2] = clamped(components.count == 1 ? values.0 : values.2)
                } else {
                    let (light, blue, red) = (values.0 << 16, values.1 - 128, values.2 - 128)
                    bytes[place] = clamped((light + 91_881 * red + 32_768) >> 16)
                    bytes[place + 1] = clamped((light - 22_554 * blue - 46_802 * red + 32_768) >> 16)
                    bytes[place + 2] = clamped((light + 116_130 * blue + 32_768) >> 16)
                }
            }
        }
        guard let bitmap = Bitmap(width: newWidth, height: newHeight, bytes: bytes) else { throw .damaged }
        return bitmap
    }

    /// The values of one component, 0 to 255.
    private func plane(_ component: Component, _ size: Int) -> [UInt8] {
        let table = tables[component.table]
        // Waves of the numbers at the dots.
        var waves = [Double](repeating: 0, count: size * size)
        for dot in 0..<size {
            for wave in 0..<size {
                let angle: Double = Double(2 * dot + 1) * Double(wave) * Double.pi / Double(2 * size)
                waves[dot * size + wave] = cos(angle) * (wave == 0 ? 0.353_553_390_593_273_8 : 0.5)
            }
        }
        var plane = [UInt8](repeating: 0, count: component.columns * component.rows * size * size)
        var rows = [Double](repeating: 0, count: size * size)
        for block in 0..<component.columns * component.rows {
            let start = 64 * block
            for v in 0..<size {
                for x in 0..<size {
                    var sum = 0.0
                    for u in 0..<size {
                        let value = Int(component.coefficients[start + 8 * v + u])
                        if value != 0 { sum += Double(value * table[8 * v + u]) * waves[x * size + u] }
                    }
                    rows[v * size + x] = sum
                }
            }
            let top = block / component.columns * size, left = block % component.columns * size
            for y in 0..<size {
                for x in 0..<size {
                    var sum = 0.0
                    for v in 0..<size { sum += rows[v * size + x] * waves[y * size + v] as Double }
                    let value = Int((sum + 128).rounded())
                    let place: Int = (top + y) * component.columns * size + left + x
                    plane[place] = UInt8(min(255, max(0, value)))
                }
            }
        }
        return plane
    }
}
