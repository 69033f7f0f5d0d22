/// One value of a TOML text. Dates and times are missing: no key takes one, and the reader refuses them.
enum TOMLValue {
    case text(String)
    case integer(Int)
    /// A floating-point number, which may be infinite or no number.
    case number(Double)
    case flag(Bool)
    case list([TOMLValue])
    case table(TOMLTable)
    /// What `[[name]]` makes, of which the last is kept: no key takes a list of tables.
    case tables(last: TOMLTable)
}

/// A table of a TOML text: names with their values, in the order of the text, each with the place where it first stands.
///
/// A reference, because headers all over a text add to the same table. It is made and used by one thread.
final class TOMLTable {
    /// What made a table decides about what may add to it.
    enum Origin {
        /// The header of a table below it: a header of its own may still follow.
        case implied
        /// A header of its own.
        case header
        /// A dotted key: other keys below the same header may add to it.
        case dotted
        /// Braces: it is complete.
        case inline
    }

    /// One name.
    struct Entry {
        let name: String
        let position: SourcePosition
        var value: TOMLValue
    }

    /// What made it, so far.
    var origin: Origin
    /// How many tables and lists it is in.
    let depth: Int
    /// In the order of the text.
    private(set) var entries: [Entry] = []
    private var places: [String: Int] = [:]

    init(_ origin: Origin, depth: Int) {
        self.origin = origin
        self.depth = depth
    }

    /// What stands under a name. Setting it keeps the place of the name.
    subscript(name: String) -> Entry? { places[name].map { entries[$0] } }

    /// Adds what is new under its name, or puts another value in the place of the one that is there.
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

/// Why a text is no TOML, or has a date.
struct TOMLMistake: Error {
    let position: SourcePosition
    /// A sentence for a person, without the place.
    let message: String
}
