import TOML
import TerminalCells

/// What somebody has chosen in `tui.toml`.
///
/// A file that has more than this version knows is read all the same: what it does not know it names, and goes on.
package struct InterfaceSettings: Hashable, Sendable {
    /// How covers are drawn.
    package enum Cover: String, CaseIterable, Hashable, Sendable {
        /// As well as the terminal says that it can.
        case auto
        case kitty, sixel, blocks, none
    }

    /// What is drawn in a colour of its own.
    package enum Part: String, CaseIterable, Hashable, Sendable {
        case accent, faint, error, bar
    }

    /// The view that it begins with.
    package var view = InterfaceView.now
    /// How covers are drawn.
    package var cover = Cover.auto
    /// Whether the mouse is used.
    package var hasMouse = true
    /// The keys.
    package var keys = KeyTable()
    /// The colours; those of the terminal where none is given.
    var colours: [Part: CellColour] = [.accent: .indexed(6), .error: .indexed(1), .bar: .indexed(6)]
    /// What of the file does not count, each a sentence.
    package private(set) var complaints: [String] = []

    /// The most sentences that are kept.
    private static let mostComplaints = 20

    /// What counts without a file.
    package init() {}

    /// Reads the text of a file. What it cannot read keeps its usual value, and has a sentence in ``complaints``.
    package init(_ text: String) {
        let table: TOMLTable
        do throws(TOMLMistake) {
            table = try TOMLReader.table(in: text)
        } catch {
            complain("line \(error.position.line): \(error.message)")
            return
        }
        for entry in table.entries { read(entry) }
    }

    /// What counts where the file cannot be read, for that reason.
    package init(complaint: String) { complain(complaint) }

    private mutating func complain(_ sentence: String) {
        if complaints.count < Self.mostComplaints { complaints.append(sentence) }
    }

    private mutating func read(_ entry: TOMLTable.Entry) {
        switch (entry.name, entry.value) {
        case ("view", .text(let name)):
            guard let view = InterfaceView(rawValue: name) else {
                return complain("line \(entry.position.line): no view is called \"\(name.quotable)\"")
            }
            self.view = view
        case ("cover", .text(let name)):
            guard let cover = Cover(rawValue: name) else {
                return complain("line \(entry.position.line): cover is auto, kitty, sixel, blocks or none")
            }
            self.cover = cover
        case ("mouse", .flag(let value)): hasMouse = value
        case ("keys", .table(let table)): for entry in table.entries { readKeys(entry) }
        case ("colours", .table(let table)), ("colors", .table(let table)): for entry in table.entries { readColour(entry) }
        case ("view", _), ("cover", _), ("mouse", _), ("keys", _), ("colours", _), ("colors", _):
            complain("line \(entry.position.line): \"\(entry.name)\" has a value of another type")
        default: complain("line \(entry.position.line): this version does not know \"\(entry.name.quotable)\"")
        }
    }

    private mutating func readKeys(_ entry: TOMLTable.Entry) {
        guard let action = InterfaceAction(rawValue: entry.name) else {
            return complain("line \(entry.position.line): this version has no action \"\(entry.name.quotable)\"")
        }
        let names: [String]
        switch entry.value {
        case .text(let name): names = [name]
        case .list(let values):
            names = values.compactMap { value in if case .text(let name) = value { name } else { nil } }
            if names.count < values.count { complain("line \(entry.position.line): keys are texts") }
        default: return complain("line \(entry.position.line): keys are a text, or a list of texts")
        }
        var found: [TerminalKey] = []
        for name in names {
            if let key = TerminalKey(named: name) {
                found.append(key)
            } else {
                complain("line \(entry.position.line): no key is called \"\(name.quotable)\"")
            }
        }
        // Whoever misspells the only key keeps the usual one; an empty list takes the keys away.
        if found.isEmpty, !names.isEmpty { return }
        keys.set(found, for: action)
    }

    private static let colourNames = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"]

    private mutating func readColour(_ entry: TOMLTable.Entry) {
        guard let part = Part(rawValue: entry.name) else {
            return complain("line \(entry.position.line): this version has no colour \"\(entry.name.quotable)\"")
        }
        switch entry.value {
        case .text("default"): colours[part] = .standard
        case .text(let name):
            if let index = Self.colourNames.firstIndex(of: name) {
                colours[part] = .indexed(UInt8(index))
            } else if name.hasPrefix("#"), name.utf8.count == 7, let value = UInt32(name.dropFirst(), radix: 16) {
                colours[part] = .mixed(
                    red: UInt8(value >> 16), green: UInt8(value >> 8 & 0xFF), blue: UInt8(value & 0xFF))
            } else {
                complain("line \(entry.position.line): no colour is called \"\(name.quotable)\"")
            }
        case .integer(let number) where (0...255).contains(number): colours[part] = .indexed(UInt8(number))
        default: complain("line \(entry.position.line): a colour is a name, a number up to 255, or \"#rrggbb\"")
        }
    }

    /// How a part is drawn.
    func style(_ part: Part, _ emphasis: CellStyle.Emphasis = []) -> CellStyle {
        let usual: CellStyle.Emphasis = part == .faint && colours[.faint] == nil ? .faint : []
        return CellStyle(foreground: colours[part] ?? .standard, emphasis: emphasis.union(usual))
    }
}
