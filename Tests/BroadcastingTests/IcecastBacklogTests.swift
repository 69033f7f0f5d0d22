import Testing

@testable import Broadcasting

@Suite("What waits for an Icecast server")
struct IcecastBacklogTests {
    @Test("is bounded: what has no room makes a gap, behind which nothing comes before the stream begins anew")
    func bounded() {
        let backlog = IcecastBacklog()
        for _ in 0..<64 { #expect(backlog.add(16 << 10)) }
        #expect(!backlog.add(1) && backlog.isOverrun)
        backlog.took(64 * 16 << 10)
        #expect(!backlog.add(1))
        backlog.beginAnew()
        #expect(backlog.add(1 << 20) && !backlog.isOverrun && !backlog.add(1))
    }
}
