/// Things that a client may switch on for its conversation, by their names. A value.
package struct Switches<Name: CaseIterable & Hashable & RawRepresentable<String> & Sendable>: Hashable, Sendable {
    /// What is on.
    package private(set) var on: Set<Name> = []
    private let unknown: String

    /// Makes switches that are all off.
    /// - Parameter unknown: what a refusal says of a name that none of them has.
    package init(unknown: String) { self.unknown = unknown }

    /// Carries out the arguments of the command that turns these switches.
    /// - Returns: the names that the command lists; `nil` if it lists none.
    package mutating func change(_ arguments: [String]) throws(MPDFailure) -> [Name]? {
        guard let word = arguments.first else { return Name.allCases.filter(on.contains) }
        switch word {
        case "enable": on.formUnion(try named(arguments))
        case "disable": on.subtract(try named(arguments))
        case "all", "clear", "available":
            if arguments.count > 1 { throw MPDFailure(.argument, "Too many arguments") }
            if word == "available" { return Array(Name.allCases) }
            on = word == "all" ? Set(Name.allCases) : []
        default: throw MPDFailure(.argument, "Unknown sub command")
        }
        return nil
    }

    private func named(_ arguments: [String]) throws(MPDFailure) -> Set<Name> {
        guard arguments.count > 1 else { throw MPDFailure(.argument, "Not enough arguments") }
        var names = Set<Name>()
        for argument in arguments.dropFirst() {
            guard let name = Name(rawValue: argument.lowercased()) else { throw MPDFailure(.argument, unknown) }
            names.insert(name)
        }
        return names
    }
}

/// What a client may have done in another way, because older clients expect something else.
package enum ProtocolFeature: String, CaseIterable, Hashable, Sendable {
    /// `lsinfo` of the top of the library does not list the stored playlists.
    case hidePlaylistsInRoot = "hide_playlists_in_root"
}

/// How texts may be compared in a search.
package enum StringNormalization: String, CaseIterable, Hashable, Sendable {
    /// Letters count as the same with and without marks over and under them.
    case stripDiacritics = "strip_diacritics"
}
