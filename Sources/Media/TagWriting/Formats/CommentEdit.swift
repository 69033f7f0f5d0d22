/// Tags of loudness in the comments of Vorbis, which FLAC and Opus have as well. All other comments stay as they are, byte for byte, also
/// those that are no UTF-8, and so does their order.
enum CommentEdit {
    private static let (mostComments, largest) = (100_000, 16 << 20)

    /// Edits comments: from the length of the vendor's name on, with whatever follows them.
    static func edit(_ block: [UInt8], _ fields: [GainField]) throws(TagWritingError) -> EditedBlock {
        var place = 0
        func number() throws(TagWritingError) -> Int {
            guard place + 4 <= block.count else { throw .damaged("its block of comments") }
            defer { place += 4 }
            return Int(block[place..<place + 4].littleEndianNumber)
        }
        func text(_ size: Int) throws(TagWritingError) -> ArraySlice<UInt8> {
            guard size <= block.count - place else { throw .damaged("its block of comments") }
            defer { place += size }
            return block[place..<place + size]
        }
        _ = try text(try number())
        let headEnd = place
        let count = try number()
        guard count <= mostComments else { throw TagWritingError(.excessive, "it has too many comments") }
        var (edited, comments, kept) = (EditedBlock(), [UInt8](), 0)
        for _ in 0..<count {
            let start = place
            let comment = try text(try number())
            let name = comment.prefix { $0 != UInt8(ascii: "=") }
            if name.count < comment.count, GainField.isGain(name) {
                edited.stated.append(GainField(name: name, value: comment.dropFirst(name.count + 1)))
            } else {
                comments += block[start..<place]
                kept += 1
            }
        }
        for field in fields {
            let comment = Array("\(field.name)=\(field.value)".utf8)
            comments += comment.count.littleEndianBytes(4) + comment
        }
        edited.bytes = Array(block[..<headEnd])
        edited.bytes += (kept + fields.count).littleEndianBytes(4)
        edited.bytes += comments
        edited.bytes += block[place...]
        guard edited.bytes.count <= largest else { throw TagWritingError(.excessive, "its comments have no room for more") }
        return edited
    }

    /// Comments with nothing in them but these, and no vendor.
    static func make(_ fields: [GainField]) throws(TagWritingError) -> [UInt8] {
        try edit([UInt8](repeating: 0, count: 8), fields).bytes
    }
}
