import AudioTypes
import Media
import MediaTypes
import TestSupport
import Testing

@testable import Network

@Suite("Tags beside the sound of segments (HLS)", .serialized)
struct TimedTagTests {
    private static let titles = ["One", "One", "Two", "Two", "Three"]

    /// A server with five seconds of AAC in segments of one, as `list.m3u8`, into each of which something was put.
    private func server(_ options: [String], _ change: ([UInt8], String) throws -> [UInt8]) async throws -> MediaServer {
        let server = try await MediaServer.start()
        try await AudioFiles.encode(
            AudioFixture.sine(frequency: 440, frameCount: 5 * 44_100),
            options: ["-c:a", "aac", "-b:a", "96k", "-f", "hls", "-hls_time", "1", "-hls_playlist_type", "vod"] + options,
            to: server.directory.file("list.m3u8"))
        let list = String(decoding: try readFile(server.directory.file("list.m3u8")), as: UTF8.self)
        let names = list.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("#") }
        for (name, title) in zip(names, Self.titles) {
            let path = server.directory.file(name)
            try writeFile(try change(try readFile(path), title), to: path)
        }
        return server
    }

    /// Reads all of it: each title is told once, at the frame at which its segment begins.
    private func check(_ server: MediaServer) throws {
        var reader = try AudioReader(at: server.address("list.m3u8"), .patient)
        let own = reader.info.description.tags["title"]
        #expect(own == nil)
        let count = try Sound(reading: &reader).count
        let changes = reader.takeTagChanges()
        #expect(changes.compactMap { $0.tags["title"] } == ["One", "Two", "Three"])
        for (change, second) in zip(changes, [0, 2, 4]) {
            #expect(abs(Int(change.frame.value) - second * 44_100) <= 3 * 1_024, "\(change) of \(count)")
        }
    }

    /// An ID3 tag with a title.
    private func id3(_ title: String) -> [UInt8] {
        let frame = Array("TIT2".utf8) + [0, 0, 0, UInt8(title.utf8.count + 1), 0, 0, 3] + Array(title.utf8)
        return Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, UInt8(frame.count)] + frame
    }

    @Test("are told at their frame where messages (emsg) stand in front of fragments of MP4")
    func messages() async throws {
        let server = try await server(["-hls_segment_type", "fmp4"]) { bytes, title in
            // A message of version 0, which holds from the beginning of its segment on.
            var content: [UInt8] = [0, 0, 0, 0] + Array("https://aomedia.org/emsg/ID3".utf8)
            content += [0, 0, 0, 0, 0, 10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] + id3(title)
            let size = content.count + 8
            let box: [UInt8] = [0, 0, UInt8(size >> 8), UInt8(size & 255)] + Array("emsg".utf8) + content
            let place = try #require(bytes.firstRange(of: Array("moof".utf8))?.lowerBound) - 4
            return bytes[..<place] + box + bytes[place...]
        }
        try check(server)
    }

    @Test("are told at their frame where a stream of ID3 goes beside the sound in MPEG-TS")
    func transportStream() async throws {
        let server = try await server([]) { bytes, title in
            var result: [UInt8] = []
            var (table, sound): (Int?, Int?) = (nil, nil)
            for start in stride(from: 0, to: bytes.count, by: 188) {
                var packet = Array(bytes[start..<start + 188])
                let identifier = Int(packet[1] & 0x1F) << 8 | Int(packet[2])
                if identifier == 0 { table = Int(packet[15] & 0x1F) << 8 | Int(packet[16]) }
                if identifier == table { packet = withTags(packet) }
                if sound == nil, identifier >= 0x100, identifier != table, packet[1] & 0x40 != 0 {
                    sound = identifier
                    let body = 4 + (packet[3] & 0x20 != 0 ? Int(packet[4]) + 1 : 0)
                    result += tagPacket(id3(title), time: Array(packet[body + 9..<body + 14]))
                }
                result += packet
            }
            #expect(table != nil && sound != nil)
            return result
        }
        try check(server)
    }

    private static let tagStream = 0x1F0

    /// The table of a program's streams with one of ID3 added.
    private func withTags(_ packet: [UInt8]) -> [UInt8] {
        let start = 5 + Int(packet[4])
        let length = Int(packet[start + 1] & 0x0F) << 8 | Int(packet[start + 2])
        let identifier = Array("ID3 ".utf8)
        let descriptor: [UInt8] = [0x26, 13, 0xFF, 0xFF] + identifier + [0xFF] + identifier + [0, 0x0F]
        let stream: [UInt8] = [
            0x15, UInt8(0xE0 | Self.tagStream >> 8), UInt8(Self.tagStream & 255), 0xF0, UInt8(descriptor.count),
        ]
        var section = Array(packet[start..<start + 3 + length - 4]) + stream + descriptor
        let size = section.count + 4 - 3
        section[1] = section[1] & 0xF0 | UInt8(size >> 8)
        section[2] = UInt8(size & 255)
        section += sum(section)
        let whole = packet[..<start] + section
        return whole + [UInt8](repeating: 0xFF, count: 188 - whole.count)
    }

    /// The sum of a section (CRC-32 of MPEG-2).
    private func sum(_ section: [UInt8]) -> [UInt8] {
        var sum: UInt32 = 0xFFFF_FFFF
        for byte in section {
            sum ^= UInt32(byte) << 24
            for _ in 0..<8 { sum = sum & 0x8000_0000 != 0 ? sum << 1 ^ 0x04C1_1DB7 : sum << 1 }
        }
        return (0..<4).reversed().map { UInt8(sum >> (8 * $0) & 255) }
    }

    /// A packet with a tag that holds from a time on, as five bytes of a header have it.
    private func tagPacket(_ tag: [UInt8], time: [UInt8]) -> [UInt8] {
        let piece: [UInt8] = [0, 0, 1, 0xBD, 0, UInt8(tag.count + 8), 0x84, 0x80, 5] + time + tag
        let filling = 188 - 4 - piece.count
        let head: [UInt8] = [0x47, UInt8(0x40 | Self.tagStream >> 8), UInt8(Self.tagStream & 255), 0x30]
        return head + [UInt8(filling - 1), 0] + [UInt8](repeating: 0xFF, count: filling - 2) + piece
    }
}
