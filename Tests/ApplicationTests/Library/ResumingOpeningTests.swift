import AudioTypes
import Database
import Decoding
import MediaTypes
import Network
import PlayerModel
import Synchronization
import SystemSupport
import TestSupport
import Testing

@testable import Application
@testable import MusicLibrary

@Suite("What the library knows of media that is opened")
struct ResumingOpeningTests {
    private let chapter = "https://books.example/dune/1.mp3"

    @Test("is asked for all at once, so that a busy library is waited for once")
    func together() async throws {
        let directory = try TemporaryDirectory()
        let library = Library(LibraryPlaces(directory: directory.path), roots: []) { _ in }
        let places = ListeningPlaces(library, patience: .seconds(60)) { Issue.record("\($0)") }
        places.configure(ResumeRule(leastSeconds: 60))
        let speeds = ListeningSpeeds(library, patience: .seconds(60), patienceInDoubt: .seconds(60)) { Issue.record("\($0)") }
        let kept = Monitor(false)
        places.note(.keep(1_000), of: chapter)
        speeds.note(1.5, for: try #require(SpeedOwner.usual(.item, of: chapter, album: nil))) { kept.withLock { $0 = true } }
        try await waitUntil("both to be kept") { kept.withLock { $0 } }
        let asked = Monitor(0)
        let isBusy = Monitor(false)
        library.ask { [library] _ throws(DatabaseError) in
            isBusy.withLock { $0 = true }
            // What is asked meanwhile, without an answer.
            var orders: [Library.Order] = []
            let deadline = MonotonicClock.nanoseconds + 20_000_000_000
            while orders.count < 2, MonotonicClock.nanoseconds < deadline {
                library.worker.wait(timeout: 1_000)
                orders += library.worker.takeMessages()
            }
            let count = orders.count
            asked.withLock { $0 = count }
            for order in orders { library.worker.post(order) }
        } answer: { _ in
        }
        _ = isBusy.wait { $0 ? true : nil }
        let opening = ResumingOpening(
            media: AnyMediaOpening(network: NetworkConfiguration()), places: places, speeds: speeds, library: library
        ) {
        }
        let description = SourceDescription(
            format: StreamFormat(sampleRate: .cd, channelLayout: .stereo), codec: "mp3", bitsPerSample: nil, duration: 3_600,
            isSeekable: true, tags: [:])
        let chapter = chapter
        let found = await onOwnThread { opening.completed(description, of: chapter) }
        #expect(asked.withLock { $0 } == 2, "the place and the speeds; nothing was ever measured")
        #expect(found.leftAt == 1_000 && found.speeds.counting(over: 1).speed == 1.5 && found.measuredGain.isEmpty)
        let isClosed = Monitor(false)
        library.close { isClosed.withLock { $0 = true } }
        try await waitUntil("the end") { isClosed.withLock { $0 } }
    }
}
