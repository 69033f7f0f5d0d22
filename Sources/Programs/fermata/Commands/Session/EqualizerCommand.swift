import ArgumentParser
import AudioTypes
import ControlProtocol
import FermataKit
import Glibc
import SystemSupport

struct EqualizerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "equalizer",
        abstract: "Show and choose the equaliser of an output.",
        usage: """
            fermata equalizer [<output>] [--svg <file> | --plain]
            fermata equalizer <output> set <file>|- [--keep-level]
            fermata equalizer <output> off|reset
            """,
        discussion: """
            Without an output, fermata lists what is chosen and shows the curve of the
            output that plays. An output is named as in 'fermata route outputs', or by a
            pattern such as 'bluez_output.*'; default stands for all that nothing else
            names. It need not be there: headphones have their equaliser from the first
            frame when they are plugged in.

            A file is one of AutoEq, Equalizer APO, Peace or Room EQ Wizard. The level is
            lowered by as much as the equaliser raises a tone, so that nothing clips;
            --keep-level takes the level of the file instead.

            off has no equaliser whatever is chosen for others; reset takes back what was
            chosen here.

            EXAMPLES
              fermata equalizer
              fermata equalizer alsa_output.usb-dac set "HD 650 ParametricEQ.txt"
              fermata equalizer 'bluez_output.*' off
              fermata equalizer default --svg curve.svg
            """)

    /// What to do with the equaliser.
    enum Action: String, CaseIterable, ExpressibleByArgument {
        case set, off, reset
    }

    @Argument(help: "An output, a pattern for outputs, or default.", completion: .output) var output: String?
    @Argument(help: "set, off or reset; without it, the curve is shown.") var action: Action?
    @Argument(help: "With set: the file of the equaliser; - for standard input.", completion: .file()) var file: String?
    @Option(help: ArgumentHelp("Write the curve as a picture into this file.", valueName: "file"), completion: .file())
    var svg: String?
    @Flag(help: "Draw the curve with characters, also where the terminal draws pictures.") var plain = false
    @Flag(help: "With set: keep the level that the file gives.") var keepLevel = false
    @OptionGroup var options: ConnectionOptions

    func validate() throws {
        if (action == .set) != (file != nil) { throw ValidationError("set goes with a file, and a file with set") }
        if keepLevel, action != .set { throw ValidationError("--keep-level goes with set") }
        if svg != nil || plain, action != nil { throw ValidationError("--svg and --plain go with no action") }
        if svg != nil, plain { throw ValidationError("--plain does not go with --svg") }
    }

    func run() throws {
        guard let output, let action else { return try show() }
        let order =
            switch action {
            case .set:
                Wire.FilterOrder(output: output, equalizer: try EqualizerFile.text(file ?? "-"), automaticLevel: !keepLevel)
            case .off: Wire.FilterOrder(output: output, equalizer: "off")
            case .reset: Wire.FilterOrder(output: output, equalizer: .some(nil))
            }
        try options.perform(
            Methods.Output.setFilters, order,
            text: { $0.map { Terminal.harmless(SentenceText.forPeople($0)) }.joined(separator: "\n") })
    }

    private func show() throws {
        let connection = try options.connect()
        let shown = try output ?? connection.ask(Methods.Route.get, ()).answer?.outputs.first?.uid
        if let svg {
            let answer = try connection.ask(Methods.Output.filters, shown).answer
            guard let curve = answer?.curve else { throw ClientFailure.refused("there is no output whose curve could be drawn") }
            try EqualizerFile.write(FilterPicture.svg(of: curve, title: shown ?? ""), to: svg)
            return
        }
        let columns = Terminal.columns
        let isPicture = !plain && columns >= FilterPicture.room.columns && Terminal.rows >= FilterPicture.room.lines
        try options.perform(Methods.Output.filters, shown, on: connection) { answer in
            FilterText.all(answer, shown: shown, columns: columns) { isPicture ? Terminal.cellForPictures() : nil }
        }
    }
}

/// The files of an equaliser.
enum EqualizerFile {
    /// Returns the text of a file; `-` is standard input.
    /// - Parameters:
    ///   - limit: the most bytes.
    ///   - what: what has no more bytes.
    static func text(
        _ path: String, limit: Int = Methods.Output.longestEqualizer, of what: String = "an equaliser"
    ) throws(ClientFailure) -> String {
        let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .refused("\(path) cannot be read: \(systemReason())") }
        defer { if descriptor != STDIN_FILENO { close(descriptor) } }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: limit)
        while bytes.count <= 2 * limit {
            let count = read(descriptor, &piece, piece.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .refused("\(path) cannot be read: \(systemReason())") }
            if count == 0 { break }
            bytes += piece.prefix(count)
        }
        let text = decoded(bytes)
        guard text.utf8.count <= limit else { throw .refused("\(path) is longer than the \(limit) bytes of \(what)") }
        return text
    }

    /// Decodes what programs write: UTF-8, Windows-1252, or UTF-16 with its mark.
    static func decoded(_ bytes: [UInt8]) -> String {
        guard bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) else { return TextDecoder.decode(bytes) }
        let isLittle = bytes[0] == 0xFF
        let units = stride(from: 2, to: bytes.count - 1, by: 2).map { place in
            let (first, second) = (UInt16(bytes[place]), UInt16(bytes[place + 1]))
            return isLittle ? second << 8 | first : first << 8 | second
        }
        return String(decoding: units, as: UTF16.self)
    }

    /// Writes a picture.
    static func write(_ text: String, to path: String) throws(ClientFailure) {
        let descriptor = path == "-" ? STDOUT_FILENO : open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard descriptor >= 0, Terminal.put(Array(text.utf8), to: descriptor), path == "-" || close(descriptor) == 0 else {
            throw .refused("\(path) cannot be written: \(systemReason())")
        }
    }
}
