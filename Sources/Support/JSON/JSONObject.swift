/// The members of a JSON object, in the order in which they were written.
///
/// A name may occur twice (RFC 8259 allows it); the last one counts. Finding a name takes linear time: the objects of our
/// protocols have a handful of members, and reading a hostile object costs no more than its length.
public struct JSONObject: Sendable {
    /// One name and its value.
    public struct Member: Hashable, Sendable {
        /// The name.
        public var name: String
        /// The value.
        public var value: JSONValue

        /// Makes a member.
        public init(name: String, value: JSONValue) {
            self.name = name
            self.value = value
        }
    }

    /// All members that were written, including those with the same name.
    public private(set) var members: [Member]

    /// Makes an object of these members.
    public init(_ members: [Member] = []) { self.members = members }

    /// Makes an object without members, and room for `count`.
    public init(reserving count: Int) {
        members = []
        members.reserveCapacity(count)
    }

    /// Makes an object of those `elements` that have a value.
    init(present elements: [(String, JSONValue?)]) {
        members = elements.compactMap { name, value in value.map { Member(name: name, value: $0) } }
    }

    /// The last value of `name`. Setting replaces it, or appends it; setting `nil` removes the name.
    public subscript(name: String) -> JSONValue? {
        get { members.last { $0.name == name }?.value }
        set {
            if let newValue {
                if let index = members.lastIndex(where: { $0.name == name }) {
                    members[index].value = newValue
                } else {
                    members.append(Member(name: name, value: newValue))
                }
            } else {
                members.removeAll { $0.name == name }
            }
        }
    }

    /// Adds a member at the end without searching for one of the same name. For readers.
    public mutating func append(_ member: Member) { members.append(member) }

    /// Adds the members of another object at the end.
    public mutating func append(contentsOf other: JSONObject) { members.append(contentsOf: other.members) }

    /// Whether the object has no members.
    public var isEmpty: Bool { members.isEmpty }

    /// The values that count: one for each name.
    private var dictionary: [String: JSONValue] {
        Dictionary(members.map { ($0.name, $0.value) }) { _, last in last }
    }
}

extension JSONObject: Hashable {
    /// Whether both have the same names with the same values, in whatever order.
    public static func == (left: JSONObject, right: JSONObject) -> Bool {
        left.members == right.members || left.dictionary == right.dictionary
    }

    /// Feeds the values that count for equality to `hasher`.
    public func hash(into hasher: inout Hasher) { hasher.combine(dictionary) }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    /// An object; members whose value is `nil` are left out.
    public init(dictionaryLiteral elements: (String, JSONValue?)...) { self.init(present: elements) }
}
