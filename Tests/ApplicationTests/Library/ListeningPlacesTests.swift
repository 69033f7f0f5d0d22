import AudioTypes
import Database
import MediaTypes
import PlayerModel
import Synchronization
import SystemSupport
import TestSupport
import Testing

@testable import Application
@testable import MusicLibrary

@Suite("Places to go on from")
struct ListeningPlacesTests {
    private let directory: TemporaryDirectory
    private let library: Library
    private let book = "https://books.example/1"
    private let description: SourceDescription

    init() throws {
        directory = try TemporaryDirectory()
        library = Library(LibraryPlaces(directory: directory.path), roots: []) { _ in }
        description = SourceDescription(
            format: StreamFormat(sampleRate: .cd, channelLayout: .stereo), codec: "flac",
            bitsPerSample: 16,
            duration: 3_600, isSeekable: true, tags: [:])
    }

    private func places(_ patience: Duration, _ problems: Problems = Problems()) -> ListeningPlaces {
        let places = ListeningPlaces(library, patience: patience) { sentence in problems.all.withLock { $0.append(sentence) } }
        places.configure(ResumeRule(leastSeconds: 60))
        return places
    }

    private final class Problems: Sendable {
        let all = Mutex<[String]>([])
    }

    @Test("are kept apart for files between whose names people see no difference, also while the library is busy")
    func bytes() async throws {
        let (places, isBusy, mayGoOn) = (places(.seconds(60)), Monitor(false), Monitor(false))
        library.ask { _ throws(DatabaseError) in
            isBusy.withLock { $0 = true }
            _ = mayGoOn.wait { $0 ? true : nil }
        } answer: { _ in
        }
        _ = isBusy.wait { $0 ? true : nil }
        let names = ["\u{E9}", "e\u{301}"].map { "https://books.example/\($0)" }
        places.note(.keep(1_000), of: names[0])
        places.note(.keep(2_000), of: names[1])
        #expect(names.map { places.askForPlace(of: $0, description)() } == [1_000, 2_000])
        mayGoOn.withLock { $0 = true }
    }

    @Test("are waited for while the library is busy, and one that is not known in time is told")
    func busy() async throws {
        places(.seconds(60)).note(.keep(1_000), of: book)
        let problems = Problems()
        let (hurried, patient) = (places(.milliseconds(50), problems), places(.seconds(60), problems))
        // The library keeps the place first.
        let isBusy = Monitor(false)
        let mayGoOn = Monitor(false)
        library.ask { _ throws(DatabaseError) in
            isBusy.withLock { $0 = true }
            _ = mayGoOn.wait { $0 ? true : nil }
        } answer: { _ in
        }
        _ = isBusy.wait { $0 ? true : nil }
        #expect(hurried.askForPlace(of: book, description)() == nil)
        #expect(
            problems.all.withLock { $0 } == [
                "\(book) begins anew: the library has not told within 0.05 seconds where it was left"
            ])
        let found = Mutex<Double?>(nil)
        try OwnThread.start(name: "test") { [book, description] in
            let place = patient.askForPlace(of: book, description)()
            found.withLock { $0 = place }
        }
        mayGoOn.withLock { $0 = true }
        try await waitUntil("the place") { found.withLock { $0 } == 1_000 }
        #expect(problems.all.withLock { $0.count } == 1)
    }

    @Test("without a word in the configuration, spoken media has one, and music of any length has none")
    func defaults() {
        let places = ListeningPlaces(library, patience: .seconds(60)) { _ in }
        var episode = description
        episode.tags = ["genre": "Podcast"]
        places.note(.keep(1_000), of: book)
        #expect(places.askForPlace(of: book, episode)() == 1_000)
        #expect(places.askForPlace(of: book, description)() == nil)
        places.configure(ResumeRule(includesSpoken: false))
        #expect(places.askForPlace(of: book, episode)() == nil)
    }
}
