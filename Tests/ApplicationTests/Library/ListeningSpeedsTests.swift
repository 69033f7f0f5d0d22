import Database
import MediaTypes
import Synchronization
import SystemSupport
import TestSupport
import Testing

@testable import Application
@testable import MusicLibrary

@Suite("Speeds that the library keeps")
struct ListeningSpeedsTests {
    private let directory: TemporaryDirectory
    private let library: Library
    private let problems = Problems()
    private let chapter = "https://books.example/dune/1.mp3"

    private final class Problems: Sendable {
        let all = Mutex<[String]>([])
    }

    init() throws {
        directory = try TemporaryDirectory()
        library = Library(LibraryPlaces(directory: directory.path), roots: []) { _ in }
    }

    private func speeds(_ patience: Duration = .seconds(60)) -> ListeningSpeeds {
        ListeningSpeeds(library, patience: patience, patienceInDoubt: patience) { [problems] sentence in
            problems.all.withLock { $0.append(sentence) }
        }
    }

    private func owner(_ scope: SpeedScope) throws -> SpeedOwner {
        try #require(SpeedOwner.usual(scope, of: chapter, album: "Dune"))
    }

    /// Keeps the library busy until the returned monitor says `true`.
    private func occupy() -> Monitor<Bool> {
        let (isBusy, mayGoOn) = (Monitor(false), Monitor(false))
        library.ask { _ throws(DatabaseError) in
            isBusy.withLock { $0 = true }
            _ = mayGoOn.wait { $0 ? true : nil }
        } answer: { _ in
        }
        _ = isBusy.wait { $0 ? true : nil }
        return mayGoOn
    }

    @Test("are known at once, also while the library is busy, and by the next run")
    func kept() async throws {
        let busy = occupy()
        let (item, book) = (try owner(.item), try owner(.book))
        let (speeds, told) = (speeds(.milliseconds(50)), Monitor(0))
        for (scope, speed) in [(SpeedScope.book, 1.5), (.item, 2), (.item, 2.5)] {
            speeds.note(speed, for: try owner(scope)) { told.withLock { $0 += 1 } }
        }
        let now = speeds.askForSpeeds(of: chapter, album: "Dune") {}()
        #expect(now[item] == 2.5 && now[book] == 1.5)
        #expect(
            problems.all.withLock { $0 } == [
                "\(chapter) plays at the general speed: the library has not told within 0.05 seconds whether it has its own"
            ])
        busy.withLock { $0 = true }
        try await waitUntil("the library") { told.withLock { $0 } == 3 }
        let later = self.speeds().askForSpeeds(of: chapter, album: "Dune") {}()
        #expect(later.counting(over: 1).speed == 2.5 && later[book] == 1.5)
        speeds.note(nil, for: item) { told.withLock { $0 += 1 } }
        #expect(speeds.askForSpeeds(of: chapter, album: "Dune") {}().counting(over: 1).speed == 1.5, "forgotten at once")
        try await waitUntil("the library") { told.withLock { $0 } == 4 }
        #expect(self.speeds().askForSpeeds(of: chapter, album: "Dune") {}().counting(over: 1).speed == 1.5)
    }

    @Test("ask no library that has none, until notes change")
    func none() async throws {
        let hurried = speeds(.milliseconds(50))
        #expect(hurried.askForSpeeds(of: chapter, album: "Dune") {}().counting(over: 1).owner == nil && !library.hasListening)
        let kept = Monitor(false)
        library.keep { store throws(DatabaseError) -> Void in
            try store.setSticker("other", "1", of: .tag("Album", value: "Dune"))
        } answer: { _ in
            kept.withLock { $0 = true }
        }
        try await waitUntil("the note") { kept.withLock { $0 } }
        let speeds = speeds()
        #expect(speeds.askForSpeeds(of: chapter, album: "Dune") {}().counting(over: 1).owner == nil)
        let busy = occupy()
        // Who asked the library now would wait for it.
        #expect(speeds.askForSpeeds(of: chapter, album: "Dune") {}().counting(over: 1).owner == nil)
        library.keep { [owner = try owner(.book)] store throws(DatabaseError) -> Void in
            try store.setSpeed(1.75, of: owner)
        } answer: { _ in
        }
        let learned = Mutex<[String: KeptSpeeds]>([:])
        for _ in 0..<100 { speeds.lookAgain(at: [(chapter, "Dune")]) { kept, _ in learned.withLock { $0 = kept } } }
        busy.withLock { $0 = true }
        try await waitUntil("the speed") { learned.withLock { $0[chapter]?.counting(over: 1).speed } == 1.75 }
        #expect(speeds.askForSpeeds(of: chapter, album: "Dune") {}().counting(over: 1).speed == 1.75)
        #expect(problems.all.withLock { $0 }.isEmpty)
    }

    @Test("which the library tells too late are told of then, and what it says of media without any is not")
    func late() async throws {
        let kept = Monitor(false)
        speeds().note(1.5, for: try owner(.book)) { kept.withLock { $0 = true } }
        try await waitUntil("the speed") { kept.withLock { $0 } }
        let (busy, late, hurried) = (occupy(), Monitor(0), speeds(.milliseconds(50)))
        let one = hurried.askForSpeeds(of: chapter, album: "Dune") { late.withLock { $0 += 1 } }()
        let other = hurried.askForSpeeds(of: "https://music.example/1.mp3", album: nil) { late.withLock { $0 += 100 } }()
        #expect(one.counting(over: 1).owner == nil && other.counting(over: 1).owner == nil && late.withLock { $0 } == 0)
        busy.withLock { $0 = true }
        // Behind both questions.
        #expect(speeds().askForSpeeds(of: chapter, album: "Dune") { late.withLock { $0 += 10 } }().counting(over: 1).speed == 1.5)
        #expect(late.withLock { $0 } == 1)
    }

    @Test("are looked at again with the choice that they know of, so that a newer one is not undone")
    func overtaken() async throws {
        let (speeds, book) = (speeds(), try owner(.book))
        let kept = Monitor(false)
        speeds.note(1.5, for: book) { kept.withLock { $0 = true } }
        try await waitUntil("the speed") { kept.withLock { $0 } }
        let known = Monitor<UInt64?>(nil)
        speeds.lookAgain(at: [(chapter, "Dune")]) { _, newest in known.withLock { $0 = newest } }
        try await waitUntil("the answer") { known.withLock { $0 } == speeds.newest }
        speeds.note(1.6, for: book) {}
        #expect(known.withLock { $0 } != speeds.newest)
    }

    @Test("that are no numbers do not count, and are told")
    func wrong() async throws {
        let kept = Monitor(false)
        library.keep { store throws(DatabaseError) -> Void in
            try store.setSticker("speed", "fast", of: .tag("Album", value: "Dune"))
        } answer: { _ in
            kept.withLock { $0 = true }
        }
        try await waitUntil("the note") { kept.withLock { $0 } }
        #expect(
            speeds().askForSpeeds(of: chapter, album: "Dune") {}().counting(over: 1.2) == SpeedInForce(speed: 1.2, owner: nil))
        let sentence = "the note speed of Dune is no number from 0.25 to 4, and does not count: "
        #expect(problems.all.withLock { $0 } == [sentence + "fast"])
        let speeds = speeds()
        problems.all.withLock { $0 = [] }
        for note in ["slow", "slow", nil, "slow"] {
            let kept = Monitor(false)
            library.keep { store throws(DatabaseError) -> Void in
                try store.setSticker("speed", note, of: .tag("Album", value: "Dune"))
            } answer: { _ in
                kept.withLock { $0 = true }
            }
            try await waitUntil("the note") { kept.withLock { $0 } }
            speeds.lookAgain(at: []) { _, _ in }
            for _ in 0..<2 { #expect(speeds.askForSpeeds(of: chapter, album: "Dune") {}().counting(over: 1.2).owner == nil) }
        }
        #expect(problems.all.withLock { $0 } == [sentence + "slow", sentence + "slow"], "once for each time that it is noted")
    }
}
