import Testing

@testable import PlayerModel

@Suite("The sound server")
struct ServerPresenceTests {
    @Test("playback goes on with a server that comes back if it played and the user wants that", arguments: [true, false])
    func comesBack(wasPlaying: Bool) {
        var server = ServerPresence()
        #expect(!server.isExpected && !server.isLost)
        server.lose(whilePlaying: wasPlaying)
        #expect(server.isLost && server.isExpected)
        #expect(server.continuesPlayback(ifResuming: true) == wasPlaying)
        #expect(!server.continuesPlayback(ifResuming: false))
        server.connect()
        #expect(!server.isLost && !server.isExpected && !server.continuesPlayback(ifResuming: true))
    }

    @Test("what an earlier run played goes on with the first server, whatever happens before it is there")
    func first() {
        var server = ServerPresence()
        server.awaitFirst()
        #expect(server.isExpected && !server.isLost && server.continuesPlayback(ifResuming: false))
        server.lose(whilePlaying: false)
        #expect(server.continuesPlayback(ifResuming: false))
        server.connect()
        #expect(!server.isExpected && !server.continuesPlayback(ifResuming: true))
    }
}
