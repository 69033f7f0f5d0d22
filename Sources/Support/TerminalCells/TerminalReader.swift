/// Makes keys, clicks, pasted texts and answers of the bytes that come from a terminal, in whatever pieces they come.
///
/// Whoever is behind the terminal may send anything: what makes no sense is dropped, and everything is bounded.
package struct TerminalReader: Sendable {
    /// The longest pasted text that is kept, in bytes; the rest of it is dropped.
    package static let pasteLimit = 64 << 10
    /// The longest control sequence or string that is looked at.
    private static let sequenceLimit = 256

    private enum State: Hashable {
        case ground, escape, control, single, string, stringEscape
        case paste
        case character(left: Int)
        case oldMouse(left: Int)
    }

    private var state = State.ground
    private var collected: [UInt8] = []
    private var hasAlt = false

    /// Nothing has come yet.
    package init() {}

    /// Whether more has to come soon, or what has come is a key by itself: ``settle()`` decides.
    package var isUndecided: Bool {
        switch state {
        case .ground, .paste: false
        default: true
        }
    }

    /// Whether a text is being pasted whose end has not come yet: ``endPaste()`` if nothing more comes for long.
    package var isPasting: Bool { state == .paste }

    /// Takes what has come.
    package mutating func take(_ bytes: some Sequence<UInt8>) -> [TerminalInput] {
        var inputs: [TerminalInput] = []
        for byte in bytes { take(byte, &inputs) }
        return inputs
    }

    /// Nothing more has come for a while: an escape that stands alone is the key of that name.
    package mutating func settle() -> [TerminalInput] {
        defer {
            if isUndecided { reset() }
        }
        return state == .escape ? [.key(TerminalKey(.escape))] : []
    }

    /// The end of a pasted text was lost: what came until now is all of it, and keys count again.
    package mutating func endPaste() -> [TerminalInput] {
        guard isPasting else { return [] }
        let text = String(decoding: collected.prefix(Self.pasteLimit), as: UTF8.self)
        reset()
        return [.paste(text)]
    }

    private mutating func reset() {
        state = .ground
        collected = []
        hasAlt = false
    }

    private mutating func take(_ byte: UInt8, _ inputs: inout [TerminalInput]) {
        switch state {
        case .ground: begin(byte, &inputs)
        case .escape: takeBehindEscape(byte, &inputs)
        case .control:
            if byte == 0x1B {
                reset()
                state = .escape
            } else if (0x40...0x7E).contains(byte) && !(byte == UInt8(ascii: "[") && collected.isEmpty) {
                let sequence = collected
                reset()
                finish(sequence, final: byte, &inputs)
            } else if collected.count < Self.sequenceLimit {
                collected.append(byte)
            }
        case .single:
            reset()
            if let code = Self.letters[byte] { inputs.append(.key(TerminalKey(code))) }
        case .string:
            if byte == 0x1B { state = .stringEscape } else if byte == 0x07 { finishString(&inputs) } else { collect(byte) }
        case .stringEscape:
            if byte == UInt8(ascii: "\\") {
                finishString(&inputs)
            } else {
                // The string was cut: another sequence begins.
                reset()
                state = .escape
                take(byte, &inputs)
            }
        case .paste: takePasted(byte, &inputs)
        case .oldMouse(let left): if left > 1 { state = .oldMouse(left: left - 1) } else { reset() }
        case .character(let left):
            guard byte & 0xC0 == 0x80 else {
                reset()
                return take(byte, &inputs)
            }
            collected.append(byte)
            if left > 1 {
                state = .character(left: left - 1)
            } else {
                let (bytes, alt) = (collected, hasAlt)
                reset()
                // What is no character is dropped.
                if let scalar = String(validating: bytes, as: UTF8.self)?.unicodeScalars.first {
                    inputs.append(.key(TerminalKey(.character(scalar), alt ? .alt : [])))
                }
            }
        }
    }

    private mutating func collect(_ byte: UInt8) {
        if collected.count < Self.sequenceLimit { collected.append(byte) }
    }

    private mutating func begin(_ byte: UInt8, _ inputs: inout [TerminalInput]) {
        let alt: TerminalKey.Modifiers = hasAlt ? .alt : []
        let isAlt = hasAlt
        reset()
        switch byte {
        case 0x1B: state = .escape
        case 0x0D, 0x0A: inputs.append(.key(TerminalKey(.enter, alt)))
        case 0x09: inputs.append(.key(TerminalKey(.tab, alt)))
        case 0x7F, 0x08: inputs.append(.key(TerminalKey(.backspace, alt)))
        case 0x00: inputs.append(.key(TerminalKey(.character(" "), alt.union(.control))))
        case 0x01..<0x1B:
            inputs.append(.key(TerminalKey(.character(Unicode.Scalar(byte + 0x60)), alt.union(.control))))
        case 0x1C..<0x20: break
        case 0x20..<0x7F: inputs.append(.key(TerminalKey(.character(Unicode.Scalar(byte)), alt)))
        case 0xC2..<0xE0: beginCharacter(byte, left: 1, isAlt)
        case 0xE0..<0xF0: beginCharacter(byte, left: 2, isAlt)
        case 0xF0..<0xF5: beginCharacter(byte, left: 3, isAlt)
        default: break
        }
    }

    private mutating func beginCharacter(_ byte: UInt8, left: Int, _ isAlt: Bool) {
        state = .character(left: left)
        collected = [byte]
        hasAlt = isAlt
    }

    private mutating func takeBehindEscape(_ byte: UInt8, _ inputs: inout [TerminalInput]) {
        switch byte {
        case UInt8(ascii: "["): state = .control
        case UInt8(ascii: "O"): state = .single
        // Strings of the terminal: APC, DCS, OSC, PM, SOS.
        case UInt8(ascii: "_"), UInt8(ascii: "P"), UInt8(ascii: "]"), UInt8(ascii: "^"), UInt8(ascii: "X"): state = .string
        case 0x1B: inputs.append(.key(TerminalKey(.escape)))
        default:
            state = .ground
            hasAlt = true
            begin(byte, &inputs)
        }
    }

    // MARK: Sequences

    private static let letters: [UInt8: TerminalKey.Code] = [
        UInt8(ascii: "A"): .up, UInt8(ascii: "B"): .down, UInt8(ascii: "C"): .right, UInt8(ascii: "D"): .left,
        UInt8(ascii: "H"): .home, UInt8(ascii: "F"): .end, UInt8(ascii: "M"): .enter, UInt8(ascii: "P"): .function(1),
        UInt8(ascii: "Q"): .function(2), UInt8(ascii: "R"): .function(3), UInt8(ascii: "S"): .function(4),
    ]
    private static let numbered: [Int: TerminalKey.Code] = [
        1: .home, 2: .insert, 3: .delete, 4: .end, 5: .pageUp, 6: .pageDown, 7: .home, 8: .end, 11: .function(1),
        12: .function(2), 13: .function(3), 14: .function(4), 15: .function(5), 17: .function(6), 18: .function(7),
        19: .function(8), 20: .function(9), 21: .function(10), 23: .function(11), 24: .function(12),
    ]

    private mutating func finish(_ sequence: [UInt8], final: UInt8, _ inputs: inout [TerminalInput]) {
        guard sequence.count < Self.sequenceLimit else { return }
        let isPrivate = sequence.first == UInt8(ascii: "?")
        let isMouse = sequence.first == UInt8(ascii: "<")
        let numbers = Self.numbers(sequence.dropFirst(isPrivate || isMouse ? 1 : 0))
        switch final {
        case UInt8(ascii: "M"), UInt8(ascii: "m"):
            // A terminal that does not know the newer form puts three bytes behind it, which are no keys.
            if sequence.isEmpty, final == UInt8(ascii: "M") { state = .oldMouse(left: 3) }
            guard isMouse, let numbers, numbers.count == 3 else { return }
            if let click = Self.click(numbers[0], isPress: final == UInt8(ascii: "M")), numbers[1] > 0, numbers[2] > 0 {
                inputs.append(.mouse(click, row: numbers[2] - 1, column: numbers[1] - 1))
            }
        case UInt8(ascii: "~"):
            guard let numbers, let number = numbers.first, !isPrivate else { return }
            if number == 200 {
                state = .paste
            } else if let code = Self.numbered[number] {
                inputs.append(.key(TerminalKey(code, Self.modifiers(numbers))))
            }
        case UInt8(ascii: "Z"): inputs.append(.key(TerminalKey(.tab, .shift)))
        case UInt8(ascii: "c"):
            if isPrivate, let numbers { inputs.append(.answer(.attributes(hasSixels: numbers.dropFirst().contains(4)))) }
        case UInt8(ascii: "t"):
            guard let numbers, numbers.count == 3, numbers[0] == 6, (4...128).contains(numbers[1]), (2...64).contains(numbers[2])
            else { return }
            inputs.append(.answer(.cell(width: numbers[2], height: numbers[1])))
        case UInt8(ascii: "y"):
            // A mode that is set or not set can be set; one that is not known, or never changes, cannot.
            guard isPrivate, sequence.last == UInt8(ascii: "$"), let numbers = Self.numbers(sequence.dropFirst().dropLast()),
                numbers.count == 2, numbers[0] == 2026, [1, 2].contains(numbers[1])
            else { return }
            inputs.append(.answer(.synchronized))
        default:
            guard !isPrivate, let numbers, let code = Self.letters[final] else { return }
            inputs.append(.key(TerminalKey(code, Self.modifiers(numbers))))
        }
    }

    private mutating func finishString(_ inputs: inout [TerminalInput]) {
        let text = collected
        reset()
        if text.starts(with: "Gi=31".utf8), text.suffix(3).elementsEqual(";OK".utf8) { inputs.append(.answer(.kittyPictures)) }
    }

    private static func click(_ buttons: Int, isPress: Bool) -> TerminalInput.Click? {
        // Shift, alt and control do not count.
        switch buttons & ~0x1C {
        case 0 where isPress: .press
        case 64: .wheelUp
        case 65: .wheelDown
        default: nil
        }
    }

    private static func modifiers(_ numbers: [Int]) -> TerminalKey.Modifiers {
        guard numbers.count >= 2, (2...8).contains(numbers[1]) else { return [] }
        return TerminalKey.Modifiers(rawValue: UInt8(numbers[1] - 1))
    }

    /// Numbers of at most five digits with semicolons between them; one that is left out is 0; `nil` for anything else.
    private static func numbers(_ bytes: ArraySlice<UInt8>) -> [Int]? {
        var numbers: [Int] = []
        for word in bytes.split(separator: UInt8(ascii: ";"), maxSplits: 32, omittingEmptySubsequences: false) {
            guard word.count <= 5, word.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
            numbers.append(word.reduce(0) { 10 * $0 + Int($1 - 0x30) })
        }
        return numbers
    }

    // MARK: Pasting

    private static let pasteEnd = Array("\u{1B}[201~".utf8)

    private mutating func takePasted(_ byte: UInt8, _ inputs: inout [TerminalInput]) {
        // The end is kept in any case, so that a text without bounds still finds it.
        if collected.count >= Self.pasteLimit + Self.pasteEnd.count { collected.remove(at: Self.pasteLimit) }
        collected.append(byte)
        guard byte == UInt8(ascii: "~"), collected.suffix(Self.pasteEnd.count).elementsEqual(Self.pasteEnd) else { return }
        let text = String(decoding: collected.dropLast(Self.pasteEnd.count).prefix(Self.pasteLimit), as: UTF8.self)
        reset()
        inputs.append(.paste(text))
    }
}
