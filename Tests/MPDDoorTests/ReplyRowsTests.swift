import MPDProtocol
import Testing

@testable import MPDDoor

@Suite("rows of a reply")
struct ReplyRowsTests {
    @Test("stored playlists follow all parts of a reply")
    func playlists() throws {
        var replies: [MPDReply] = []
        let last = MPDReply(rows: MPDReply.Rows(count: 1, add: { $1.add("row", $0) }))
        let first = MPDReply(rows: MPDReply.Rows(count: 2, add: { $1.add("row", $0) }, more: { $0(.success(last)) }))
        let reply = MPDDoor.add([], to: first)
        #expect(reply.rows?.count == 2)
        let more = try #require(reply.rows?.more)
        more { result in
            if case .success(let reply) = result { replies.append(reply) }
        }
        #expect(replies.count == 1 && replies.first?.rows?.count == 1 && replies.first?.rows?.more == nil)
    }
}
