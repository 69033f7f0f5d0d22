import Testing

@testable import MPDDoor

@Suite("the memory of pictures that are fetched in pieces")
struct PictureMemoryTests {
    private func picture(_ client: UInt64, _ uri: String, bytes: Int = 40) -> FetchedPicture {
        FetchedPicture(client: client, uri: uri, type: "image/png", bytes: Array(repeating: 0, count: bytes))
    }

    @Test("keeps one for each client, until it asks for another one, begins anew or leaves")
    func clients() {
        var memory = PictureMemory(limit: 100)
        memory.keep(picture(1, "a"))
        memory.keep(picture(2, "b"))
        for _ in 0..<3 {
            for (client, uri) in [(1, "a"), (2, "b")] as [(UInt64, String)] {
                let taken = memory.take(from: client, uri: uri, offset: 8)
                #expect(taken == picture(client, uri))
                if let taken { memory.keep(taken) }
            }
        }
        #expect(memory.take(from: 1, uri: "c", offset: 8) == nil)
        #expect(memory.take(from: 1, uri: "a", offset: 8) == nil)
        #expect(memory.take(from: 2, uri: "b", offset: 0) == nil)
        #expect(memory.take(from: 2, uri: "b", offset: 8) == nil)
        memory.keep(picture(1, "a"))
        memory.forget(1)
        #expect(memory.take(from: 1, uri: "a", offset: 8) == nil)
    }

    @Test("forgets what was not used for the longest time where all together are too large")
    func limit() {
        var memory = PictureMemory(limit: 100)
        memory.keep(picture(1, "a"))
        memory.keep(picture(2, "b"))
        if let taken = memory.take(from: 1, uri: "a", offset: 8) { memory.keep(taken) }
        memory.keep(picture(3, "c"))
        #expect(memory.take(from: 2, uri: "b", offset: 8) == nil)
        #expect(memory.take(from: 1, uri: "a", offset: 8) != nil)
        memory.keep(picture(3, "c", bytes: 101))
        #expect(memory.take(from: 3, uri: "c", offset: 8) == nil)
    }
}
