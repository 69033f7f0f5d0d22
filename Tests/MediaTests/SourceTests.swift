import AudioTypes
import Glibc
import MediaTypes
import TestSupport
import Testing

@testable import Media

@Suite("Sources of bytes")
struct SourceTests {
    @Test("a file whose disk may hang is read as it is, and its size is known")
    func farFile() throws {
        let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        let location = try MediaLocation(uri: Workbench.write(bytes, as: "far.bin"))
        let source = try FileSource(location, mayHang: true)
        #expect(source.size == 300_000 && !source.hasShrunk)
        #expect(try source.bytes(in: 1_000..<299_000) == Array(bytes[1_000..<299_000]))
        #expect(try source.bytes(in: 299_990..<310_000) == Array(bytes[299_990...]))
    }

    @Test("an order that outlives many tokens which heeded it keeps nothing of them")
    func orders() {
        let order = CancellationToken()
        for _ in 0..<100 { CancellationToken().heed(order) }
        #expect(order.handlerCount == 0)
        let token = CancellationToken()
        token.heed(order)
        #expect(order.handlerCount == 1)
        order.cancel()
        #expect(token.isInterrupted && !token.isCancelled)
    }

    @Test("a list of segments in a file that names what cannot be opened says so without the password in it")
    func segmentOfStranger() throws {
        let segments = try #require(LocalSegments(try MediaLocation(uri: "/music/list.m3u8")))
        let address = try segments.resolve("rtsp://me:pw@camera/x")
        let error = #expect(throws: MediaError.self) { _ = try segments.open(address, cancellation: CancellationToken()) }
        #expect(error?.code == .notAllowed && error?.message.contains("rtsp://camera/x") == true, "\(error?.message ?? "")")
    }

    @Test("cancelling lets go of whoever waits for a disk that hangs, and the disk may answer later")
    func hangingDisk() throws {
        let token = CancellationToken()
        let reads = try DetachedReads(OpenFile(open("/dev/null", O_RDONLY | O_CLOEXEC)), name: "a file", cancellation: token)
        let disk = HangingDisk()
        startOwnThread {
            while !disk.isReading { usleep(1_000) }
            token.cancel()
        }
        let error = try #require(throws: MediaError.self) { _ = try reads.wait(for: { _ in disk.read() }) }
        #expect(error.code == .cancelled)
        disk.answer()
        #expect(throws: MediaError.self) { _ = try reads.wait(for: { _ in .size(1) }) }
    }

    @Test("cancelling wakes an opening that waits for bytes")
    func cancelOpening() throws {
        let token = CancellationToken()
        let source = BlockingSource(Array("fLaC".utf8), cancellation: token)
        startOwnThread {
            while !source.isWaiting { usleep(1_000) }
            token.cancel()
        }
        let error = try #require(throws: MediaError.self) {
            _ = try AudioReader(source, name: "a stream", cancellation: token)
        }
        #expect(error.code == .cancelled)
    }

    @Test("cancelling wakes a read that waits for bytes, and every later call fails")
    func cancelReading() throws {
        let bytes = Workbench.bytes(of: try Synthesis("s16.wav", "-c:a", "pcm_s16le").make())
        let token = CancellationToken()
        let source = BlockingSource(Array(bytes.prefix(300_000)), cancellation: token)
        var reader = try AudioReader(source, name: "a stream", cancellation: token)
        startOwnThread {
            while !source.isWaiting { usleep(1_000) }
            token.cancel()
        }
        for _ in 0..<2 {
            let error = try #require(throws: MediaError.self) { _ = try Sound(reading: &reader) }
            #expect(error.code == .cancelled)
        }
    }

    @Test("a handler that comes after the cancelling runs at once")
    func lateHandler() async {
        let token = CancellationToken()
        token.cancel()
        await confirmation { confirmation in _ = token.register { confirmation() } }
    }

    @Test(
        "a stream plays from front to back and refuses to seek",
        arguments: ["s16.wav", "s16.flac", "vbr.mp3", "noxing.mp3", "vorbis.ogg", "opus.webm", "adts.aac"])
    func stream(_ name: String) throws {
        let synthesis = try #require(SeekingTests.media.first { $0.name == name })
        let path = try synthesis.make()
        let source = StreamSource(Workbench.bytes(of: path))
        var reader = try AudioReader(source, name: "a stream")
        let isSeekable = reader.isSeekable
        #expect(!isSeekable)
        let error = try #require(throws: MediaError.self) { try reader.seek(to: .zero) }
        #expect(error.code == .notSeekable)
        let sound = try Sound(reading: &reader)
        let whole = try Sound(of: path)
        #expect(sound.count == whole.count)
        #expect(sound.difference(from: whole) == 0)
    }

    @Test("a source that fails midway: what came before is heard, then its own error comes out")
    func failsMidway() throws {
        let bytes = Workbench.bytes(of: try Synthesis("s16.wav", "-c:a", "pcm_s16le").make())
        let failure = MediaError(.unreadable, "the disk is gone", systemError: EIO)
        var reader = try AudioReader(StreamSource(Array(bytes.prefix(200_000)), failure: failure), name: "a stream")
        var frames = 0
        let caught = try #require(throws: MediaError.self) {
            while true {
                let part = try Sound(reading: &reader, atMost: 1_000)
                if part.count == 0 { break }
                frames += part.count
            }
        }
        #expect(caught == failure)
        #expect(frames > 40_000)
    }
}
