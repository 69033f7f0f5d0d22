/// One value of a TOML text. Dates and times are missing: no key takes one, and the reader refuses them.
package enum TOMLValue {
    /// A string.
    case text(String)
    /// A whole number.
    case integer(Int)
    /// A floating-point number, which may be infinite or NaN.
    case number(Double)
    /// A truth value.
    case flag(Bool)
    /// An array.
    case list([TOMLValue])
    /// A table.
    case table(TOMLTable)
    /// An array of tables, which `[[name]]` makes. Only the last is kept, because no key takes such an array.
    case tables(last: TOMLTable)
}

/// A table of a TOML text: names with their values, in the order of the text, each with the position where it first occurs.
///
/// A class, because headers all over a text may add to the same table. Confined to one thread.
package final class TOMLTable {
    /// How a table was made, which decides what may add to it.
    enum Origin {
        /// By the header of a table below it. Its own header may still follow.
        case implied
        /// By its own header.
        case header
        /// By a dotted key. Other keys below the same header may add to it.
        case dotted
        /// By braces. It is complete.
        case inline
    }

    /// A name with its value.
    package struct Entry {
        /// The name.
        package let name: String
        /// Where it first occurs.
        package let position: SourcePosition
        /// The value.
        package internal(set) var value: TOMLValue
    }

    /// How the table was made, as far as the reader has read.
    var origin: Origin
    /// How many tables and arrays it is nested in.
    let depth: Int
    /// The entries, in the order of the text.
    package private(set) var entries: [Entry] = []
    private var places: [String: Int] = [:]

    init(_ origin: Origin, depth: Int) {
        self.origin = origin
        self.depth = depth
    }

    /// The entry with `name`, or `nil`.
    package subscript(name: String) -> Entry? { places[name].map { entries[$0] } }

    /// Adds an entry for `key`, or replaces the value of the existing entry, which keeps its position.
    func set(_ value: TOMLValue, for key: TOMLKey) {
        if let place = places[key.name] {
            entries[place].value = value
        } else {
            places[key.name] = entries.count
            entries.append(Entry(name: key.name, position: key.position, value: value))
        }
    }
}

/// One part of a key.
struct TOMLKey {
    let name: String
    let position: SourcePosition
}

/// Why a text is refused: it is not TOML, or it has a date or a time.
package struct TOMLMistake: Error {
    /// Where it is.
    package let position: SourcePosition
    /// A sentence for a person, without the position.
    package let message: String
}
