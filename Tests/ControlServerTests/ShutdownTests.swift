import ControlProtocol
import ControlServer
import Glibc
import JSON
import TestSupport
import Testing

@Suite("The end of the control server")
struct ShutdownTests {
    private func mode(_ path: String) -> mode_t {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode & 0o7777 : 0
    }

    @Test("its socket is for its owner only, and gone when a subscriber has heard of the end")
    func modes() throws {
        let server = try TestServer()
        #expect(mode(server.directory + "/fermata") == 0o700)
        #expect(mode(server.path) == 0o600)
        #expect(mode(server.path + ".lock") == 0o600)
        let client = try LineClient(server.path)
        _ = try client.call(#"{"method":"events.subscribe","id":1}"#)
        try server.onLoop { server, _ in _ = server.shutDown() }
        #expect(try client.readJSON()["method"] == "server.shuttingDown")
        #expect(try client.readLine() == nil)
        #expect(mode(server.path) == 0)
        try server.stop()
    }
}
