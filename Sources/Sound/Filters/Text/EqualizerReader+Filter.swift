extension EqualizerReader {
    /// What the words of one filter say.
    private struct Words {
        var frequency: Double?
        var gain: Double?
        var quality: Double?
        var octaves: Double?
        var slope: Double?
    }

    /// A word for a kind, whether its frequency is where the slope begins, and whether it promises a Q.
    private static let kinds: [String: (kind: Band.Kind, isCorner: Bool)] = [
        "pk": (.peak, false), "peq": (.peak, false), "modal": (.peak, false),
        "lp": (.lowPass, false), "lpq": (.lowPass, false), "hp": (.highPass, false), "hpq": (.highPass, false),
        "bp": (.bandPass, false), "no": (.notch, false), "ap": (.allPass, false),
        "ls": (.lowShelf, true), "lsc": (.lowShelf, false), "hs": (.highShelf, true), "hsc": (.highShelf, false),
    ]

    /// `ON PK Fc 105 Hz Gain 5.5 dB Q 0.70`, the words behind the kind in any order.
    mutating func readFilter(_ scanner: inout LineScanner) {
        let first = scanner.nextColumn
        if scanner.skip("OFF") { return }
        guard scanner.skip("ON") else { return fault(first, "Here has to be ON or OFF.") }
        let column = scanner.nextColumn
        guard case .word(let word)? = scanner.next() else {
            return fault(column, "Here has to be the kind of the filter, PK for instance.")
        }
        if word.lowercased() == "none" { return }
        guard let found = Self.kinds[word.lowercased()] else {
            return fault(
                column,
                "The kind of filter is unknown: PK, PEQ, Modal, LP, LPQ, HP, HPQ, BP, NO, AP, LS, LSC, HS and HSC are known.")
        }
        guard let words = readWords(&scanner, found.kind) else { return }
        guard let frequency = words.frequency else { return fault(column, "The frequency is missing: Fc 105 Hz.") }
        if found.kind.hasGain, words.gain == nil { return fault(column, "The gain is missing: Gain 5.5 dB.") }
        var isCorner = found.isCorner
        let width: Band.Width
        switch (found.kind, words.quality, words.octaves, words.slope) {
        case (.lowShelf, _, _, let slope?), (.highShelf, _, _, let slope?): width = .slope(slope)
        case (.lowShelf, let quality?, _, _), (.highShelf, let quality?, _, _): width = .quality(quality)
        case (.lowShelf, _, _, _), (.highShelf, _, _, _):
            // As Room EQ Wizard means a shelf without a width: nine tenths of the steepest, around the frequency.
            width = .slope(10.8)
            isCorner = false
        case (_, _, let octaves?, _): width = .octaves(octaves)
        case (_, let quality?, _, _): width = .quality(quality)
        case (.peak, _, _, _), (.allPass, _, _, _): return fault(column, "The width is missing: Q 0.7, or BW Oct 1.5.")
        case (.notch, _, _, _): width = .quality(30)
        default: width = .quality(0.5.squareRoot())
        }
        guard let band = Band(found.kind, frequency: frequency, gain: words.gain ?? 0, width: width, isCorner: isCorner) else {
            return fault(column, "The numbers of this filter do not go together.")
        }
        add(.band(band), column: first)
    }

    private mutating func readWords(_ scanner: inout LineScanner, _ kind: Band.Kind) -> Words? {
        var words = Words()
        if case .number? = scanner.peek() {
            let column = scanner.nextColumn
            guard let slope = number(&scanner, "a slope in dB per octave", in: Band.slopes) else { return nil }
            guard kind.isShelf else {
                fault(column, "Only shelves have a slope.")
                return nil
            }
            guard scanner.skip("dB") else {
                fault(scanner.nextColumn, "Here has to be dB.")
                return nil
            }
            words.slope = slope
        }
        while !scanner.isAtEnd, scanner.peek() != .other("#") {
            let column = scanner.nextColumn
            guard case .word(let word)? = scanner.next() else {
                fault(column, "Here has to be Fc, Gain, Q or BW.")
                return nil
            }
            switch word.lowercased() {
            case "fc" where words.frequency == nil: words.frequency = readFrequency(&scanner)
            case "gain" where words.gain == nil:
                words.gain = number(&scanner, "a gain in dB", in: Band.gains)
                _ = scanner.skip("dB")
            case "q" where words.quality == nil: words.quality = number(&scanner, "a Q", in: Band.qualities)
            case "bw" where words.octaves == nil:
                _ = scanner.skip("Oct")
                words.octaves = number(&scanner, "a width in octaves", in: Band.octaves)
            case "t" where kind == .peak:
                // How long a mode of the room may ring, in the files of Room EQ Wizard; the Q beside it says the same.
                _ = number(&scanner, "the number of T60", in: 60...60)
                _ = scanner.skip("target")
                _ = number(&scanner, "a time in ms", in: 0...100_000)
                _ = scanner.skip("ms")
            case "fc", "gain", "q", "bw": fault(column, "This stands twice.")
            default: fault(column, "Here has to be Fc, Gain, Q or BW.")
            }
            if faults.last?.line == line { return nil }
        }
        return words
    }

    private mutating func readFrequency(_ scanner: inout LineScanner) -> Double? {
        var ahead = scanner
        _ = ahead.next()
        if ahead.skip("kHz") {
            // Nobody means thousands of kilohertz: 1.250 kHz are 1,250 Hz.
            let (low, high) = (Band.frequencies.lowerBound, Band.frequencies.upperBound)
            let value = number(&scanner, "a frequency in kHz", in: low / 1_000...high / 1_000)
            _ = scanner.skip("kHz")
            return value.map { min(max($0 * 1_000, low), high) }
        }
        let value = number(&scanner, "a frequency in Hz", in: Band.frequencies, hasThousands: true)
        _ = scanner.skip("Hz")
        return value
    }
}
