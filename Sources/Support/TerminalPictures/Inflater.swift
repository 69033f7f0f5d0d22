/// Unpacks the compressed data of PNG (RFC 1950 and 1951).
struct Inflater {
    private let input: ArraySlice<UInt8>
    private var place: Int
    private var bits: UInt32 = 0
    private var bitCount = 0
    private var output: [UInt8] = []
    private let limit: Int

    private init(_ input: ArraySlice<UInt8>, limit: Int) {
        self.input = input
        self.limit = limit
        place = input.startIndex
        output.reserveCapacity(limit)
    }

    /// Unpacks data behind a header of zlib, up to `limit` bytes; what comes behind them does not count.
    static func bytes(of data: ArraySlice<UInt8>, limit: Int) throws(PictureFault) -> [UInt8] {
        guard data.count > 2, data[data.startIndex] & 0x0F == 8, data[data.startIndex + 1] & 0x20 == 0 else { throw .damaged }
        var inflater = Inflater(data.dropFirst(2), limit: limit)
        try inflater.run()
        return inflater.output
    }

    private mutating func run() throws(PictureFault) {
        var isLast = false
        while !isLast, output.count < limit {
            isLast = try take(1) == 1
            switch try take(2) {
            case 0: try copyStored()
            case 1: try unpack(Self.fixed.lengths, Self.fixed.distances)
            case 2:
                let codes = try readCodes()
                try unpack(codes.lengths, codes.distances)
            default: throw .damaged
            }
        }
    }

    private mutating func take(_ count: Int) throws(PictureFault) -> Int {
        while bitCount < count {
            guard place < input.endIndex else { throw .damaged }
            bits |= UInt32(input[place]) << UInt32(bitCount)
            place += 1
            bitCount += 8
        }
        let value = bits & (1 << UInt32(count) - 1)
        bits >>= UInt32(count)
        bitCount -= count
        return Int(value)
    }

    private mutating func copyStored() throws(PictureFault) {
        (bits, bitCount) = (0, 0)
        guard input.endIndex - place >= 4 else { throw .damaged }
        let count = Int(input[place]) | Int(input[place + 1]) << 8
        place += 4
        guard input.endIndex - place >= count else { throw .damaged }
        output += input[place..<place + min(count, limit - output.count)]
        place += count
    }

    /// A code of Huffman: how many codes there are of each length, and their symbols in order.
    private struct Code {
        var counts = [Int](repeating: 0, count: 16)
        var symbols: [Int]

        init(_ lengths: some Collection<Int>) throws(PictureFault) {
            symbols = []
            for length in lengths { counts[length] += 1 }
            counts[0] = 0
            var left = 1
            for length in 1...15 {
                left = 2 * left - counts[length]
                guard left >= 0 else { throw .damaged }
            }
            for length in 1...15 {
                symbols += lengths.enumerated().filter { $0.element == length }.map(\.offset)
            }
        }
    }

    private mutating func symbol(_ code: Code) throws(PictureFault) -> Int {
        var (value, first, index) = (0, 0, 0)
        for length in 1...15 {
            value |= try take(1)
            let count = code.counts[length]
            if value - count < first { return code.symbols[index + value - first] }
            index += count
            first = (first + count) << 1
            value <<= 1
        }
        throw .damaged
    }

    private static let fixed: (lengths: Code, distances: Code) = {
        let lengths = (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 }
        guard let first = try? Code(lengths), let second = try? Code([Int](repeating: 5, count: 30)) else {
            preconditionFailure("the fixed codes are complete")
        }
        return (first, second)
    }()

    private static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
    private static let lengthBases = [
        3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258,
    ]
    private static let distanceBases = [
        1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145, 8193,
        12289, 16385, 24577,
    ]

    private mutating func readCodes() throws(PictureFault) -> (lengths: Code, distances: Code) {
        let (lengthCount, distanceCount, codeCount) = (try take(5) + 257, try take(5) + 1, try take(4) + 4)
        guard lengthCount <= 286, distanceCount <= 30 else { throw .damaged }
        var lengths = [Int](repeating: 0, count: 19)
        for index in 0..<codeCount { lengths[Self.order[index]] = try take(3) }
        let code = try Code(lengths)
        var all: [Int] = []
        while all.count < lengthCount + distanceCount {
            switch try symbol(code) {
            case let length where length < 16: all.append(length)
            case 16:
                guard let last = all.last else { throw .damaged }
                all += [Int](repeating: last, count: 3 + (try take(2)))
            case 17: all += [Int](repeating: 0, count: 3 + (try take(3)))
            default: all += [Int](repeating: 0, count: 11 + (try take(7)))
            }
        }
        guard all.count == lengthCount + distanceCount else { throw .damaged }
        return (try Code(all[..<lengthCount]), try Code(Array(all[lengthCount...])))
    }

    private mutating func unpack(_ lengths: Code, _ distances: Code) throws(PictureFault) {
        while output.count < limit {
            let symbol = try symbol(lengths)
            if symbol < 256 {
                output.append(UInt8(symbol))
                continue
            }
            if symbol == 256 { return }
            guard symbol < 286 else { throw .damaged }
            let index = symbol - 257
            let extra = index < 8 || index == 28 ? 0 : index / 4 - 1
            let length = Self.lengthBases[index] + (try take(extra))
            let far = try self.symbol(distances)
            guard far < 30 else { throw .damaged }
            let distance = Self.distanceBases[far] + (try take(far < 4 ? 0 : far / 2 - 1))
            guard distance <= output.count else { throw .damaged }
            for _ in 0..<min(length, limit - output.count) { output.append(output[output.count - distance]) }
        }
    }
}
