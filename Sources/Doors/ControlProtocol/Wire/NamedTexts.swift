import JSON

/// Texts under names that somebody has chosen, such as notes. A name is its bytes: a letter with a mark in one character is another name than
/// the same letter in two, which a dictionary of strings would take for one.
public struct NamedTexts: Sendable {
    /// A text and its name.
    public struct Element: Sendable {
        /// The name.
        public let name: String
        /// The text.
        public let value: String

        fileprivate var bytes: [[UInt8]] { [Array(name.utf8), Array(value.utf8)] }
    }

    /// The texts, in the order of the bytes of their names.
    public let elements: [Element]

    /// Makes them of pairs of a name and a text; of several with one name, the last one counts.
    public init(_ pairs: some Sequence<(name: String, value: String)>) {
        var byName: [[UInt8]: Element] = [:]
        for (name, value) in pairs { byName[Array(name.utf8)] = Element(name: name, value: value) }
        elements = byName.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.value)
    }

    /// The text whose name has these bytes; `nil` if there is none.
    public subscript(name: String) -> String? { elements.first { $0.name.utf8.elementsEqual(name.utf8) }?.value }
}

extension NamedTexts: Hashable {
    /// Whether both have the same bytes.
    public static func == (left: NamedTexts, right: NamedTexts) -> Bool {
        left.elements.map(\.bytes) == right.elements.map(\.bytes)
    }

    /// Feeds the bytes to `hasher`.
    public func hash(into hasher: inout Hasher) { hasher.combine(elements.map(\.bytes)) }
}

extension NamedTexts: ExpressibleByDictionaryLiteral {
    /// Makes them as they are written.
    public init(dictionaryLiteral pairs: (String, String)...) { self.init(pairs.map { (name: $0, value: $1) }) }
}

extension WireKind where Value == NamedTexts {
    /// An object of strings whose names are told apart by their bytes. The reader leaves out what is no string.
    @inline(never)
    static var namedTexts: Self {
        Self(
            .map(.string()),
            write: { texts in
                .object(JSONObject(texts.elements.map { JSONObject.Member(name: $0.name, value: .string($0.value)) }))
            }
        ) { object, name throws(JSONMismatch) in
            NamedTexts(
                try object.object(name).members.compactMap { member in
                    member.value.stringValue.map { (name: member.name, value: $0) }
                })
        }
    }
}
