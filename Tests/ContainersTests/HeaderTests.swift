import MediaTypes
import Testing

@testable import Containers

@Suite("What headers say")
struct HeaderTests {
    @Test("numbers of some bytes are read and written in both orders, and more bytes than a type has are no danger")
    func numbers() {
        let bytes: [UInt8] = [0x01, 0x02, 0x83]
        #expect(bytes.bigEndian() == 0x010283 && bytes.littleEndian() == 0x830201)
        #expect(bytes[1...].bigEndian(as: UInt8.self) == 0x83 && bytes.littleEndian(as: UInt16.self) == 0x0201)
        #expect([UInt8](repeating: 0xFF, count: 8).bigEndian(as: Int64.self) == -1 && [UInt8]().bigEndian(as: Int.self) == 0)
        #expect(0x010283.bigEndianBytes(3) == bytes && 0x830201.littleEndianBytes(3) == bytes)
        #expect((-2 as Int64).littleEndianBytes(10) == [0xFE] + [UInt8](repeating: 0xFF, count: 9))
    }

    @Test("a box says its type and how long it is, with sixteen bytes beyond four GiB")
    func boxes() throws {
        let short = try #require(BoxHead([0, 0, 0, 20] + Array("moof".utf8)))
        #expect(short.type == "moof" && short.length == 20 && short.size == 8)
        let long = Array<UInt8>([0, 0, 0, 1]) + Array("mdat".utf8) + [0, 0, 0, 2, 0, 0, 0, 0]
        #expect(BoxHead(long[...])?.length == 2 << 32 && BoxHead(long[...])?.size == 16)
        // Without the rest of the head, a length of 1 is shorter than the head: no box.
        #expect(BoxHead(long.prefix(15))?.length == 1 && BoxHead(long.prefix(7)) == nil)
        #expect(BoxHead((long.prefix(8) + [UInt8](repeating: 0xFF, count: 8))[...])?.length == .max)
    }

    @Test("the blocks of FLAC are walked up to the last one, the bound, or a head that is cut")
    func blocks() throws {
        func walk(_ heads: [[UInt8]], limit: Int) -> [FLACMetadata.Block] {
            var blocks = FLACMetadata(behind: FLACMetadata.mark[...], limit: limit)
            return heads.compactMap { head in blocks?.next == nil ? nil : blocks?.take(head[...]) }
        }
        let heads: [[UInt8]] = [[0, 0, 0, 34], [4, 0, 1, 0], [0x85, 0, 0, 2], [1, 0, 0, 0]]
        let found = walk(heads, limit: 10)
        #expect(found.map(\.kind) == [.information, .comments, .cueSheet] && found.map(\.isLast) == [false, false, true])
        #expect(found.map(\.content) == [8..<42, 46..<302, 306..<308])
        #expect(walk(heads, limit: 2).count == 2 && walk([[0, 0, 0]], limit: 2).isEmpty)
        #expect(walk([[0x7F, 0, 0, 0]], limit: 1).first?.kind == nil)
        #expect(FLACMetadata(behind: Array("fLaX".utf8)[...], limit: 1) == nil && FLACMetadata(behind: [], limit: 1) == nil)
    }

    @Test("the first block of FLAC says what the sound is")
    func information() throws {
        let packed = UInt64(96_000) << 44 | 5 << 41 | 23 << 36 | 1 << 35
        let bytes = [16, 0, 17, 0, 0, 0, 9, 0, 1, 2] + packed.bigEndianBytes(8) + [UInt8](repeating: 0, count: 16)
        let information = try #require(FLACInformation(bytes[...]))
        #expect(information.sampleRate == 96_000 && information.channelCount == 6 && information.frameCount == 1 << 35)
        #expect(information.blockSizes == (4_096, 4_352) && information.largestPacket == 258)
        #expect(FLACInformation(bytes.dropLast()) == nil)
    }

    @Test("chunks are walked in each file format, and sizes that no file has end the walk")
    func chunks() throws {
        func names(_ bytes: [UInt8]) throws -> [String] {
            var chunks = try RIFFChunks(BytesInMemory(bytes))
            var names: [String] = []
            while let chunk = try chunks?.next() { names.append(chunk.name) }
            return names
        }
        func riff(_ mark: String, _ chunks: [UInt8]) -> [UInt8] { Array(mark.utf8) + [0, 0, 0, 0] + Array("WAVE".utf8) + chunks }
        let odd = Array("fact".utf8) + [3, 0, 0, 0, 1, 2, 3, 0]
        let sound = Array("data".utf8) + [2, 0, 0, 0, 1, 2]
        #expect(try names(riff("RIFF", odd + sound)) == ["fact", "data"])
        let common = Array("COMM".utf8) + [0, 0, 0, 1, 9, 0]
        let aiff = Array("FORM".utf8) + [0, 0, 0, 0] + Array("AIFF".utf8) + common + Array("SSND".utf8) + [0, 0, 0, 0]
        #expect(try names(aiff) == ["COMM", "SSND"])
        // The size of the sound of RF64 stands in a chunk in front of it.
        let lengths = Array("ds64".utf8) + [16, 0, 0, 0] + [UInt8](repeating: 0, count: 8) + [9, 0, 0, 0, 1, 0, 0, 0]
        let large = riff("RF64", lengths + Array("data".utf8) + [255, 255, 255, 255])
        #expect(try RIFFChunks.dataSize(of: BytesInMemory(large)) == 1 << 32 + 9 && RIFFChunks.isCut(BytesInMemory(large)))
        let unsaid = riff("RF64", Array("data".utf8) + [255, 255, 255, 255])
        #expect(try RIFFChunks.dataSize(of: BytesInMemory(unsaid)) == nil && !RIFFChunks.isCut(BytesInMemory(unsaid)))
        #expect(try names(riff("RIFF", Array("junk".utf8) + [255, 255, 255, 127] + sound)) == ["junk"])
        #expect(try names(riff("RIFX", odd + sound)).isEmpty && names(Array("RIFF".utf8)).isEmpty)
    }

    @Test("the header of AAC says what kind it is")
    func specificConfig() throws {
        // Low complexity, 44.1 kHz, stereo; the same with 960 frames; HE-AAC at 24 kHz; USAC.
        #expect(AudioSpecificConfig([0x12, 0x10]) == AudioSpecificConfig())
        #expect(AudioSpecificConfig([0x12, 0x14])?.isShort == true)
        let high = try #require(AudioSpecificConfig([0x2B, 0x11, 0x88, 0x00]))
        #expect(high.isHighEfficiency && high.objectType == 2 && high.rateIndex == 6)
        #expect(AudioSpecificConfig([0xF9, 0x46, 0x40])?.objectType == 42)
        #expect(AudioSpecificConfig([0x12]) == nil && AudioSpecificConfig([]) == nil)
    }

    @Test("the first bytes of an Opus packet say how long it is")
    func opus() {
        #expect(OpusPacket.frames([0xFC]) == 960)
        #expect(OpusPacket.frames([0x00]) == 480)
        #expect(OpusPacket.frames([0x19]) == 5_760)
        #expect(OpusPacket.frames([0xE3, 0x06]) == 720)
        #expect(OpusPacket.frames([0xE3]) == nil && OpusPacket.frames([]) == nil)
        #expect(OpusPacket.preSkip(Array("OpusHead".utf8) + [1, 2, 0x38, 0x01] + Array(repeating: 0, count: 7)) == 312)
    }

    @Test("a forged packet of FLAC that ends with its header, or within its checksum, gets no number")
    func shortFLAC() throws {
        // The longest header: a number of seven bytes, and two bytes each for the length and the rate.
        var header: [UInt8] = [0xFF, 0xF8, 0x7D, 0x18, 0xFE] + Array(repeating: 0x80, count: 6) + [0x0F, 0xFF, 0x1F, 0x40]
        header.append(FLACChecksum.ofHeader(header))
        for count in 0..<2 {
            let packet = header + [UInt8](repeating: 0, count: count)
            #expect(FLACPacketHeader(packet[...])?.number == 0)
            #expect(FLACCut.packet(packet, numberedFrom: 0) == nil)
        }
        #expect(FLACCut.packet(header + [0, 0], numberedFrom: 0) != nil)
    }
}

/// Media in memory.
private struct BytesInMemory: MediaBytes {
    let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var size: Int64? { Int64(bytes.count) }
    let isSeekable = true

    func bytes(in range: Range<Int64>) -> [UInt8] {
        Array(bytes[Int(min(range.lowerBound, Int64(bytes.count)))..<Int(min(range.upperBound, Int64(bytes.count)))])
    }
}
