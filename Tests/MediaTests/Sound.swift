import AudioTypes
import Glibc
import MediaTypes
import Testing

@testable import Media

/// Decoded samples, one array a channel.
struct Sound {
    var planes: [[Float]]
    var count: Int { planes.first?.count ?? 0 }

    /// Everything that a reader gives, by reads of varying size.
    init(reading reader: inout AudioReader) throws {
        planes = Array(repeating: [], count: reader.outputFormat.channelCount)
        var turn = 0
        while true {
            let part = try Sound(reading: &reader, atMost: [4096, 1, 777, 1152][turn % 4])
            guard part.count > 0 else { break }
            for channel in planes.indices { planes[channel] += part.planes[channel] }
            turn += 1
        }
    }

    /// The next frames of a reader, up to `count`, in one read.
    init(reading reader: inout AudioReader, atMost count: Int) throws {
        let channels = reader.outputFormat.channelCount
        let buffers = (0..<channels).map { _ in UnsafeMutablePointer<Float>.allocate(capacity: max(1, count)) }
        defer { buffers.forEach { $0.deallocate() } }
        let frames = try buffers.withUnsafeBufferPointer { planes throws(MediaError) in
            try reader.read(into: planes, capacity: count)
        }
        planes = buffers.map { Array(UnsafeBufferPointer(start: $0, count: frames)) }
    }

    /// The whole of a file.
    init(of path: String) throws {
        var reader = try AudioReader(MediaLocation(uri: path))
        try self.init(reading: &reader)
    }

    /// What the ffmpeg program decodes, with options for its decoder.
    init(reference path: String, track: Int? = nil, channels: Int, decoder: [String] = []) throws {
        let arguments =
            ["-nostdin", "-v", "quiet"] + decoder + [
                "-i", path, "-map", track.map { "0:\($0)" } ?? "0:a:0", "-f", "f32le", "-c:a", "pcm_f32le", "-",
            ]
        self.init(interleaved: Command.run("ffmpeg", arguments).output, channels: channels)
    }

    /// Interleaved 32-bit floats.
    init(interleaved bytes: [UInt8], channels: Int) {
        planes = bytes.withUnsafeBytes { bytes in
            let samples = bytes.bindMemory(to: Float.self)
            return (0..<channels).map { channel in stride(from: channel, to: samples.count, by: channels).map { samples[$0] } }
        }
    }

    /// `count` frames from `start` on, fewer at the end.
    func part(from start: Int, count: Int) -> Sound {
        Sound(planes: planes.map { Array($0.dropFirst(start).prefix(count)) })
    }

    init(planes: [[Float]]) { self.planes = planes }

    /// The largest difference of any sample, over the frames that both have.
    func difference(from other: Sound) -> Float {
        var largest: Float = 0
        for (mine, theirs) in zip(planes, other.planes) {
            for (left, right) in zip(mine, theirs) where left != right { largest = max(largest, abs(left - right)) }
        }
        return largest
    }
}
