import AudioTypes
import Media
import MediaTypes
import PlayerModel
import TestSupport
import Testing

/// Every file of the shared test data on the whole way from the queue to the output.
@Suite("Real media in a queue", .enabled(if: TestData.directory != nil, "set FERMATA_TESTDATA to the folder of real media"))
struct CorpusTests {
    static let files = TestData.files(below: "flac") + TestData.files(below: "containers") + TestData.files(below: "gapless")
    /// Files that somebody has cut: they are heard as far as they go, and that is told.
    private static let cut = ["sample_cbs_truncated.adts"]
    static let isoStreams = TestData.files(below: "mp3-conformance").filter { $0.hasSuffix(".bit") }

    @Test("is heard as the ffmpeg program decodes it, or fails with the right code, and what follows is heard", arguments: files)
    func file(_ path: String) async throws {
        let stage = await MediaStage()
        let heard = try await stage.play([path])
        do {
            let reader = try AudioReader(MediaLocation(uri: path))
            if let fault = fault(in: path) {
                // Opened, but noise from there on.
                #expect(stage.failures.map(\.code) == [.media(fault.code)])
            } else {
                let isCut = Self.cut.contains(where: path.hasSuffix)
                #expect(stage.failures.map(\.code) == (isCut ? [.media(.incomplete)] : []))
                try await expectProgramsDecode(heard, path, reader.info.track)
            }
        } catch let error as MediaError {
            #expect([.unsupported, .corrupt].contains(error.code))
            #expect(stage.failures.map(\.uri) == [path] && stage.failures.map(\.code) == [.media(error.code)])
            #expect(heard.allSatisfy { $0.isEmpty })
        }
        await stage.engine.end()
    }

    @Test("of the ISO streams is heard as the standard's samples say, or as the ffmpeg program decodes it", arguments: isoStreams)
    func isoStream(_ path: String) async throws {
        if let name = ISOStream.names.first(where: { path.hasSuffix("/\($0).bit") }) {
            let stage = await MediaStage()
            let reference = try readFile(path.dropLast(3) + "pcm")
            #expect(ISOStream.fault(of: try await stage.play([path]), reference: reference) == nil, "\(name)")
            #expect(stage.failures.isEmpty)
            await stage.engine.end()
        } else {
            try await file(path)
        }
    }

    /// Why the file cannot be heard to its end; `nil` where it can.
    private func fault(in path: String) -> MediaError? {
        do throws(MediaError) {
            _ = try MediaProbe.measure(try MediaLocation(uri: path))
            return nil
        } catch {
            return error
        }
    }

    private func opens(_ path: String) -> Bool {
        do throws(MediaError) {
            _ = try AudioReader(try MediaLocation(uri: path))
            return true
        } catch {
            return false
        }
    }

    private func expectProgramsDecode(_ heard: [[Float]], _ path: String, _ track: AudioTrack) async throws {
        guard !ProgramDecode.differs(for: path) else { return }
        let expected = try await ProgramDecode.planes(
            of: path, track: track.index, codec: track.codec, channelCount: heard.count)
        for (mine, theirs) in zip(heard, expected) {
            #expect(mine.count <= theirs.count && theirs.count - mine.count < ProgramDecode.mostPadding)
            #expect(mine.elementsEqual(theirs.prefix(mine.count)))
        }
    }

    @Test("in one queue, all at once: behind each of them the same good file is heard whole")
    func oneQueue() async throws {
        let directory = try TemporaryDirectory()
        let good = AudioFixture.unique(frameCount: 1_999)
        let path = directory.file("good.wav")
        try AudioFiles.writeWave(good, to: path)
        let files = Self.files + Self.isoStreams
        let stage = await MediaStage()
        let heard = try await stage.play([path] + files.flatMap { [$0, path] })
        let frames = zip(heard[0], heard[1]).map { Frame(left: $0, right: $1) }
        let goodFrames = zip(good.planes[0], good.planes[1]).map { Frame(left: $0, right: $1) }
        var starts: [Int] = []
        var search = 0
        while let start = frames[search...].firstIndex(of: goodFrames[0]) {
            let isWhole = frames[start...].starts(with: goodFrames)
            if isWhole { starts.append(start) }
            search = start + (isWhole ? goodFrames.count : 1)
        }
        #expect(starts.first == 0 && starts.count == files.count + 1)
        let bad = Set(stage.failures.map(\.uri))
        for (index, file) in files.enumerated() where index + 1 < starts.count {
            let length = starts[index + 1] - starts[index] - goodFrames.count
            #expect(bad.contains(file) && !opens(file) ? length == 0 : length >= 0, "\(file): \(length) frames")
        }
        await stage.engine.end()
    }

    private struct Frame: Equatable {
        let left: Float
        let right: Float
    }
}
