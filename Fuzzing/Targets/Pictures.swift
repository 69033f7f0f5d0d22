import ControlProtocol
import JSON
import Media
import MediaTypes

@testable import MediaLibrary

extension FuzzTarget {
    /// The tags that the queue keeps, the names of covers, the first bytes of pictures, and base64.
    static let pictures = FuzzTarget("pictures", atMost: 1_024) { bytes in
        let all = Array(bytes)
        let text = String(decoding: all, as: UTF8.self)
        let names = ["title", "artist", "album", "albumartist", "track", "disc", "date", "genre"]
        check(MediaFacts(tags: Dictionary(uniqueKeysWithValues: names.map { ($0, text) }), duration: 1))
        if CoverName.rank(all) != nil { precondition(all.count < 32, "the name of a cover has \(all.count) bytes") }
        precondition((PictureType(all) == nil) == (Picture(all) == nil), "a type without a picture")
        precondition(Base64.bytes(of: Base64.text(of: all)) == all, "what was written as base64 reads differently")
        if let read = Base64.bytes(of: text) {
            precondition(Base64.bytes(of: Base64.text(of: read)) == read, "what was read as base64 is written differently")
        }
    }

    /// Checks that facts are within the limits of the queue.
    static func check(_ facts: MediaFacts) {
        let tags = facts.albumTags?.tags ?? AlbumTags()
        for number in [facts.trackNumber, tags.trackTotal, tags.discNumber, tags.discTotal] {
            precondition(number.map { (1...9_999).contains($0) } ?? true, "the number \(number ?? 0)")
        }
        for text in [tags.artist, tags.date, tags.genre] {
            precondition(text.map { (1...512).contains($0.utf8.count) } ?? true, "a text of \(text?.utf8.count ?? 0) bytes")
        }
    }
}
