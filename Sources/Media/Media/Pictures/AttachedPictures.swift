import CFFmpeg
package import MediaTypes

// The pictures that containers hold. FFmpeg has them in memory once a container is open: those of FLAC, of ID3 and APE tags, of
// MP4, Matroska and ASF, and those in the comments of Ogg.
extension Demuxer {
    /// Returns the picture to show for the media: the front cover if there is one, else any picture of the album. `nil` if no
    /// attachment is a picture of a known type and a reasonable size. The memory belongs to the context.
    static func bestPicture(of context: UnsafeMutablePointer<AVFormatContext>) -> UnsafeBufferPointer<UInt8>? {
        var best: UnsafeBufferPointer<UInt8>?
        var bestRank = Int.max
        for index in 0..<Int(unsafe context.pointee.nb_streams) {
            guard let stream = unsafe context.pointee.streams?[index], let picture = unsafe picture(of: stream) else { continue }
            let rank = unsafe rank(of: stream)
            if rank < bestRank {
                unsafe best = unsafe picture
                bestRank = rank
            }
        }
        return unsafe best
    }

    private static func picture(of stream: UnsafeMutablePointer<AVStream>) -> UnsafeBufferPointer<UInt8>? {
        guard unsafe stream.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC != 0 else { return nil }
        let packet = unsafe stream.pointee.attached_pic
        guard let data = unsafe packet.data, unsafe (1...Int32(Picture.sizeLimit)).contains(packet.size) else { return nil }
        let bytes = unsafe UnsafeBufferPointer(start: data, count: Int(packet.size))
        return unsafe PictureType(bytes) == nil ? nil : bytes
    }

    /// The order of preference, 0 first. FFmpeg gives the picture's type of ID3 and FLAC as a comment, and the file name of an
    /// attachment to Matroska.
    private static func rank(of stream: UnsafeMutablePointer<AVStream>) -> Int {
        let tags = unsafe Tags.dictionary(stream.pointee.metadata)
        if let type = tags["comment"]?.lowercased() { return type == "cover (front)" ? 0 : type == "other" ? 2 : 3 }
        // FFmpeg gives the name that the picture has in an APE tag, with that of its file.
        if let name = tags.keys.first(where: { $0.hasPrefix("cover art (") }) { return name == "cover art (front)" ? 0 : 3 }
        if let name = tags["filename"]?.lowercased() { return name.hasPrefix("cover") ? 0 : 2 }
        // MP4 does not state types: its first picture is the front cover.
        return 1
    }
}

extension MediaProbe {
    /// Returns the picture that the media from `source` holds, the front cover first; `nil` if it holds none. Messages call the
    /// media `name`.
    ///
    /// Reads the head of the container and decodes nothing. Blocks; any thread may call it.
    /// - Throws: every ``MediaError/Code`` but ``MediaError/Code/notSeekable``.
    package static func picture(
        _ source: any ByteSource, name: String, cancellation: CancellationToken = CancellationToken()
    ) throws(MediaError) -> Picture? {
        let (source, _, _) = try Demuxer.withoutExcess(source)
        let input = try InputContext(source, cancellation: cancellation, name: name)
        var context: UnsafeMutablePointer<AVFormatContext>? = unsafe try Demuxer.open(input, nil, nil, name: name)
        defer { unsafe avformat_close_input(&context) }
        return unsafe context.flatMap { unsafe Demuxer.bestPicture(of: $0) }.flatMap { unsafe Picture(Array($0)) }
    }
}
