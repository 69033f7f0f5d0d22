import AudioTypes
import Media
import MediaTypes
import TestSupport

@testable import Conversion

/// A packet as the `ffmpeg` program copies it.
struct ProgramPacket: Hashable {
    /// The presentation time in seconds.
    let time: Double
    let size: Int
    let hash: String

    /// The packets of one stream of a file, copied by the program.
    static func of(_ path: String, stream: Int?, input: [String] = [], output: [String] = []) async throws -> [ProgramPacket] {
        let arguments =
            ["-nostdin", "-v", "quiet"] + input + ["-i", path, "-map", stream.map { "0:\($0)" } ?? "0:a:0", "-c", "copy"]
            + output + ["-f", "framehash", "-hash", "murmur3", "-"]
        let text = String(decoding: try await Tool.run("ffmpeg", arguments), as: UTF8.self)
        var tick = 1.0
        var packets: [ProgramPacket] = []
        for line in text.split(separator: "\n") {
            if line.hasPrefix("#tb 0: ") {
                let numbers = line.dropFirst(7).split(separator: "/").compactMap { Double($0) }
                tick = numbers[0] / numbers[1]
            }
            let fields = line.split(separator: ",").map { $0.filter { $0 != " " } }
            guard !line.hasPrefix("#"), fields.count >= 6, let time = Double(fields[2]), let size = Int(fields[4]) else {
                continue
            }
            packets.append(ProgramPacket(time: time * tick, size: size, hash: String(fields[5])))
        }
        return packets
    }
}

/// Media and what was made of it.
struct Made {
    let sink: MemorySink
    let path: String
    let directory: TemporaryDirectory

    /// Stores what `sink` has in a file called `name`.
    init(_ sink: MemorySink, as name: String) throws {
        self.sink = sink
        directory = try TemporaryDirectory()
        path = directory.file(name)
        try writeFile(sink.bytes, to: path)
    }
}

extension PacketContainer {
    /// The usual suffix.
    var suffix: String {
        switch self {
        case .adts: "aac"
        case .mp4: "m4a"
        case .ogg: "ogg"
        case .matroska: "mka"
        case .mp3: "mp3"
        case .flac: "flac"
        case .ac3: "ac3"
        }
    }
}

/// The samples of a file, one array a channel.
struct Decoded {
    var planes: [[Float]] = []
    var rate = 0
    var count: Int { planes.first?.count ?? 0 }

    /// Everything that a reader gives.
    init(_ path: String, from start: Int64 = 0) throws {
        var reader = try AudioReader(MediaLocation(uri: path))
        rate = Int(reader.outputFormat.sampleRate.hertz)
        planes = Array(repeating: [], count: reader.outputFormat.channelCount)
        if start > 0 { try reader.seek(to: FrameCount(start)) }
        let buffer = PlaneBuffer(channelCount: planes.count, capacity: 4_096)
        do {
            while case let count = try reader.read(into: buffer.planes, capacity: 4_096), count > 0 {
                for channel in planes.indices {
                    planes[channel] += UnsafeBufferPointer(start: buffer.planes[channel], count: count)
                }
            }
        } catch {
            guard error.code == .incomplete else { throw error }
        }
    }

    /// The largest difference of any sample over the frames that both have, with this sound from `start` on.
    func difference(from other: Decoded, at start: Int = 0) -> Float {
        var largest: Float = 0
        for (mine, theirs) in zip(planes, other.planes) {
            for (left, right) in zip(mine.dropFirst(start), theirs) { largest = max(largest, abs(left - right)) }
        }
        return largest
    }
}
