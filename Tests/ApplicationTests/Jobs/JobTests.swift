import AudioTypes
import Conversion
import FoundationEssentials
import Glibc
import Media
import MediaTypes
import Recording
import SystemSupport
import TestSupport
import Testing

@testable import Application

@Suite("Jobs")
struct JobTests {
    private static let frames = 132_300

    private static func stage(_ directory: TemporaryDirectory) throws -> ApplicationStage {
        var settings = ApplicationSettings()
        settings.recordings.directory = directory.file("made")
        return try ApplicationStage(directory, settings: settings)
    }

    /// The names of the files in the directory of recordings.
    private static func made(in directory: TemporaryDirectory) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: directory.file("made")).sorted()
    }

    /// A file of three seconds.
    private static func music(_ directory: TemporaryDirectory, _ name: String = "song.flac") async throws -> String {
        let path = directory.file(name)
        try await AudioFiles.encode(AudioFixture.unique(frameCount: frames), options: ["-c:a", "flac"], to: path)
        return path
    }

    /// Waits for the end of the job `id`.
    private static func end(of id: Int64, _ stage: ApplicationStage) async throws -> JobStatus {
        try await waitFor("the end of the job") {
            stage.events.compactMap { event in
                if case .job(let status) = event, status.id == id, status.state.isOver { status } else { nil }
            }.last
        }
    }

    private static func extraction(_ uri: String, path: String? = nil, container: String? = nil) throws -> JobRequest {
        try .extraction(of: uri, track: nil, part: .init(), container: container, path: path, onConnection: false)
    }

    private static func conversion(_ uri: String, path: String?, part: JobRequest.Part = .init()) throws -> JobRequest {
        try .conversion(of: uri, .init(), part: part, path: path, onConnection: false)
    }

    @Test("show no password of an address, to nobody and at no time")
    func passwords() async throws {
        let directory = try TemporaryDirectory()
        let stage = try Self.stage(directory)
        let address = "http://user:secret@127.0.0.1:\(try freePort())/a.flac"
        for request in [try Self.extraction(address), try Self.conversion(address, path: "b.flac")] {
            let status = try stage.on { try $0.add(request) }
            #expect(status.uri.hasSuffix("/a.flac") && !"\(status)".contains("secret"))
            let end = try await Self.end(of: status.id, stage)
            guard case .failed = end.state else { Issue.record("\(end)"); continue }
        }
        let told = "\(stage.events.compactMap { if case .job(let status) = $0 { status } else { nil } })"
        #expect(told.contains("/a.flac") && !told.contains("secret") && !told.contains("user"))
        #expect(try stage.on { !"\($0.jobs.all)".contains("secret") })
        try await stage.end()
    }

    @Test("copy the sound under the name of the media, with a number where that is taken, and leave nothing else behind")
    func extract() async throws {
        let directory = try TemporaryDirectory()
        let stage = try Self.stage(directory)
        let uri = try await Self.music(directory, "film.mka")
        for name in ["film.flac", "film 2.flac"] {
            let request = try Self.extraction(uri, container: "flac")
            let id = try stage.on { try $0.add(request).id }
            guard case .done(let result) = try await Self.end(of: id, stage).state else {
                Issue.record("\(stage.events)")
                return
            }
            #expect(result.path == directory.file("made/\(name)"))
        }
        #expect(try Self.made(in: directory) == ["film 2.flac", "film.flac"])
        #expect(try stage.on { $0.isAtRest })
        try await stage.end()
    }

    @Test("convert a part to the frame")
    func convert() async throws {
        let directory = try TemporaryDirectory()
        let stage = try Self.stage(directory)
        let request = try Self.conversion(
            try await Self.music(directory), path: "cut/part.wav", part: .init(start: 0.5, end: 1.25))
        let id = try stage.on { try $0.add(request).id }
        guard case .done(let result) = try await Self.end(of: id, stage).state, let path = result.path else {
            Issue.record("\(stage.events)")
            return
        }
        let whole = AudioFixture.unique(frameCount: Self.frames)
        let cut = try await AudioFiles.decode(path, sampleRate: 44_100, channelCount: 2)
        #expect(cut.samples.elementsEqual(whole.samples[44_100..<110_250]))
        try await stage.end()
    }

    @Test("that fail or are cancelled leave no file")
    func nothingLeft() async throws {
        let directory = try TemporaryDirectory()
        let stage = try Self.stage(directory)
        try writeFile(Array("no music".utf8), to: directory.file("text.flac"))
        let bad = try Self.conversion(directory.file("text.flac"), path: "bad.wav")
        let first = try stage.on { try $0.add(bad).id }
        guard case .failed(let error) = try await Self.end(of: first, stage).state else {
            Issue.record("no failure")
            return
        }
        #expect(error.code == .unsupported || error.code == .corrupt, "\(error)")
        // Half an hour, of which nobody waits for the end.
        let long = directory.file("long.flac")
        try await Tool.run(
            "ffmpeg", ["-v", "error", "-nostdin", "-f", "lavfi", "-i", "anullsrc=r=44100", "-t", "1800", long])
        let request = try Self.conversion(long, path: "long.mp3")
        let second = try stage.on { try $0.add(request).id }
        try await waitUntil("the begin") {
            stage.events.contains { if case .job(let status) = $0, case .running(_?) = status.state { true } else { false } }
        }
        #expect(try Self.made(in: directory) == [".long.part"])
        try stage.on { try $0.jobs.cancel(second) }
        #expect(try await Self.end(of: second, stage).state == .cancelled)
        #expect(throws: JobError.unknown(second)) { try stage.on { try $0.jobs.cancel(second) } }
        #expect(try Self.made(in: directory) == [])
        try await stage.end()
    }

    @Test("do nothing for a client that is gone")
    func clientIsGone() async throws {
        let directory = try TemporaryDirectory()
        let stage = try Self.stage(directory)
        var options = JobRequest.Conversion(format: "wav")
        // The sound is measured before anything is written.
        options.loudness = -23
        let request = try JobRequest.conversion(
            of: try await Self.music(directory), options, part: .init(), path: nil, onConnection: true)
        var ends: [CInt] = [0, 0]
        #expect(socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &ends) == 0 && close(ends[1]) == 0)
        let sink = ConnectionSink(FileDescriptor(owning: ends[0]), .none)
        let id = try stage.on { application in
            let id = try application.add(request).id
            application.jobs.connect(id, sink)
            return id
        }
        #expect(try await Self.end(of: id, stage).state == .cancelled)
        let hasProgress = stage.events.contains { event in
            if case .job(let status) = event, case .running(_?) = status.state { true } else { false }
        }
        #expect(!hasProgress)
        try await stage.end()
    }

    @Test("never take the place of a file")
    func taken() async throws {
        let directory = try TemporaryDirectory()
        let stage = try Self.stage(directory)
        let request = try Self.conversion(try await Self.music(directory), path: "same.flac")
        let first = try stage.on { try $0.add(request).id }
        guard case .done = try await Self.end(of: first, stage).state else {
            Issue.record("\(stage.events)")
            return
        }
        let second = try stage.on { try $0.add(request).id }
        guard case .failed(let error) = try await Self.end(of: second, stage).state else {
            Issue.record("no failure")
            return
        }
        #expect(error.code == .exists)
        #expect(try Self.made(in: directory) == ["same.flac"])
        try await stage.end()
    }

    @Test("are refused with the reason if their words do not go together")
    func refusals() {
        let cases: [() throws -> JobRequest] = [
            { try Self.extraction("/a.mkv", path: "a.ogg", container: "m4a") },
            { try Self.extraction("/a.mkv", container: "exe") },
            { try Self.conversion("/a.mkv", path: "a.exe") },
            { try Self.conversion("/a.mkv", path: "a.wav", part: .init(start: 2, end: 1)) },
            { try Self.conversion("file:///a.flac#t=1,2", path: "a.wav", part: .init(start: 2)) },
            {
                var options = JobRequest.Conversion(format: "wav")
                options.sampleRate = 1
                return try .conversion(of: "/a", options, part: .init(), path: nil, onConnection: false)
            },
            {
                var options = JobRequest.Conversion(format: "wav")
                options.channels = 65
                return try .conversion(of: "/a", options, part: .init(), path: nil, onConnection: false)
            },
        ]
        for (number, make) in cases.enumerated() {
            do {
                _ = try make()
                Issue.record("case \(number) was taken")
            } catch {
                #expect((error as? MediaError)?.code == .unsupported, "\(error)")
            }
        }
    }

    @Test("end with the daemon, and leave nothing half-written")
    func shutdown() async throws {
        let directory = try TemporaryDirectory()
        let stage = try Self.stage(directory)
        let uri = try await Self.music(directory)
        try stage.on { application in
            for number in 0..<20 { _ = try application.add(try Self.conversion(uri, path: "\(number).wav")) }
        }
        try await stage.end()
        let names = (try? Self.made(in: directory)) ?? []
        #expect(names.allSatisfy { $0.hasSuffix(".wav") && !$0.hasPrefix(".") }, "\(names)")
        #expect(throws: JobError.shuttingDown) { try stage.on { _ = try $0.add(try Self.conversion(uri, path: "late.wav")) } }
    }
}
