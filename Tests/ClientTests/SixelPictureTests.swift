import AudioTypes
import TerminalPictures
import Testing

@Suite
struct SixelPictureTests {
    private let colours = [SixelPicture.Colour(red: 45, green: 45, blue: 45), .init(red: 0, green: 50, blue: 101)]

    @Test
    func aTerminalDrawsTheDotsThatWereDrawn() throws {
        for seed in 1...40 {
            var generator = SeededGenerator(seed: UInt64(seed))
            let (width, height) = (Int.random(in: 1...300, using: &generator), Int.random(in: 1...40, using: &generator))
            var picture = try #require(SixelPicture(width: width, height: height, colours: colours))
            var wanted = [[Int]](repeating: [Int](repeating: 0, count: width), count: height)
            for _ in 0..<Int.random(in: 0...200, using: &generator) {
                let (column, colour) = (
                    Int.random(in: -2...width + 1, using: &generator), Int.random(in: 0...1, using: &generator)
                )
                let top = Int.random(in: -5...height, using: &generator)
                let bottom = top + Int.random(in: -1...12, using: &generator)
                picture.draw(column: column, from: top, to: bottom, colour: colour)
                guard (0..<width).contains(column), top <= bottom else { continue }
                for row in top...bottom where (0..<height).contains(row) { wanted[row][column] = colour + 1 }
            }
            let drawn = try SixelReader(picture.bytes)
            #expect(
                drawn.dots == wanted && drawn.colours == [1: [45, 45, 45], 2: [0, 50, 100]], "\(seed): \(width) by \(height)")
        }
    }

    @Test
    func aLineAcrossThePictureTakesFewBytes() throws {
        var picture = try #require(SixelPicture(width: 960, height: 192, colours: colours))
        for column in 0..<960 { picture.draw(column: column, from: 100, to: 101, colour: 1) }
        let text = String(decoding: picture.bytes, as: UTF8.self)
        #expect(text.hasPrefix("\u{1B}P0;1;0q\"1;1;960;192#1;2;45;45;45#2;2;0;50;100-") && text.hasSuffix("\u{1B}\\"))
        #expect(text.contains("-#2!960o-") && text.utf8.count < 100, "\(text)")
    }

    @Test
    func whatHasNoDotsOrTooManyIsNoPicture() {
        #expect(SixelPicture(width: 0, height: 1, colours: colours) == nil)
        #expect(SixelPicture(width: 1, height: 2_049, colours: colours) == nil)
        #expect(SixelPicture(width: 1, height: 1, colours: []) == nil)
        var picture = SixelPicture(width: 2_048, height: 1, colours: colours)
        picture?.draw(column: .max, from: .min, to: .max, colour: 0)
        picture?.draw(column: 0, from: .min, to: .max, colour: 2)
        #expect(picture.map { String(decoding: $0.bytes, as: UTF8.self).contains("#1;2;45;45;45#2;2;0;50;100\u{1B}\\") } == true)
    }
}

/// Draws what a picture says, as a terminal does.
struct SixelReader {
    /// Row by row, the numbers of colours; 0 is none.
    private(set) var dots: [[Int]]
    /// The parts of each colour.
    private(set) var colours: [Int: [Int]] = [:]

    init(_ bytes: [UInt8]) throws {
        var text = String(decoding: bytes, as: UTF8.self)[...]
        func take(_ words: String) throws {
            guard text.hasPrefix(words) else { throw NoPicture(rest: String(text.prefix(40))) }
            text = text.dropFirst(words.count)
        }
        func numbers() -> [Int] {
            let word = text.prefix { $0.isASCII && $0.isNumber || $0 == ";" }
            text = text.dropFirst(word.count)
            return word.split(separator: ";").compactMap { Int($0) }
        }
        try take("\u{1B}P0;1;0q\"")
        let sides = numbers()
        guard sides.count == 4, sides[0] == 1, sides[1] == 1 else { throw NoPicture(rest: "\(sides)") }
        dots = [[Int]](repeating: [Int](repeating: 0, count: sides[2]), count: sides[3])
        var (column, top, colour) = (0, 0, 0)
        while let letter = text.first, letter != "\u{1B}" {
            var count = 1
            switch letter {
            case "#":
                try take("#")
                let found = numbers()
                colour = found.first ?? 0
                if found.count == 5, found[1] == 2 { colours[colour] = Array(found[2...]) }
                continue
            case "$": column = 0
            case "-": (column, top) = (0, top + 6)
            case "!":
                try take("!")
                count = numbers().first ?? 0
                fallthrough
            default:
                guard let code = text.first?.asciiValue, (63...126).contains(code), count > 0, column + count <= sides[2] else {
                    throw NoPicture(rest: String(text.prefix(40)))
                }
                for bit in 0..<6 where (code - 63) >> UInt8(bit) & 1 == 1 {
                    guard top + bit < sides[3] else { throw NoPicture(rest: "row \(top + bit)") }
                    for place in column..<column + count { dots[top + bit][place] = colour }
                }
                column += count
            }
            text = text.dropFirst()
        }
        try take("\u{1B}\\")
        guard text.isEmpty else { throw NoPicture(rest: String(text.prefix(40))) }
    }

    struct NoPicture: Error { let rest: String }
}
