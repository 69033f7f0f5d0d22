import AudioTypes
import FoundationEssentials
import TestSupport
import Testing

@testable import TerminalPictures

@Suite("Pictures for terminals")
struct BitmapTests {
    /// The bytes of a file that FFmpeg makes of its test picture.
    private static func file(_ name: String, _ options: [String]) async throws -> [UInt8] {
        let directory = try TemporaryDirectory()
        let path = directory.file(name)
        try await Tool.run(
            "ffmpeg", ["-loglevel", "error", "-f", "lavfi", "-i", "testsrc=s=91x67", "-frames:v", "1"] + options + [path])
        return Array(try Data(contentsOf: URL(filePath: path)))
    }

    /// The dots that FFmpeg finds in a file.
    private static func dots(_ file: [UInt8], _ name: String) async throws -> [UInt8] {
        let directory = try TemporaryDirectory()
        let path = directory.file(name)
        try Data(file).write(to: URL(filePath: path))
        return try await Tool.run(
            "ffmpeg", ["-loglevel", "error", "-i", path, "-pix_fmt", "rgb24", "-f", "rawvideo", "-"])
    }

    /// The mean and the largest difference of two pictures.
    private static func difference(_ left: [UInt8], _ right: [UInt8]) -> (mean: Double, most: Int) {
        let all = zip(left, right).map { abs(Int($0) - Int($1)) }
        return (Double(all.reduce(0, +)) / Double(max(1, all.count)), all.max() ?? 0)
    }

    @Test(
        "a PNG of any depth and kind of colour has the dots that FFmpeg finds",
        arguments: ["rgb24", "rgba", "gray", "pal8", "monob", "rgb48be", "gray16be", "ya8"])
    func png(format: String) async throws {
        let file = try await Self.file("a.png", ["-pix_fmt", format])
        let bitmap = try Bitmap(file, atLeast: (91, 67))
        #expect((bitmap.width, bitmap.height) == (91, 67))
        #expect(Self.difference(bitmap.bytes, try await Self.dots(file, "a.png")).most <= 1)
    }

    /// The dots that a JPEG has by the planes that FFmpeg finds, where each colour counts for the dots that it stands for.
    private static func dots(ofPlanes file: [UInt8], _ size: (width: Int, height: Int), _ across: Int, _ down: Int) async throws
        -> [UInt8]
    {
        let directory = try TemporaryDirectory()
        let path = directory.file("a.jpg")
        try Data(file).write(to: URL(filePath: path))
        let planes = try await Tool.run("ffmpeg", ["-loglevel", "error", "-i", path, "-f", "rawvideo", "-"])
        let width = (size.width + across - 1) / across, height = (size.height + down - 1) / down
        let light = size.width * size.height
        try #require(planes.count == light + 2 * width * height)
        let clamped = { (value: Double) in UInt8(min(255, max(0, value.rounded()))) }
        return (0..<light).flatMap { place in
            let (x, y) = (place % size.width, place / size.width)
            let colour = light + y / down * width + x / across
            let (blue, red) = (Double(planes[colour]) - 128, Double(planes[colour + width * height]) - 128)
            let value = Double(planes[place])
            return [
                clamped(value + 1.402 * red), clamped(value - 0.344_136 * blue - 0.714_136 * red), clamped(value + 1.772 * blue),
            ]
        }
    }

    @Test("a JPEG has the dots that FFmpeg finds", arguments: [("yuvj444p", 1, 1), ("yuvj422p", 2, 1), ("yuvj420p", 2, 2)])
    func jpeg(format: String, across: Int, down: Int) async throws {
        let file = try await Self.file("a.jpg", ["-pix_fmt", format, "-q:v", "2"])
        let bitmap = try Bitmap(file, atLeast: (91, 67))
        #expect((bitmap.width, bitmap.height) == (91, 67))
        let dots = try await Self.dots(ofPlanes: file, (91, 67), across, down)
        #expect(Self.difference(bitmap.bytes, dots).most <= 4)
    }

    @Test("a grey JPEG has the dots that FFmpeg finds")
    func grey() async throws {
        let file = try await Self.file("a.jpg", ["-pix_fmt", "gray", "-q:v", "2"])
        let bitmap = try Bitmap(file, atLeast: (91, 67))
        #expect(Self.difference(bitmap.bytes, try await Self.dots(file, "a.jpg")).most <= 4)
    }

    @Test("a progressive JPEG has the dots that FFmpeg finds")
    func progressive() async throws {
        let bitmap = try Bitmap(Self.progressiveFile, atLeast: (60, 44))
        #expect((bitmap.width, bitmap.height) == (60, 44))
        let dots = try await Self.dots(ofPlanes: Self.progressiveFile, (60, 44), 2, 2)
        #expect(Self.difference(bitmap.bytes, dots).most <= 4)
    }

    @Test("a picture that is wanted small is read small, and looks the same", arguments: [(45, 33), (22, 16), (11, 8)])
    func small(width: Int, height: Int) async throws {
        let file = try await Self.file("a.jpg", ["-pix_fmt", "yuvj444p", "-q:v", "2"])
        let bitmap = try Bitmap(file, atLeast: (width, height))
        #expect(bitmap.width >= width && bitmap.width <= width + 1)
        let whole = try Bitmap(file, atLeast: (91, 67))
        let part = (91 + bitmap.width - 1) / bitmap.width
        var (sum, count) = (0, 0)
        for y in 0..<bitmap.height - 1 {
            for x in 0..<bitmap.width - 1 {
                var mean = 0
                for offset in 0..<part * part {
                    mean += Int(whole.dot(x * part + offset % part, y * part + offset / part).green)
                }
                sum += abs(Int(bitmap.dot(x, y).green) - mean / (part * part))
                count += 1
            }
        }
        #expect(Double(sum) / Double(count) < 6)
    }

    @Test(
        "a picture that is cut or changed anywhere is read or refused, and nothing else",
        arguments: ["png", "jpg", "progressive"])
    func damaged(kind: String) async throws {
        let file =
            kind == "progressive" ? Self.progressiveFile : try await Self.file("a.\(kind)", ["-q:v", "10", "-s", "40x30"])
        var random = SeededGenerator(seed: 11)
        for cut in stride(from: 0, to: file.count, by: 97) { _ = try? Bitmap(Array(file[..<cut]), atLeast: (91, 67)) }
        for _ in 0..<300 {
            var changed = file
            for _ in 0..<3 { changed[Int(random.next() % UInt64(file.count))] = UInt8(truncatingIfNeeded: random.next()) }
            // What claims to be enormous is only looked at.
            if let size = try? Bitmap(changed, atLeast: (8, 8)) { #expect(size.bytes.count == 3 * size.width * size.height) }
        }
    }

    @Test("what is no picture is refused", arguments: [[], [0xFF], [0xFF, 0xD8], [0x89, 0x50], Array("GIF89a".utf8)])
    func noPicture(bytes: [UInt8]) { #expect(throws: PictureFault.self) { try Bitmap(bytes, atLeast: (1, 1)) } }

    @Test("a picture is fitted in its own proportions, and each dot is a mean")
    func fitted() throws {
        let bitmap = try #require(Bitmap(width: 4, height: 2, bytes: (0..<24).map { UInt8($0 * 10) }))
        let half = bitmap.fitted(width: 2, height: 10)
        #expect((half.width, half.height) == (2, 1))
        #expect(half.bytes == [75, 85, 95, 135, 145, 155])
        #expect(bitmap.fitted(width: 1, height: 1).bytes.count == 3)
    }

    @Test("Kitty gets the dots in pieces of base64, and can take the picture away again")
    func kitty() throws {
        let bitmap = try #require(Bitmap(width: 60, height: 40, bytes: [UInt8](repeating: 0x41, count: 7_200)))
        let text = String(decoding: CoverPicture.kitty(bitmap, number: 7, columns: 6, rows: 2), as: UTF8.self)
        let pieces = text.split(separator: "\u{1B}_G").map { $0.dropLast(2) }
        #expect(pieces.count == 3)
        #expect(pieces[0].hasPrefix("a=T,f=24,t=d,q=2,C=1,i=7,s=60,v=40,c=6,r=2,m=1;"))
        #expect(pieces[1].hasPrefix("m=1;") && pieces[2].hasPrefix("m=0;"))
        let all = pieces.map { $0.drop { $0 != ";" }.dropFirst() }.joined()
        #expect(Data(base64Encoded: all) == Data(bitmap.bytes))
        #expect(CoverPicture.kittyRemoval(number: 7).elementsEqual("\u{1B}_Ga=d,d=I,q=2,i=7\u{1B}\\".utf8))
    }

    @Test("a picture goes through tmux with every escape doubled, and lies under characters that name its pieces")
    func placeholders() throws {
        let bitmap = try #require(Bitmap(width: 60, height: 40, bytes: [UInt8](repeating: 0x41, count: 7_200)))
        let text = String(decoding: PicturePlaceholders.transmission(bitmap, columns: 6, rows: 2), as: UTF8.self)
        let pieces = text.split(separator: "\u{1B}Ptmux;\u{1B}\u{1B}_G")
        #expect(pieces.count == 3 && pieces.allSatisfy { $0.hasSuffix("\u{1B}\u{1B}\\\u{1B}\\") })
        #expect(pieces[0].hasPrefix("a=T,U=1,f=24,t=d,q=2,i=211,s=60,v=40,c=6,r=2,m=1;"))
        #expect(pieces.map { $0.dropLast(5).count { $0 == "\u{1B}" } } == [0, 0, 0])
        #expect(
            PicturePlaceholders.removal.elementsEqual("\u{1B}Ptmux;\u{1B}\u{1B}_Ga=d,d=I,q=2,i=211\u{1B}\u{1B}\\\u{1B}\\".utf8))
        #expect(PicturePlaceholders.text(row: 0, column: 2) == "\u{10EEEE}\u{305}\u{30E}")
        #expect(PicturePlaceholders.text(row: 4, column: 17) == "\u{10EEEE}\u{312}\u{363}")
        #expect(PicturePlaceholders.text(row: 0, column: PicturePlaceholders.sideLimit) == nil)
        #expect(PicturePlaceholders.text(row: -1, column: 0) == nil)
        #expect(PicturePlaceholders.sideLimit >= 80)
    }

    @Test(
        "only a terminal that is known to show such pictures gets them, and only where tmux passes them on",
        arguments: [
            ("on RGB,title kitty(0.28.0)\n", true), ("1 RGB,title kitty(0.35.2)\n", true), ("all RGB,title kitty(1.0.0)\n", true),
            ("2 RGB,title ghostty 1.0.0\n", true),
            ("off RGB,title kitty(0.28.0)\n", false), ("0 RGB,title kitty(0.28.0)\n", false),
            ("on RGB,title kitty(0.26.5)\n", false),
            ("on RGB,title kitty(x)", false),
            ("on RGB,title kitty", false), ("on RGB,title XTerm(372)\n", false), ("on  \n", false), ("", false), ("on", false),
            ("on RGB,title kitty(9999999999999999999.1)", false), ("x\non RGB kitty(0.30.0)", false),
        ])
    func multiplexer(answer: String, isShown: Bool) {
        #expect(PicturePlaceholders.areShown(by: answer) == isShown)
    }

    @Test(
        "sixels go into tmux if the terminal outside draws them",
        arguments: [
            ("off RGB,sixel,title xterm\n", true), ("on sixel \n", true), ("off RGB,title xterm\n", false), ("on  \n", false),
            ("off sixels xterm\n", false), ("on  sixel\n", false), ("sixel", false), ("", false),
        ])
    func sixelsThroughTmux(answer: String, areShown: Bool) {
        #expect(PicturePlaceholders.areSixelsShown(by: answer) == areShown)
    }

    @Test("sixels have each dot once, in the nearest colour")
    func sixels() throws {
        let bitmap = try #require(Bitmap(width: 5, height: 8, bytes: [UInt8](repeating: 255, count: 120)))
        let text = String(decoding: CoverPicture.sixels(bitmap), as: UTF8.self)
        #expect(text == "\u{1B}P0;1;0q\"1;1;5;8#251;2;100;100;100!5~-#251!5B-\u{1B}\\")
    }

    /// The test picture of FFmpeg, 60 by 44 dots, as a progressive JPEG.
    private static let progressiveFile = Array(
        Data(
            base64Encoded: """
                /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywtQFdBRkxOUlNSMj5aYVpQYEpRUk// \
                2wBDAQ4ODhMREyYVFSZPNS01T09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT0//wgARCAAsADwDASIAAhEBAxEB/8QA \
                GQABAQEBAQEAAAAAAAAAAAAABQYDBAAH/8QAGQEBAQADAQAAAAAAAAAAAAAABQQAAwYC/9oADAMBAAIQAxAAAAGXoyaf3rJx2xSvqCFxeQOVUka5miOXFaoP \
                Ix2xvZqBWheOPI+gQN8uhHuwbmjEfcGKkCJlUVDq5tmO+pD/xAAjEAABAwQBBAMAAAAAAAAAAAACAQMyAAQTNDMFEBESIiMk/9oACAEBAAEFAqba+Jxsdt3j \
                cJRS0NDWrRrNcFA4WO27xvQt3sL9dI2igcLHbd43oPwrpJIl2UDhY7bvG9BwVLsyrKL5BQLHTeL2fy+PsoBOv1dgJRo4WO27xqKErEq//8QAJhEAAgIBAQYH \
                AAAAAAAAAAAAAQIABAMSESExMjPwBRMUIjRCUf/aAAgBAwEBPwHJafDsRPtLvOsKhriA98Y9Za7FF4S11Mff5L3OsHzscu9WFPUqSN2yWqOlx7zFIwZgp3zB \
                4j5q6tM//8QAIxEAAQMCBQUAAAAAAAAAAAAAAQACAxESBCI0cbEFExQhMv/aAAgBAgEBPwGOMOdUqfTSbHhYY0PpB94qVCp9NJseFh1H8p0FXjMV4nZic+6t \
                AsP1K7LYFMalf//EACcQAAIBAwMDAwUAAAAAAAAAAAABAhFxgRASsSJCUSExQSNDYXKh/9oACAEBAAY/Aje8DsQzwMTXkqvGkIUqvmw7DsQzwMyQbdIt0ekv \
                0HYdiGeBmTOlH3Roh2HYhngZkjGPu3RaJ/TTPeLO2h0bN34O+h17slYRdfKPvf3T0+R2IZ4GRT8mNP/EACMQAAEDBAEEAwAAAAAAAAAAAAEAITEQEWGh8FFx \
                scFBgeH/2gAIAQEAAT8hRiTIAuC2y4WVFImEKpJDpQs4bzhKAAYhNkuFlRRJ5I2/2m68hbpbJcLKiiSCgjJYlyFj6K3S2S4WVFEgkK44M0NggG4LMnIAfLhS \
                fdCb9o26dW3IdjfqR1ragLo0BAgmYQtkuFlRRJH0KEAwIo//2gAMAwEAAgADAAAAENF6ISFayatrAv/EACMRAAICAQMDBQAAAAAAAAAAAAERACExQWFxUbHw \
                gZGhwdH/2gAIAQMBAT8QCUmAJ2BsDlwUIeXAXsEIjqI1mzGz09J8z7jxczsO5mfgQwsCQ/vGKi4xxxgJvWnj2hGhyRd1P//EAB4RAQACAQQDAAAAAAAAAAAA \
                AAEAESExQXHwEFGB/9oACAECAQE/EA2zBXeyiAqm4gak1vyd97TZz4qQhbtDN9hp0aFpiUGdqY6g4n//xAAjEAEAAQMEAgMBAQAAAAAAAAABEQAhsRAxUfBh \
                cUGBoZHB/9oACAEBAAE/EKlPR2SsWfXfaV1lcDohi5KfaIl9khkfFWPBB91J2dNtszwBJklySw8peiAAMAIAiuk4dEMXJX5WGjQPg2IDCrsEFeB9Om/tOGuk \
                4dEMXJX5WGvwsOkUsJCwMHiyfVdpw10nDohi5K/Kw1c0yASpAltu6FXElKjZH4aXBARCHmavS2HgjzXs/wCrZiL7TX9URbVn0W1P3UxmZZhuKJ7T7q5bRs0G \
                dsjXScOiGLkqYlvQYmE/ygAARAIAk0//2Q==
                """.filter { $0 != " " }) ?? Data())
}
