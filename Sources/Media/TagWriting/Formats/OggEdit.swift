/// Tags of loudness in Ogg: in the comments of Vorbis and Opus, which are the second packet. The pages with the sound stay as they are, but for
/// their numbers where the comments need more pages than before.
enum OggEdit {
    private static let mostHeaderPages = 1_024
    /// The most pages that get other numbers: what is more, is no file of music.
    private static let mostPages = 1 << 20

    private enum Codec: CaseIterable {
        case vorbis, opus

        /// What the first packet begins with, and the second.
        var marks: (first: [UInt8], comments: [UInt8]) {
            switch self {
            case .vorbis: ([1] + Array("vorbis".utf8), [3] + Array("vorbis".utf8))
            case .opus: (Array("OpusHead".utf8), Array("OpusTags".utf8))
            }
        }

        /// How many packets of headers follow the first one.
        var headerCount: Int { self == .vorbis ? 2 : 1 }
    }

    /// Plans the change of an Ogg file. `fields` are the tags of a codec, which for Opus are others.
    static func plan(
        _ source: TagBytes, _ fields: (_ isOpus: Bool) -> [GainField]
    ) throws(TagWritingError) -> GainPlan {
        let first = try OggPage(source, at: 0)
        let beginning = Array(first.pieces.joined())
        guard first.beginsStream, let codec = Codec.allCases.first(where: { beginning.starts(with: $0.marks.first) }) else {
            throw .unsupported("of Ogg files, only those with Vorbis or Opus get tags of loudness here")
        }
        var (packets, open, place, oldCount) = ([[UInt8]](), [UInt8](), first.range.upperBound, 0)
        var number: Int64?
        while packets.count < codec.headerCount {
            let page = try OggPage(source, at: place)
            guard page.serial == first.serial else { throw .unsupported("it has several streams at once") }
            guard oldCount < mostHeaderPages, page.continuesPacket == !open.isEmpty, !page.endsStream else {
                throw .damaged("its headers")
            }
            number = number ?? page.number
            for piece in page.pieces {
                guard packets.count < codec.headerCount else { throw .damaged("its headers") }
                open += piece
                if piece.count < OggPage.pieceSize {
                    packets.append(open)
                    open = []
                }
            }
            place = page.range.upperBound
            oldCount += 1
        }
        let mark = codec.marks.comments
        guard packets[0].starts(with: mark), let number else { throw .damaged("its comments") }
        var plan = GainPlan(wanted: fields(codec == .opus))
        let edited = try CommentEdit.edit(Array(packets[0].dropFirst(mark.count)), plan.wanted)
        plan.stated = edited.stated
        packets[0] = mark + edited.bytes
        let pages = OggPage.pages(of: packets, serial: first.serial, from: number)
        plan.splices = [Splice(first.range.upperBound..<place, Array(pages.joined()))]
        if pages.count != oldCount {
            plan.splices += try renumbered(source, from: place, serial: first.serial, by: Int64(pages.count - oldCount))
        }
        return plan
    }

    /// The numbers of the pages of a stream that begin at a place.
    private static func renumbered(
        _ source: TagBytes, from start: Int64, serial: Int64, by step: Int64
    ) throws(TagWritingError) -> [Splice] {
        var (splices, place): ([Splice], Int64) = ([], start)
        while place < source.size {
            let page = try OggPage(source, at: place)
            if page.serial == serial {
                guard splices.count < mostPages else { throw TagWritingError(.excessive, "it has too many pages") }
                splices.append(page.renumbered(by: step))
                if page.endsStream { break }
            }
            place = page.range.upperBound
        }
        return splices
    }
}
