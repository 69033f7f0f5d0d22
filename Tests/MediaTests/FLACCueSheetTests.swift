import AudioTypes
import Containers
import MediaTypes
import TestSupport
import Testing

@testable import Media

@Suite("Tracks of a disc in a block of FLAC")
struct FLACCueSheetTests {
    private static let rate: Int64 = 44_100
    private static let whole: UInt64 = 441_000

    private static func sheet(_ block: [UInt8], frameCount: UInt64 = whole) -> FLACCueSheet? {
        FLACCueSheet(block, sampleRate: rate, frameCount: frameCount)
    }

    /// A file with a first block and these.
    private static func file(_ blocks: [(UInt8, [UInt8])]) -> [UInt8] {
        let packed: UInt64 = UInt64(rate) << 44 | 1 << 41 | 15 << 36 | whole
        var file = Array("fLaC".utf8)
        file += [0x80, 0, 0, 34, 16, 0, 16, 0, 0, 0, 0, 0, 0, 0]
        file += (0..<8).reversed().map { UInt8(truncatingIfNeeded: packed >> UInt64($0 * 8)) }
        file += [UInt8](repeating: 0, count: 16)
        for (kind, content) in blocks.reversed() { file = FLACBlocks.adding(content, kind: kind, to: file) }
        return file + [UInt8](repeating: 0xFF, count: 200)
    }

    private func read(_ bytes: [UInt8]) throws -> FLACCueSheet? {
        let directory = try TemporaryDirectory()
        try writeFile(bytes, to: directory.file("disc.flac"))
        return try FLACCueSheet(of: try FileSource(MediaLocation(path: directory.file("disc.flac").utf8)))
    }

    private static let ordinaryBlock = FLACBlocks.cueSheet(starts: [0, 100_000, 300_000], end: whole)

    @Test("go from one beginning to the next, and the last one to the end of the file or of the disc")
    func ordinary() throws {
        let tracks = try #require(Self.sheet(Self.ordinaryBlock)).tracks
        #expect(tracks.map(\.number) == [1, 2, 3] && tracks.map(\.start) == [0, 100_000, 300_000])
        #expect(tracks.map(\.end) == [100_000, 300_000, nil])
        // The file goes on, or nobody knows how long it is.
        let shorter = FLACBlocks.cueSheet(starts: [0, 5], end: 9)
        #expect(Self.sheet(shorter)?.tracks.last?.end == 9 && Self.sheet(shorter, frameCount: 0)?.tracks.last?.end == 9)
    }

    @Test("begin at their index 1, behind the pause, and tracks with data are none")
    func indices() throws {
        let block = FLACBlocks.cueSheet(
            [
                .init(at: 0, number: 1, indices: [(0, 0), (1, 588)]),
                .init(at: 1_000, number: 2, indices: [(0, 0), (1, 100), (2, 900)]),
                .init(at: 5_000, number: 3, isData: true), .init(at: 9_000, number: 4, indices: []),
            ], end: Self.whole)
        let tracks = try #require(Self.sheet(block)).tracks
        #expect(tracks.map(\.number) == [1, 2, 4] && tracks.map(\.start) == [588, 1_100, 9_000])
        #expect(tracks.map(\.end) == [1_100, 5_000, nil])
    }

    @Test("are read of the file whatever other blocks stand in front of theirs")
    func inFile() throws {
        let blocks: [(UInt8, [UInt8])] = [
            (1, Array(repeating: 0, count: 70_000)), (4, [1, 2, 3]), (5, Self.ordinaryBlock), (1, []),
        ]
        #expect(try read(Self.file(blocks)) == Self.sheet(Self.ordinaryBlock))
        #expect(try read(Self.file([(1, []), (4, [1, 2, 3])])) == nil)
        #expect(try read(Array("OggS".utf8) + Self.file(blocks)) == nil)
        #expect(try read(Array(Self.file(blocks).prefix(70_500))) == nil)
        #expect(try read(Array("fLaC".utf8)) == nil)
        let many = [(UInt8, [UInt8])](repeating: (1, [0]), count: 200) + [(5, Self.ordinaryBlock)]
        #expect(try read(Self.file(many)) == nil)
    }

    /// Blocks that cannot be of this sound, by what is wrong.
    static let hostileBlocks: [(String, [UInt8])] = {
        let far = UInt64.max
        let farIndex: [(number: UInt8, offset: UInt64)] = [(1, far)]
        var manyTracks = ordinaryBlock
        manyTracks[395] = 255
        var manyIndices = ordinaryBlock
        manyIndices[396 + 35] = 255
        var withoutEnd = FLACBlocks.cueSheet(starts: [0, 5], end: whole)
        withoutEnd[395] = 2
        return [
            ("nothing", []), ("a head alone", Array(ordinaryBlock.prefix(395))), ("fewer tracks than it states", manyTracks),
            ("fewer indices than it states", manyIndices), ("a track that is cut", Array(ordinaryBlock.dropLast())),
            ("no end", withoutEnd), ("an end alone", FLACBlocks.cueSheet(starts: [], end: whole)),
            ("beginnings that go back", FLACBlocks.cueSheet(starts: [0, 7, 6], end: whole)),
            ("two at one place", FLACBlocks.cueSheet(starts: [0, 7, 7], end: whole)),
            ("a track behind the end", FLACBlocks.cueSheet(starts: [0, 400], end: 300)),
            ("an end behind that of the file", FLACBlocks.cueSheet(starts: [0, 7], end: whole + 1)),
            ("a place that no sound has", FLACBlocks.cueSheet(starts: [0, far], end: whole)),
            ("an index that no sound has", FLACBlocks.cueSheet([.init(at: 5, number: 1, indices: farIndex)], end: whole)),
            ("a number that no track has", FLACBlocks.cueSheet([.init(at: 5, number: 0)], end: whole)),
        ]
    }()

    @Test("of a block that cannot be that of the sound are none", arguments: hostileBlocks)
    func hostile(what: String, block: [UInt8]) throws {
        #expect(Self.sheet(block) == nil, "\(what)")
        #expect(try read(Self.file([(5, block)])) == nil, "\(what)")
    }

    @Test("are songs with a number and without a title")
    func songs() throws {
        let directory = try TemporaryDirectory()
        try writeFile(Self.file([(5, Self.ordinaryBlock)]), to: directory.file("disc.flac"))
        let tracks = try SheetTrack.inBlock(of: MediaLocation(path: directory.file("disc.flac").utf8))
        #expect(tracks.map(\.name) == ["track0001", "track0002", "track0003"])
        #expect(tracks.map(\.tags) == [["track": "1"], ["track": "2"], ["track": "3"]])
        #expect(tracks[1].range?.start == MediaTime(value: 100_000, timescale: Self.rate))
        #expect(tracks.map { $0.milliseconds(of: 10_000) } == [2_267, 4_535, 3_198])
        let text = try directory.write("no music", to: "notes.flac")
        #expect(try SheetTrack.inBlock(of: MediaLocation(path: text.utf8)).isEmpty)
    }
}
