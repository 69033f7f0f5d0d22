import ControlProtocol
import Glibc
import TerminalPictures
import TestSupport
import Testing

@testable import fermata

@Suite("A terminal that draws pictures", .serialized)
struct TerminalPictureTests {
    /// A terminal of the test's own: what the program has, and what is behind it.
    private final class Line {
        let program: CInt
        let screen: CInt

        init() throws {
            let screen = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
            // TIOCSPTLCK unlocks the other side, and TIOCGPTPEER opens it.
            var isLocked: CInt = 0
            guard screen >= 0, ioctl(screen, 0x4004_5431, &isLocked) == 0 else { throw TestFailure("no terminal") }
            let program = ioctl(screen, 0x5441, O_RDWR | O_NOCTTY | O_CLOEXEC)
            guard program >= 0 else { throw TestFailure("no terminal: \(String(cString: strerror(errno)))") }
            (self.program, self.screen) = (program, screen)
        }

        deinit {
            close(program)
            close(screen)
        }

        func type(_ text: String) { _ = Terminal.put(Array(text.utf8), to: screen) }

        var settings: termios {
            var settings = termios()
            tcgetattr(program, &settings)
            return settings
        }
    }

    /// Reads what the program wrote, until it has written the question.
    private static func waitForQuestion(on screen: CInt) -> Bool {
        var heard: [UInt8] = []
        var byte: UInt8 = 0
        var entry = pollfd(fd: screen, events: Int16(POLLIN), revents: 0)
        while poll(&entry, 1, 10_000) > 0, read(screen, &byte, 1) == 1 {
            heard.append(byte)
            if heard == TerminalAnswer.question { return true }
        }
        return false
    }

    @Test("is asked, and is as it was afterwards")
    func asked() async throws {
        let line = try Line()
        let before = line.settings
        let (program, screen) = (line.program, line.screen)
        async let isAsked = onOwnThread {
            let isAsked = Self.waitForQuestion(on: screen)
            for piece in ["\u{1B}[6;", "20;10t\u{1B}[?62;", "4c"] { _ = Terminal.put(Array(piece.utf8), to: screen) }
            return isAsked
        }
        let answer = await onOwnThread { Terminal.answer(on: program, within: 10_000) }
        #expect(await isAsked)
        #expect(answer?.hasSixels == true && answer?.cell == TerminalAnswer.Cell(width: 10, height: 20))
        let after = line.settings
        #expect(before.c_lflag == after.c_lflag && after.c_lflag & tcflag_t(ICANON) != 0)
    }

    @Test("that says nothing is waited for only as long as it may think, and is as it was afterwards")
    func silent() async throws {
        let line = try Line()
        let program = line.program
        let answer = await onOwnThread { Terminal.answer(on: program, within: 50) }
        #expect(
            answer?.hasSixels == false && line.settings.c_lflag & tcflag_t(ICANON | ECHO | ISIG) == tcflag_t(ICANON | ECHO | ISIG)
        )
    }

    @Test("is not asked if somebody has typed ahead, which is still there then")
    func typedAhead() async throws {
        let line = try Line()
        line.type("ls\n")
        let program = line.program
        #expect(await onOwnThread { Terminal.answer(on: program, within: 10_000) } == nil)
        var bytes = [UInt8](repeating: 0, count: 16)
        #expect(read(line.program, &bytes, bytes.count) == 3 && bytes.prefix(3) == [0x6C, 0x73, 0x0A])
    }

    @Test("that is none is not asked")
    func none() async throws {
        var ends: [CInt] = [-1, -1]
        #expect(pipe(&ends) == 0)
        #expect(Terminal.answer(on: ends[1], within: 10_000) == nil)
        for end in ends { close(end) }
        // The output of tests is none, or none that may be asked.
        #expect(Terminal.isInteractive || Terminal.cellForPictures() == nil)
    }

    // MARK: The picture

    private func curve(_ left: [Double], right: [Double] = []) -> Wire.FilterCurve {
        let frequencies = left.indices.map { 20.0 * Double($0 + 1) }
        return Wire.FilterCurve(rule: "default", frequencies: frequencies, left: left, right: right, level: -3, bands: 2)
    }

    private let cell = TerminalAnswer.Cell(width: 10, height: 20)

    @Test("gets the curve within the lines that say what it means, and the cursor where it was")
    func picture() throws {
        let lines = FilterPicture.sixels(of: curve([-12, 0]), columns: 80, cell: try #require(cell))
        #expect(lines.count == 13 && lines[0] == "    0 │" && lines[3] == "   -3 │" && lines[1] == "      │")
        // A line that breaks would have the picture a line too low.
        #expect(lines.allSatisfy { $0.prefix { $0 != "\u{1B}" }.count < 80 })
        let last = lines[12].split(separator: "\u{1B}", omittingEmptySubsequences: false)
        #expect(last[0].hasSuffix(" Hz") && last[1] == "7" && last[2] == "[12A")
        #expect(last[3] == "[8G" && last[4].hasPrefix("P0;1;0q\"1;1;690;240#") && last[5] == "\\" && last[6] == "8")
    }

    @Test("gets a curve without holes, from corner to corner, behind it the line of 0 dB and a line at 1 kHz")
    func dots() throws {
        let lines = FilterPicture.sixels(of: curve([-12, 0]), columns: 80, cell: try #require(cell))
        let picture = try SixelReader(drawing(lines))
        let (height, width) = (picture.dots.count, picture.dots[0].count)
        #expect(height == 240 && width == 690)
        for column in 0..<width {
            let rows = picture.dots.indices.filter { picture.dots[$0][column] == 2 }
            let wanted = 239 - Double(column) / Double(width - 1) * 239
            #expect(!rows.isEmpty && abs(Double(rows[0]) - wanted) <= 1 && rows.count <= 4, "\(column): \(rows)")
        }
        #expect(picture.dots[0][..<600].allSatisfy { $0 == 1 })
        let kilohertz = Int((log10(50.0) / 3 * 689).rounded())
        #expect(picture.dots.allSatisfy { $0[kilohertz] != 0 } && picture.dots[50][kilohertz - 3] == 0)
    }

    @Test("gets both sides in two colours, and a jump without a hole")
    func sides() throws {
        let lines = FilterPicture.sixels(
            of: curve([0, -12, -12, 0], right: [0, 0, -6, .nan]), columns: 500, cell: try #require(cell))
        #expect(lines.count == 14 && lines[0] == "left: blue, right: red")
        let picture = try SixelReader(drawing(lines))
        #expect(picture.dots[0].count == 1_200)
        let odd = FilterPicture.sixels(
            of: curve([.nan, 1e308, -1e308], right: [-.infinity]), columns: 40, cell: try #require(cell))
        #expect(try SixelReader(drawing(odd)).dots[0].count == 290)
        #expect(FilterPicture.blocks(of: curve([.nan, 1e308, -1e308]), columns: 40).count == 13)
        for colour in [2, 3] { #expect(picture.dots.joined().count { $0 == colour } > 500) }
    }

    @Test("is not asked where there is nothing to draw")
    func flat() {
        var asked = 0
        let flat = Wire.FilterCurve(rule: nil, frequencies: [20, 20_000], left: [0, 0], right: [], level: 0, bands: 0)
        let ask = {
            asked += 1
            return cell
        }
        _ = FilterText.all(Wire.OutputFilters(choices: [], active: [], curve: flat), shown: "hp", columns: 80, cell: ask)
        #expect(asked == 0)
        let text = FilterText.all(
            Wire.OutputFilters(choices: [], active: [], curve: curve([0, 3])), shown: "hp", columns: 80, cell: ask)
        #expect(asked == 1 && text.contains("\u{1B}P0;1;0q"))
        #expect(
            !FilterText.all(Wire.OutputFilters(choices: [], active: [], curve: curve([0, 3])), shown: "hp", columns: 80).contains(
                "\u{1B}"))
    }

    private func drawing(_ lines: [String]) -> [UInt8] {
        let text = lines.last ?? ""
        guard let start = text.firstRange(of: "\u{1B}P"), let end = text.firstRange(of: "\u{1B}\\") else { return [] }
        return Array(text[start.lowerBound..<end.upperBound].utf8)
    }
}
