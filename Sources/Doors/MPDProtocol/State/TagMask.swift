/// The tags that a client wants to see. A value.
package struct TagMask: Hashable, Sendable {
    /// The tags that are shown.
    package private(set) var shown = Set(TagType.allCases)

    /// Makes the mask that shows all tags.
    package init() {}

    /// Changes the mask by the arguments of `tagtypes`.
    package mutating func change(_ arguments: [String]) throws(MPDFailure) {
        switch arguments.first {
        case "all":
            try Self.checkAlone(arguments)
            shown = Set(TagType.allCases)
        case "clear":
            try Self.checkAlone(arguments)
            shown = []
        case "reset": shown = try Self.tags(arguments)
        case "enable": shown.formUnion(try Self.tags(arguments))
        case "disable": shown.subtract(try Self.tags(arguments))
        default: throw MPDFailure(.argument, "Unknown sub command")
        }
    }

    private static func checkAlone(_ arguments: [String]) throws(MPDFailure) {
        if arguments.count > 1 { throw MPDFailure(.argument, "Too many arguments") }
    }

    private static func tags(_ arguments: [String]) throws(MPDFailure) -> Set<TagType> {
        guard arguments.count > 1 else { throw MPDFailure(.argument, "Not enough arguments") }
        var tags = Set<TagType>()
        for name in arguments.dropFirst() {
            guard let tag = TagType(name: name) else { throw MPDFailure(.argument, "Unknown tag type") }
            tags.insert(tag)
        }
        return tags
    }
}
