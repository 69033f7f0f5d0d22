import CSystemd
import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import Desktop

@Suite("checking a socket that was passed")
struct SocketActivationTests {
    private func reason(_ descriptor: CInt) -> String? {
        do throws(DesktopError) {
            try SocketActivation.validate(descriptor)
            return nil
        } catch {
            return error.description
        }
    }

    @Test("a listening Unix stream socket passes, one that does not listen yet is refused")
    func unixStream() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "fermata-listen-\(UUID())").path
        let descriptor = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
        defer {
            close(descriptor)
            unlink(path)
        }
        try #require(bindUnix(descriptor, to: path))
        #expect(reason(descriptor) == "the passed descriptor is not a listening Unix stream socket")
        try #require(listen(descriptor, 8) == 0)
        #expect(reason(descriptor) == nil)
    }

    @Test("a datagram socket, an internet socket and a file are refused")
    func others() {
        let datagram = socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue), 0)
        let internet = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
        listen(internet, 1)
        let file = open("/dev/null", O_RDONLY)
        for descriptor in [datagram, internet, file] {
            #expect(reason(descriptor) == "the passed descriptor is not a listening Unix stream socket")
            close(descriptor)
        }
    }

    @Test("clients of MPD may come over a Unix stream socket and over TCP, and over nothing else")
    func mpd() throws {
        let internet = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
        let unix = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
        let datagram = socket(AF_INET, CInt(SOCK_DGRAM.rawValue), 0)
        defer { [internet, unix, datagram].forEach { close($0) } }
        listen(internet, 1)
        try SocketActivation.validate(internet, allowsInternet: true)
        for descriptor in [unix, datagram] {
            let error = #expect(throws: DesktopError.self) {
                try SocketActivation.validate(descriptor, allowsInternet: true)
            }
            #expect(error?.description == "the passed descriptor is not a listening stream socket of Unix or TCP")
        }
    }

    @Test("a descriptor that is not open is refused with the system's reason")
    func closed() { #expect(reason(1_000_000) == "cannot examine the passed socket: Bad file descriptor") }
}
