/// A key of a terminal's keyboard.
package struct TerminalKey: Hashable, Sendable {
    /// What the key is.
    package enum Code: Hashable, Sendable {
        /// A key that writes.
        case character(Unicode.Scalar)
        case up, down, left, right, home, end, pageUp, pageDown, insert, delete, backspace, tab, enter, escape
        /// F1 to F12.
        case function(Int)
    }

    /// The keys that are held beside it.
    package struct Modifiers: OptionSet, Hashable, Sendable {
        /// The bits.
        package let rawValue: UInt8
        /// Makes a set of these bits.
        package init(rawValue: UInt8) { self.rawValue = rawValue }

        /// Shift, which a character has in itself.
        package static let shift = Modifiers(rawValue: 1)
        /// Alt.
        package static let alt = Modifiers(rawValue: 2)
        /// Control.
        package static let control = Modifiers(rawValue: 4)
    }

    /// What the key is.
    package let code: Code
    /// What is held beside it.
    package let modifiers: Modifiers

    /// Makes a key.
    package init(_ code: Code, _ modifiers: Modifiers = []) { (self.code, self.modifiers) = (code, modifiers) }

    private static let names: [(String, Code)] = [
        ("up", .up), ("down", .down), ("left", .left), ("right", .right), ("home", .home), ("end", .end),
        ("page-up", .pageUp), ("page-down", .pageDown), ("insert", .insert), ("delete", .delete), ("backspace", .backspace),
        ("tab", .tab), ("enter", .enter), ("escape", .escape), ("space", .character(" ")),
    ]

    /// Reads the name of a key, such as `j`, `G`, `ctrl-d`, `alt-x`, `shift-tab`, `page-down` or `f1`; `nil` if it is none.
    package init?(named name: String) {
        var (rest, modifiers) = (name[...], Modifiers())
        for (prefix, modifier) in [("ctrl-", Modifiers.control), ("alt-", .alt), ("shift-", .shift)] where rest.hasPrefix(prefix)
        {
            rest = rest.dropFirst(prefix.count)
            modifiers.insert(modifier)
        }
        if let known = Self.names.first(where: { $0.0 == rest }) {
            code = known.1
        } else if rest.first == "f", let number = Int(rest.dropFirst()), (1...12).contains(number) {
            code = .function(number)
        } else if let scalar = rest.unicodeScalars.first, rest.unicodeScalars.count == 1, CellText.columns(of: scalar) > 0 {
            code = .character(scalar)
        } else {
            return nil
        }
        self.modifiers = modifiers
    }

    /// The name of the key.
    package var name: String {
        let prefix = [(Modifiers.control, "ctrl-"), (.alt, "alt-"), (.shift, "shift-")]
            .filter { modifiers.contains($0.0) }.map(\.1).joined()
        if let known = Self.names.first(where: { $0.1 == code }) { return prefix + known.0 }
        switch code {
        case .character(let scalar): return prefix + String(scalar)
        case .function(let number): return "\(prefix)f\(number)"
        default: return prefix
        }
    }
}

/// What comes from a terminal.
package enum TerminalInput: Hashable, Sendable {
    /// What a mouse did.
    package enum Click: Hashable, Sendable {
        /// The first button went down.
        case press
        /// The wheel was turned by one step, away from the person or towards it.
        case wheelUp, wheelDown
    }

    /// An answer to a question of ``TerminalQuestions``.
    package enum Answer: Hashable, Sendable {
        /// How large a character is, in dots.
        case cell(width: Int, height: Int)
        /// It shows what comes between two marks at once.
        case synchronized
        /// It draws pictures by the protocol of Kitty.
        case kittyPictures
        /// The last answer, which every terminal gives: whether it draws sixels.
        case attributes(hasSixels: Bool)
    }

    /// A key was pressed.
    case key(TerminalKey)
    /// The mouse did something at a row and a column, both from 0.
    case mouse(Click, row: Int, column: Int)
    /// A text was pasted.
    case paste(String)
    /// The terminal has answered.
    case answer(Answer)
}

/// What a terminal is asked when a program begins to draw on it.
package enum TerminalQuestions {
    /// Whether it synchronizes its output, draws pictures as Kitty does, how large a character is; and at last its attributes, which every
    /// terminal tells, so that the others have been answered by then or will not be.
    package static let bytes = Array("\u{1B}[?2026$p\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\\u{1B}[16t\u{1B}[c".utf8)
}
