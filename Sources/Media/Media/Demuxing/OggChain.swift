import AudioTypes
import CFFmpeg
import Containers
import MediaTypes

/// A chain of Ogg streams in one file. FFmpeg reads it as one stream whose times begin anew. It decodes the links after the
/// first one wrongly or not at all if their rate, channels or codec headers differ. So each link is opened on its own.
struct OggChain {
    /// The sources of the links, at least two, in order.
    let links: [any ByteSource]
    /// The description of the first link, with the duration of all and the tags that all have in common.
    let description: MediaDescription
}

extension Demuxer {
    /// The chain in the source; `nil` if it is not one.
    func chain() throws(MediaError) -> OggChain? {
        guard let pages = ogg else { return nil }
        let parts = try pages.links()
        guard parts.count > 1 else { return nil }
        var links: [any ByteSource] = []
        var seconds: Double? = 0
        var isExact = true
        var first: MediaDescription?
        var tags: [String: String] = [:]
        for part in parts {
            let link = SourcePart(input.stream.source, range: part)
            guard let description = try describe(link) else { break }
            links.append(link)
            tags = first == nil ? description.tags : tags.filter { description.tags[$0.key] == $0.value }
            if first == nil { first = description }
            isExact = isExact && description.durationIsExact
            seconds = description.duration.flatMap { length in seconds.map { $0 + length.seconds } }
        }
        // If only one link can be opened, FFmpeg plays more of the whole file.
        guard let first, links.count > 1 else { return nil }
        let duration = seconds.flatMap { $0 < 1e9 ? MediaTime(value: Int64($0 * 1e6), timescale: 1_000_000) : nil }
        return OggChain(
            links: links,
            description: MediaDescription(
                container: first.container, duration: duration, durationIsExact: isExact,
                durationIsWritten: first.durationIsWritten, tags: tags, hasPicture: first.hasPicture,
                replayGain: first.replayGain,
                // Those of the first link would be shown for the whole of the chain.
                chapters: [], audio: first.audio, video: first.video))
    }

    /// Describes a link; `nil` if it cannot be opened, for example because the recording was cut within its last headers. The
    /// links before it are played nevertheless.
    private func describe(_ link: any ByteSource) throws(MediaError) -> MediaDescription? {
        do throws(MediaError) {
            return try Demuxer(link, name: name, cancellation: input.stream.cancellation).description
        } catch {
            if error.code == .cancelled { throw error }
            return nil
        }
    }

    /// The pages, if this is Ogg and can be read at any offset.
    var ogg: OggPages? {
        guard unsafe String(cString: context.pointee.iformat.pointee.name) == "ogg" else { return nil }
        return OggPages(input.stream.source, name: name, cancellation: input.stream.cancellation)
    }
}
