import Conversion
import MediaTypes
import Testing

@testable import Application

@Suite("The book of jobs")
struct JobBookTests {
    private static let request = JobRequest(.extract(Extraction()), of: "/a.mp3", to: .file(stem: nil, suffix: nil))

    @Test("begins jobs in their order, and only as many at once as may run")
    func order() throws {
        var book = JobBook(atOnce: 2)
        let ids = try (0..<3).map { _ in try book.add(Self.request).id }
        #expect(book.begin()?.status.id == ids[0])
        #expect(book.begin()?.status.id == ids[1])
        #expect(book.begin() == nil)
        #expect(book.change(ids[0], to: .cancelled)?.state == .cancelled)
        #expect(book.begin()?.status.id == ids[2])
        #expect(!book.isAtRest)
    }

    @Test("lets others pass a job whose connection is not there yet")
    func readiness() throws {
        var book = JobBook(atOnce: 2)
        let first = try book.add(JobRequest(.extract(Extraction()), of: "/a.mp3", to: .connection)).id
        let second = try book.add(Self.request).id
        #expect(book.begin()?.status.id == second)
        #expect(book.begin() == nil)
        book.makeReady(first)
        #expect(book.begin()?.status.id == first)
    }

    @Test("does not change a job that is over")
    func ends() throws {
        var book = JobBook(atOnce: 1)
        let id = try book.add(Self.request).id
        #expect(book.change(id, to: .cancelled) != nil)
        #expect(book.change(id, to: .running(nil)) == nil)
        #expect(book.open(id) == nil && book.isAtRest)
        #expect(book.all.map(\.state) == [.cancelled])
    }

    @Test("takes a thousand jobs, and remembers the last hundred that are over")
    func limits() throws {
        var book = JobBook(atOnce: 1)
        for _ in 0..<JobBook.most { _ = try book.add(Self.request) }
        #expect(throws: JobError.tooMany(JobBook.most)) { _ = try book.add(Self.request) }
        for status in book.all { _ = book.change(status.id, to: .cancelled) }
        #expect(book.all.map(\.id) == Array(901...1_000))
        #expect(try book.add(Self.request).id == 1_001)
    }
    @Test("takes no more jobs whose media clients send than there are descriptors for, and others all the same")
    func tooManySent() throws {
        var book = JobBook(atOnce: 1)
        var sent = Self.request
        sent.isSent = true
        for _ in 0..<JobBook.mostSent { _ = try book.add(sent) }
        #expect(throws: JobError.tooManySent(JobBook.mostSent)) { _ = try book.add(sent) }
        #expect(throws: Never.self) { _ = try book.add(Self.request) }
        // Their connections are not there yet.
        #expect(book.begin()?.request.isSent == false && book.begin() == nil)
        _ = book.change(1, to: .cancelled)
        #expect(throws: Never.self) { _ = try book.add(sent) }
    }

    @Test("runs four jobs whose media clients send beside the others: one that comes live keeps no other from its turn")
    func sentBesideOthers() throws {
        var book = JobBook(atOnce: 1)
        var sent = Self.request
        sent.isSent = true
        let live = try (0...JobBook.sentAtOnce).map { _ in try book.add(sent).id }
        let others = try (0..<2).map { _ in try book.add(Self.request).id }
        for id in live { book.makeReady(id) }
        for id in live.dropLast() + [others[0]] { #expect(book.begin()?.status.id == id) }
        #expect(book.begin() == nil)
        _ = book.change(others[0], to: .cancelled)
        #expect(book.begin()?.status.id == others[1] && book.begin() == nil)
        _ = book.change(live[0], to: .cancelled)
        #expect(book.begin()?.status.id == live.last && book.begin() == nil)
    }
}
