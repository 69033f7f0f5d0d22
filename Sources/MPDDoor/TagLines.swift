import MPDProtocol

/// Leaves out of lines about songs those of tags that a client does not want to see. Lines with all tags are kept from one list to the
/// next, so that this is several times as fast as to write the others.
struct TagLines {
    /// The names of tags that are left out, by their length.
    private let hidden: [[[UInt8]]]

    /// - Parameter tags: those that the client wants to see.
    init(showing tags: Set<TagType>) {
        let names = TagType.listed.filter { !tags.contains($0) }.map { Array($0.rawValue.utf8) }
        hidden = (0...(names.map(\.count).max() ?? 0)).map { length in names.filter { $0.count == length } }
    }

    /// Returns the lines that the client sees.
    func shown(of text: [UInt8]) -> [UInt8] {
        var shown: [UInt8] = []
        shown.reserveCapacity(text.count)
        // Lines that are shown in a row are copied at once.
        var (run, start) = (0, 0)
        while start < text.count {
            let isHidden = hides(text, at: start)
            if isHidden { shown += text[run..<start] }
            while start < text.count, text[start] != UInt8(ascii: "\n") { start += 1 }
            start += 1
            if isHidden { run = start }
        }
        if run < text.count { shown += text[run...] }
        return shown
    }

    /// Whether the line that begins at a place is of a tag that is left out.
    private func hides(_ text: [UInt8], at start: Int) -> Bool {
        var end = start
        while end < text.count, end - start < hidden.count, text[end] != UInt8(ascii: ":") { end += 1 }
        guard end < text.count, end - start < hidden.count else { return false }
        return hidden[end - start].contains { name in name.indices.allSatisfy { name[$0] == text[start + $0] } }
    }
}
