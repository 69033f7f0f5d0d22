import FoundationEssentials
import Media
import MediaLibrary
import MediaTypes
import PlayerModel
import Synchronization
import TestSupport
import Testing

@testable import Application

@Suite("Pictures through the application")
struct PictureTests {
    private static let me = Origin(.control, client: 1)

    /// The answer to a request, once it is there.
    private final class Answered: Sendable {
        private let result = Mutex<Result<FoundPicture, PictureError>?>(nil)
        var value: Result<FoundPicture, PictureError>? { result.withLock { $0 } }
        func take(_ answer: Result<FoundPicture, PictureError>) { result.withLock { $0 = answer } }
    }

    private func find(
        _ target: Application.PictureTarget, withBytes: Bool = false, on stage: ApplicationStage
    ) async throws -> Result<FoundPicture, PictureError> {
        let answered = Answered()
        try stage.on { application in
            application.findPicture(of: target, withBytes: withBytes, for: Self.me) { answered.take($0) }
        }
        try await waitUntil("the answer") { answered.value != nil }
        return try #require(answered.value)
    }

    private func wave(_ name: String, in directory: TemporaryDirectory) throws -> String {
        let path = directory.file(name)
        try AudioFiles.writeWave(AudioFixture.unique(frameCount: 48_000, sampleRate: 48_000), to: path)
        return path
    }

    private func song(_ name: String, in directory: TemporaryDirectory) async throws -> String {
        let path = directory.file(name)
        let picture = directory.file("red.png")
        try await Tool.run(
            "ffmpeg", ["-nostdin", "-y", "-f", "lavfi", "-i", "color=c=red:s=16x16", "-frames:v", "1", picture])
        let inputs = ["-f", "lavfi", "-i", "sine=d=60:r=8000", "-i", picture, "-map", "0", "-map", "1"]
        let options = ["-c:v", "copy", "-disposition:v", "attached_pic"]
        try await Tool.run("ffmpeg", ["-nostdin", "-y"] + inputs + options + [path])
        return path
    }

    @Test("the picture in a file comes before the one beside it, as a file and as bytes")
    func embedded() async throws {
        let directory = try TemporaryDirectory()
        let stage = try ApplicationStage(directory)
        let path = try await song("a.flac", in: directory)
        try directory.write("GIF89a...", to: "cover.gif")
        let picture = try await find(.media(path), withBytes: true, on: stage).get()
        #expect(picture.origin == .embedded && picture.type == .png && picture.size == picture.bytes?.count)
        let file = try #require(picture.location?.name)
        #expect(file.hasPrefix(directory.file("cache/pictures/")) && picture.url == "file://\(file)")
        #expect(try Data(contentsOf: URL(filePath: file)) == Data(picture.bytes ?? []))
        #expect(try await find(.media(path), on: stage).get().bytes == nil)
        try await stage.end()
    }

    @Test("the picture beside a file is that file, and of a part of a file that of the whole")
    func beside() async throws {
        let directory = try TemporaryDirectory()
        let stage = try ApplicationStage(directory)
        let path = try wave("a b.wav", in: directory)
        let cover = try directory.write("GIF89a...", to: "Cover.gif")
        for uri in [path, "file://\(directory.file("a%20b.wav"))#t=0,1"] {
            let picture = try await find(.media(uri), withBytes: true, on: stage).get()
            #expect(picture.origin == .file && picture.location?.name == cover && picture.bytes == Array("GIF89a...".utf8))
        }
        try await stage.end()
    }

    @Test("what has none is told apart from what cannot be read, and from what is not there")
    func errors() async throws {
        let directory = try TemporaryDirectory()
        let stage = try ApplicationStage(directory)
        let path = try wave("a.wav", in: directory)
        #expect(try await find(.media(path), on: stage) == .failure(.none(uri: path)))
        #expect(try await find(.media("http://x/y"), on: stage) == .failure(.none(uri: "http://x/y")))
        for (target, code) in [
            (Application.PictureTarget.current, PlaybackError.Code.nothingToPlay), (.item(7), .queueItemNotFound),
        ] {
            guard case .failure(.player(let error)) = try await find(target, on: stage) else {
                Issue.record("\(target)")
                continue
            }
            #expect(error.code == code)
        }
        for uri in ["/nothing/there.flac", "relative"] {
            guard case .failure(.media(.media(let error), _)) = try await find(.media(uri), on: stage) else {
                Issue.record("\(uri)")
                continue
            }
            #expect(error.code == (uri == "relative" ? .notAllowed : .notFound))
        }
        try await stage.end()
    }

    private func told(_ stage: ApplicationStage) -> Int {
        stage.events.count { if case .currentPictureChanged = $0 { true } else { false } }
    }

    @Test("a door that follows the current item's picture is told when it is known, and nobody looks for it before")
    func current() async throws {
        let directory = try TemporaryDirectory()
        let stage = try ApplicationStage(directory)
        let (first, second) = (try await song("a.flac", in: directory), try wave("b.wav", in: directory))
        try stage.on { application in
            application.perform(.playURI(first), for: Self.me) { _ in }
        }
        try await waitUntil("the item") { (try? stage.on { $0.snapshot.player.item?.uri == first }) == true }
        #expect(try stage.on { $0.currentPicture } == .none && told(stage) == 0)
        try stage.on { $0.followCurrentPicture(for: Origin(.mpris, client: 0)) }
        try await waitUntil("the picture") {
            guard case .file(let url)? = try? stage.on({ $0.currentPicture }) else { return false }
            return url.hasPrefix("file://\(directory.file("cache/pictures/"))")
        }
        // Looked for, and found.
        #expect(told(stage) == 2)
        try stage.on { application in
            application.perform(.playURI(second), for: Self.me) { _ in }
        }
        try await waitUntil("no picture") { (try? stage.on { $0.currentPicture }) == CurrentPicture.none }
        let cover = try directory.write("GIF89a...", to: "cover.gif")
        try stage.on { application in
            application.perform(.playURI(first), for: Self.me) { _ in }
        }
        try await waitUntil("the first again") {
            if case .file? = try? stage.on({ $0.currentPicture }) { true } else { false }
        }
        try stage.on { application in
            application.perform(.playURI(second), for: Self.me) { _ in }
        }
        try await waitUntil("the picture beside it") { (try? stage.on { $0.currentPicture }) == .file("file://\(cover)") }
        try await stage.end()
    }
}
