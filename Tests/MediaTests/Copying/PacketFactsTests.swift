import AudioTypes
import Containers
import MediaTypes
import TestSupport
import Testing

@testable import Media

@Suite("What packets and their headers say")
struct PacketFactsTests {
    @Test("packets in rounded ticks are counted, gaps are kept, and times that go back say nothing")
    func timeline() {
        // AAC at 44.1 kHz in milliseconds: 23.22 ms a packet.
        var timeline = PacketTimeline(numerator: 1, denominator: 1_000, rate: 44_100)
        for number in 0..<1_000 {
            let ticks = Int64((Double(number) * 1_024 / 44.1).rounded()) + 7
            #expect(timeline.place(ticks, frames: 1_024) == Int64(number) * 1_024)
        }
        #expect(timeline.gapCount == 0)
        // A second is missing.
        let late = Int64((1_000.0 * 1_024 / 44.1).rounded()) + 1_007
        #expect(abs(timeline.place(late, frames: 1_024) - 1_024_000 - 44_100) <= 50)
        #expect(timeline.gapCount == 1)
        let end = timeline.end
        for ticks in [0, 23, .max, .min, 46] as [Int64] { _ = timeline.place(ticks, frames: 1_024) }
        #expect(timeline.end == end + 5 * 1_024)
        #expect(timeline.place(nil, frames: 10) == end + 5 * 1_024)
    }

    @Test("a packet of FLAC keeps its sound with another number, however many bytes that takes")
    func flac() throws {
        let sink = OnePacket.flac()
        let start = try #require((42..<sink.count - 2).first { FLACPacketHeader(sink[$0...]) != nil })
        let packet = Array(sink[start...])
        #expect(FLACChecksum.isWhole(packet[...]))
        for shift in [0, -1, -127, -128, -2_047, -2_048, -65_536, -(1 << 35)] as [Int64] {
            let number = try #require(FLACPacketHeader(packet[...])?.number)
            let changed = try #require(FLACCut.packet(packet, numberedFrom: number + shift))
            #expect(FLACPacketHeader(changed[...])?.number == -shift)
            #expect(FLACChecksum.isWhole(changed[...]))
            #expect(FLACCut.packet(changed, numberedFrom: -shift - number) == packet)
        }
        #expect(FLACCut.packet([1, 2, 3], numberedFrom: 0) == nil)
        let header = Array(sink[8..<42])
        #expect(FLACInformation(FLACCut.header(header, count: 1 << 35)[...])?.frameCount == 1 << 35)
        #expect(FLACInformation(FLACCut.header(header, count: nil)[...])?.frameCount == nil)
    }

    @Test("pictures state their size where their format wants it, and hostile ones state none")
    func pictures() throws {
        let png =
            [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 1, 0, 0, 0, 0, 9]
            as [UInt8]
        let size = try #require(Picture(png).flatMap { PictureSize($0) })
        #expect(size.width == 256 && size.height == 9)
        let jpeg = [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xC0, 0, 11, 8, 0, 16, 0, 32, 1] as [UInt8]
        let other = try #require(Picture(jpeg).flatMap { PictureSize($0) })
        #expect(other.width == 32 && other.height == 16)
        for count in 3..<jpeg.count - 1 { if let cut = Picture(Array(jpeg[..<count])) { #expect(PictureSize(cut) == nil) } }
        for count in 12..<png.count { if let cut = Picture(Array(png[..<count])) { #expect(PictureSize(cut) == nil) } }
    }
}

/// A file of FLAC with one packet.
private enum OnePacket {
    static func flac() -> [UInt8] {
        let written = WrittenSound("flac", frames: 1_000)
        let sink = MemorySink()
        _ = try? written.write(to: sink)
        return sink.bytes
    }
}
