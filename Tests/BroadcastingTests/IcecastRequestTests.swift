import SystemSupport
import Testing

@testable import Broadcasting

@Suite("What is said to an Icecast server")
struct IcecastRequestTests {
    private func request(_ format: BroadcastFormat = .mp3, password: String = "hackme") throws -> IcecastRequest {
        let server = try #require(HostPort("radio.home:8000"))
        let settings = IcecastSource.Settings(
            server: server, mount: "/my.mp3", format: format, user: "source", passwordFile: "/p", name: "Ours", genre: "",
            isPublic: false)
        return IcecastRequest(settings, password: password)
    }

    @Test("asks to take the stream, by the user and the password")
    func stream() throws {
        let text = String(decoding: try request().stream, as: UTF8.self)
        #expect(text.hasPrefix("PUT /my.mp3 HTTP/1.1\r\nHost: radio.home:8000\r\nAuthorization: Basic c291cmNlOmhhY2ttZQ==\r\n"))
        #expect(text.contains("\r\nContent-Type: audio/mpeg\r\n") && text.contains("\r\nIce-Name: Ours\r\n"))
        #expect(text.contains("\r\nIce-Public: 0\r\n") && text.contains("\r\nExpect: 100-continue\r\n"))
        #expect(!text.contains("Ice-Genre") && text.hasSuffix("\r\n\r\n"))
        #expect(String(decoding: try request(.opus).stream, as: UTF8.self).contains("Content-Type: application/ogg\r\n"))
    }

    @Test("tells a title with everything escaped that is not plain, and cut")
    func titles() throws {
        let text = String(decoding: try request().title("Ä & B\r\nX: y"), as: UTF8.self)
        let first = text.prefix { $0 != "\r\n" }
        #expect(
            first == "GET /admin/metadata?mode=updinfo&charset=UTF-8&mount=%2Fmy.mp3&song=%C3%84%20%26%20B%0D%0AX%3A%20y HTTP/1.1"
        )
        #expect(try request().title(String(repeating: "ä", count: 5_000)).count < 2_000)
    }

    @Test("says why the server refuses")
    func refusals() throws {
        #expect(throws: Never.self) { try IcecastRequest.check("HTTP/1.1 100 Continue") }
        #expect(throws: Never.self) { try IcecastRequest.check("HTTP/1.0 200 OK") }
        for (line, part) in [
            ("HTTP/1.0 401 Authentication Required", "password"), ("HTTP/1.0 403 Mountpoint in use", "mount"),
            ("HTTP/1.0 500", "500"), ("ICY 200 OK", "does not speak"), ("", "does not speak"), ("HTTP/1.1 x", "does not speak"),
        ] {
            let error = #expect(throws: IcecastError.self) { try IcecastRequest.check(line) }
            #expect(error?.message.contains(part) == true, "\(line)")
        }
    }
}
