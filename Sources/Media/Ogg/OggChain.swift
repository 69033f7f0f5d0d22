import AudioTypes
import CFFmpeg

/// A chain of Ogg streams in one file. FFmpeg reads it as one stream whose times begin anew, and decodes what follows the first
/// link wrongly or not at all where its rate, its channels or its codec's headers are others. So each link is opened on its own.
struct OggChain {
    /// Where the bytes of the links come from, at least two, in order.
    let links: [any ByteSource]
    /// What the first link says about itself, with the duration of all.
    let description: MediaDescription
}

extension Demuxer {
    /// The chain that a source is; `nil` for everything else.
    func chain() throws(MediaError) -> OggChain? {
        guard let pages = ogg else { return nil }
        let parts = try pages.links()
        guard parts.count > 1 else { return nil }
        let links = parts.map { SourcePart(pages.source, range: $0) }
        var microseconds: Int64? = 0
        var first: MediaDescription?
        for link in links {
            let description = try Demuxer(link, name: name, cancellation: input.stream.cancellation).description
            if first == nil { first = description }
            let length = description.duration.map { Int64($0.seconds * 1e6) }
            microseconds = length.flatMap { length in microseconds.map { $0 + length } }
        }
        guard let first else { return nil }
        let duration = microseconds.map { MediaTime(value: $0, timescale: 1_000_000) }
        return OggChain(
            links: links,
            description: MediaDescription(
                container: first.container, duration: duration, durationIsExact: first.durationIsExact, tags: first.tags,
                audio: first.audio, video: first.video))
    }

    /// The pages, where this is Ogg and can be read at any place.
    var ogg: OggPages? {
        unsafe String(cString: context.pointee.iformat.pointee.name) == "ogg" ? OggPages(input.stream.source) : nil
    }
}
