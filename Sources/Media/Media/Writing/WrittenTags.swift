import CFFmpeg
import MediaTypes

/// The tags to write, within ``TagLimits``.
struct WrittenTags: Equatable {
    /// Each tag under its name of ``TagVocabulary``: first those that matter most, and then by their names.
    let entries: [(name: String, text: String)]

    static func == (left: WrittenTags, right: WrittenTags) -> Bool {
        left.entries.elementsEqual(right.entries) { $0 == $1 }
    }

    /// Keeps the tags that fit within the limits. A longer text is cut, and so is one with a zero in it. Tags without a text or
    /// a proper name are left out.
    init(_ tags: [String: String]) {
        var entries: [(name: String, text: String)] = []
        var total = 0
        let sorted = tags.sorted { (Self.rank($0.key), $0.key) < (Self.rank($1.key), $1.key) }
        for (name, text) in sorted where Self.isName(name) && entries.count < TagLimits.count {
            let bytes = text.utf8.prefix { $0 != 0 }.prefix(TagLimits.text)
            let shown = TagText.decode(Array(bytes))
            guard !shown.isEmpty, total + shown.utf8.count <= TagLimits.total else { continue }
            total += shown.utf8.count
            entries.append((name, shown))
        }
        self.entries = entries
    }

    private static func rank(_ name: String) -> Int { TagVocabulary.isIndispensable(name) ? 0 : 1 }

    var isEmpty: Bool { entries.isEmpty }

    /// The names that all containers can store: printing ASCII without `=`, which ends a name in Vorbis comments.
    private static func isName(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.count <= TagLimits.name && name.utf8.allSatisfy { (0x20..<0x7F).contains($0) && $0 != 0x3D }
    }

    /// Adds all tags to one of FFmpeg's dictionaries, under FFmpeg's names.
    func add(to dictionary: inout OpaquePointer?) {
        for (name, text) in entries {
            unsafe av_dict_set(&dictionary, name == "albumartist" ? "album_artist" : name, text, 0)
        }
    }

    /// Adds only the language.
    func addLanguage(to dictionary: inout OpaquePointer?) {
        guard let language = entries.first(where: { $0.name == "language" }) else { return }
        unsafe av_dict_set(&dictionary, "language", language.text, 0)
    }
}
