import MPDProtocol
import MediaTypes
import MusicLibrary

// How the library finds songs for which a condition holds, without looking at each.
extension SongFilter {
    /// A text that all songs have for which the condition holds, and where; `nil` if the condition asks for none that the index has.
    var hint: (text: String, field: SearchField?)? {
        switch self {
        case .matches(let subject, _, let value, _):
            guard !value.isEmpty else { return nil }
            switch subject {
            case .tag(let tag):
                // Identifiers are not in the index, and neither are names of stations.
                guard let field = tag.libraryTags.first?.definition.field else { return nil }
                // Another tag may stand in for one of those that share a field.
                return [.title, .artist, .album, .genre].contains(field) ? (value, field) : (value, nil)
            case .any: return (value, nil)
            // The index has the name of the file without its directories.
            case .file: return nil
            }
        case .all(let filters):
            return filters.compactMap(\.hint).max { $0.text.utf8.count < $1.text.utf8.count }
        case .fits, .hasFormat, .below, .modifiedSince, .addedSince, .hasPriority, .not: return nil
        }
    }

    /// Whether the condition asks for the file, and not for tags only.
    var asksForFile: Bool {
        switch self {
        case .matches(.file, _, _, _), .fits(.file, _), .hasFormat, .below, .modifiedSince, .addedSince, .hasPriority: true
        case .matches, .fits: false
        case .not(let filter): filter.asksForFile
        case .all(let filters): filters.contains(where: \.asksForFile)
        }
    }

    /// The tags at which the condition looks; `nil` for all of them.
    var types: [TagType]? {
        switch self {
        case .matches(.tag(let type), _, _, _), .fits(.tag(let type), _): [type]
        case .matches(.any, _, _, _), .fits(.any, _): nil
        case .matches(.file, _, _, _), .fits(.file, _), .hasFormat, .below, .modifiedSince, .addedSince, .hasPriority: []
        case .not(let filter): filter.types
        case .all(let filters): filters.contains { $0.types == nil } ? nil : filters.flatMap { $0.types ?? [] }
        }
    }
}
