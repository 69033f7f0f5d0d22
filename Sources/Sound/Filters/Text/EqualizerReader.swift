import AudioTypes

/// Reads the text of an equaliser: what AutoEq, Equalizer APO, Peace and Room EQ Wizard write.
package struct EqualizerReader: Sendable {
    /// What the text says.
    package private(set) var equalizer = Equalizer.flat
    /// What was left out without harm, for the person who gave the text.
    package private(set) var notes: [EqualizerFault] = []

    /// The line of the first curve; `nil` if there is none.
    private(set) var curveLine: Int?
    var faults: [EqualizerFault] = []
    var channels = ChannelSelection.all
    var line = 0

    /// The longest text, in bytes.
    package static let byteLimit = 65_536
    /// The longest line, in characters. A curve with ``GraphicCurve/pointLimit`` points fits if it takes 31 characters for each.
    package static let lineLimit = 32_768

    /// Reads a text in UTF-8, with or without its mark, in Windows-1252, or in UTF-16 with its mark, with any line ends.
    package init(_ bytes: [UInt8]) throws(EqualizerTextError) {
        guard bytes.count <= Self.byteLimit else { throw Self.whole("The text is longer than \(Self.byteLimit) bytes.") }
        let text = try Self.text(bytes)
        for characters in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            line += 1
            if characters.count > Self.lineLimit {
                fault(Self.lineLimit + 1, "The line is longer than \(Self.lineLimit) characters.")
            } else {
                read(Array(characters))
            }
            if faults.count >= EqualizerTextError.limit { break }
        }
        if !faults.isEmpty { throw EqualizerTextError(faults: Array(faults.prefix(EqualizerTextError.limit))) }
        // What is kept is the text that is written, and that has to be read again.
        guard equalizer.description.utf8.count <= Self.byteLimit else {
            throw Self.whole(
                "The text is longer than \(Self.byteLimit) bytes once its numbers are written in full: give them fewer digits.")
        }
    }

    private static func whole(_ sentence: String) -> EqualizerTextError {
        EqualizerTextError(fault: sentence)
    }

    private static func text(_ bytes: [UInt8]) throws(EqualizerTextError) -> String {
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            guard bytes.count.isMultiple(of: 2) else {
                throw whole("The text is UTF-16, and half a character is missing at its end.")
            }
            let isLittle = bytes[0] == 0xFF
            let units = stride(from: 2, to: bytes.count, by: 2).map { place in
                let (first, second) = (UInt16(bytes[place]), UInt16(bytes[place + 1]))
                return isLittle ? second << 8 | first : first << 8 | second
            }
            return String(decoding: units, as: UTF16.self)
        }
        let plain = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        if plain.contains(0) {
            throw whole("The text has zero bytes. If it is UTF-16 without a mark at its beginning, save it as UTF-8.")
        }
        return TextDecoder.decode(plain)
    }

    /// The beginning of a text from outside, as it may be shown.
    private static func short(_ text: String) -> String { CleanText.of(String(text.unicodeScalars.prefix(40))) }

    mutating func fault(_ column: Int, _ sentence: String) {
        faults.append(EqualizerFault(line: line, column: column, sentence: sentence))
    }

    mutating func note(_ column: Int, _ sentence: String) {
        guard notes.count < EqualizerTextError.limit else { return }
        notes.append(EqualizerFault(line: line, column: column, sentence: sentence))
    }

    mutating func add(_ action: Equalizer.Action, column: Int) {
        if case .curve = action { curveLine = curveLine ?? line }
        if equalizer.append(Equalizer.Step(channels: channels, action)) { return }
        fault(
            column,
            "There are more than \(Equalizer.bandLimit) bands, \(Equalizer.curveLimit) curves, or \(2 * Equalizer.bandLimit) lines in all."
        )
    }

    // MARK: Lines

    private mutating func read(_ characters: [Character]) {
        guard let start = characters.firstIndex(where: { !$0.isBlank }), characters[start] != "#" else { return }
        guard let colon = characters.firstIndex(of: ":") else {
            if !isHeading(characters) { note(start + 1, "The line has no command and a colon, and was left out.") }
            return
        }
        var name = String(characters[start..<colon])
        while name.last?.isBlank == true { name.removeLast() }
        var scanner = LineScanner(characters, from: colon + 1)
        let key = name.lowercased()
        switch key {
        case "preamp": readPreamp(&scanner)
        case "channel": readChannels(&scanner)
        case "graphiceq": readCurve(&scanner)
        case _ where key.hasPrefix("filter") && !key.hasPrefix("filter settings"): readFilter(&scanner)
        case "device": readDevice(&scanner)
        case "stage": note(start + 1, "Stage is not supported, and was left out: there is one place for an equaliser.")
        case _ where Self.foreign.contains(key):
            fault(
                start + 1,
                "\(name) is not supported. Without it the sound would not be the one meant: take the line out to use the rest.")
        case _ where isHeading(characters): break
        default: note(start + 1, "The command \(Self.short(name)) is unknown, and was left out.")
        }
    }

    /// Commands of Equalizer APO whose effect is more than that of their own line, or that change the sound.
    private static let foreign: Set = [
        "include", "if", "elseif", "else", "endif", "eval", "copy", "delay", "convolution", "loudnesscorrection", "vstplugin",
    ]

    /// Whether Room EQ Wizard writes such lines above its filters.
    private func isHeading(_ characters: [Character]) -> Bool {
        let text = String(characters.drop { $0.isBlank }).lowercased()
        return [
            "filter settings", "room eq v", "dated:", "notes:", "equaliser:", "equalizer:", "average", "measurement", "target",
        ]
        .contains { text.hasPrefix($0) }
    }

    private mutating func readPreamp(_ scanner: inout LineScanner) {
        guard let decibels = number(&scanner, "a level in dB", in: Equalizer.preamps) else { return }
        let column = scanner.column
        _ = scanner.skip("dB")
        guard end(&scanner) else { return }
        add(.preamp(decibels), column: column)
    }

    private mutating func readDevice(_ scanner: inout LineScanner) {
        let column = scanner.nextColumn
        if scanner.skip("all"), scanner.isAtEnd { return }
        fault(column, "Device is not supported but for all: take out what is meant for another device.")
    }

    private mutating func readChannels(_ scanner: inout LineScanner) {
        guard !scanner.isAtEnd else {
            return fault(scanner.nextColumn, "The channels are missing: ALL, L, R, C, SUB, RL, RR, RC, SL, SR or numbers.")
        }
        var picks: [ChannelSelection.Pick] = []
        var isAll = false
        while !scanner.isAtEnd {
            if scanner.skip("ALL") {
                isAll = true
                continue
            }
            guard let pick = Self.pick(scanner.next()) else {
                return fault(
                    scanner.column, "Such a channel is unknown: ALL, L, R, C, SUB, RL, RR, RC, SL, SR or a number from 1 to 64.")
            }
            if !picks.contains(pick) { picks.append(pick) }
        }
        channels = isAll ? .all : .only(picks)
    }

    private static func pick(_ token: LineScanner.Token?) -> ChannelSelection.Pick? {
        switch token {
        case .word(let word)? where word.uppercased() == "LFE": .position(.low)
        case .word(let word)?: ChannelSelection.Position(rawValue: word.uppercased()).map { .position($0) }
        case .number(let text)?:
            Int(text).flatMap { (1...ChannelLayout.maximumChannelCount).contains($0) ? .number($0) : nil }
        case .other?, nil: nil
        }
    }

    private mutating func readCurve(_ scanner: inout LineScanner) {
        let column = scanner.nextColumn
        var points: [GraphicCurve.Point] = []
        while !scanner.isAtEnd {
            guard let frequency = number(&scanner, "a frequency in Hz", in: Band.frequencies) else { return }
            let place = scanner.column
            if let last = points.last, last.frequency >= frequency {
                return fault(place, "The frequencies have to rise from point to point.")
            }
            guard let gain = number(&scanner, "a gain in dB", in: GraphicCurve.gains) else { return }
            guard points.count < GraphicCurve.pointLimit else {
                return fault(place, "The curve has more than \(GraphicCurve.pointLimit) points.")
            }
            points.append(GraphicCurve.Point(frequency: frequency, gain: gain))
            if !scanner.skip(sign: ";"), !scanner.isAtEnd {
                return fault(scanner.nextColumn, "A semicolon has to stand between two points.")
            }
        }
        guard let curve = GraphicCurve(points) else { return fault(column, "The curve has no points: 20 -1.5; 100 2 is one.") }
        guard "\(Equalizer.curveCommand)\(curve)".utf8.count <= Self.lineLimit else {
            return fault(
                column,
                "The line is longer than \(Self.lineLimit) characters once its numbers are written in full: give them fewer digits."
            )
        }
        add(.curve(curve), column: column)
    }

    // MARK: Parts of lines

    /// Takes a number, or names what is wrong. Only frequencies of filters have thousands set off.
    mutating func number(
        _ scanner: inout LineScanner, _ what: String, in range: ClosedRange<Double>, hasThousands: Bool = false
    ) -> Double? {
        let column = scanner.nextColumn
        guard case .number(let text)? = scanner.next() else {
            fault(column, "Here has to be \(what).")
            return nil
        }
        guard let value = LineScanner.value(text, hasThousands: hasThousands) else {
            fault(column, "\(Self.short(text)) is no number.")
            return nil
        }
        guard range.contains(value) else {
            fault(column, "\(value.written) is outside \(range.lowerBound.written) to \(range.upperBound.written) for \(what).")
            return nil
        }
        return value
    }

    /// Whether nothing is left of the line; names what is left.
    mutating func end(_ scanner: inout LineScanner) -> Bool {
        if scanner.isAtEnd || scanner.peek() == .other("#") { return true }
        fault(scanner.nextColumn, "Nothing else is expected here.")
        return false
    }
}
