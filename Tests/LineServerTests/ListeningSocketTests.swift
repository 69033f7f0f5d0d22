import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import LineServer

@Suite("The socket itself")
struct ListeningSocketTests {
    private func mode(_ path: String) -> mode_t {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode & 0o7777 : 0
    }

    private func bind(_ path: String) throws(LineServerError) -> ListeningSocket { try ListeningSocket.bind(path: path) }

    private func release(_ socket: ListeningSocket) {
        close(socket.descriptor)
        socket.remove()
    }

    @Test("a stale socket is replaced, a live one is not")
    func staleSocket() throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("control.sock")
        let first = try bind(path)
        // As a crash leaves it: the file is there, nobody listens, the lock is free. Not only closed: a program that another test
        // is about to start may have both for a moment.
        shutdown(first.descriptor, CInt(SHUT_RDWR))
        close(first.descriptor)
        first.releaseLock()
        #expect(mode(path) == 0o600)
        let second = try bind(path)
        let error = #expect(throws: LineServerError.self) { try bind(path) }
        #expect(error?.code == .alreadyRunning)
        #expect(error?.message == "another fermatad already answers on \(path)")
        // A live socket without our lock: the service manager's.
        second.releaseLock()
        #expect((#expect(throws: LineServerError.self) { try bind(path) })?.code == .alreadyRunning)
        close(second.descriptor)
    }

    @Test("a socket of IPv6 says whether it takes connections of IPv4 too, and one of IPv4 does not", arguments: [0, 1])
    func versions(isAlone: CInt) throws {
        let kind = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        let (version6, version4) = (socket(AF_INET6, kind, 0), socket(AF_INET, kind, 0))
        defer { for descriptor in [version6, version4] { close(descriptor) } }
        try #require(version6 >= 0 && version4 >= 0)
        var value = isAlone
        setsockopt(version6, CInt(IPPROTO_IPV6), IPV6_V6ONLY, &value, socklen_t(MemoryLayout<CInt>.size))
        #expect(LineServer.takesBothVersions(version6) == (isAlone == 0))
        #expect(!LineServer.takesBothVersions(version4))
    }

    @Test("its path is free at once, also while a program is being started that has the lock's descriptor")
    func inheritedLock() throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("control.sock")
        let first = try bind(path)
        let inherited = try #require(duplicateDescriptor(of: path + ".lock"))
        defer { close(inherited) }
        release(first)
        release(try bind(path))
    }

    @Test("what somebody has put in its place stays at the end", arguments: [false, true])
    func replaced(isSocket: Bool) throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("control.sock")
        let first = try bind(path)
        #expect(unlink(path) == 0)
        #expect(isSocket ? mknod(path, S_IFSOCK | 0o600, 0) == 0 : FileManager.default.createFile(atPath: path, contents: nil))
        release(first)
        #expect(access(path, F_OK) == 0)
    }

    @Test("what is no socket is left alone")
    func occupied() throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("control.sock")
        #expect(FileManager.default.createFile(atPath: path, contents: nil))
        #expect((#expect(throws: LineServerError.self) { try bind(path) })?.code == .occupied)
        #expect(FileManager.default.fileExists(atPath: path))
    }

    @Test("a path that does not fit an address is a sentence")
    func longPath() throws {
        let directory = try TemporaryDirectory()
        let fits = directory.file(String(repeating: "s", count: 107 - directory.path.utf8.count - 1))
        release(try bind(fits))
        let error = #expect(throws: LineServerError.self) { try bind(fits + "s") }
        #expect(error?.code == .pathTooLong)
        #expect(error?.message.contains("108 bytes") == true)
    }

    @Test("a directory that cannot be made is a sentence")
    func noDirectory() throws {
        let error = #expect(throws: LineServerError.self) { try bind("/proc/nowhere/control.sock") }
        #expect(error?.message.hasPrefix("the directory /proc/nowhere cannot be made: ") == true)
    }

    @Test("adopts a listening socket and nothing else")
    func adoption() throws {
        let directory = try TemporaryDirectory()
        let made = try bind(directory.file("control.sock"))
        let adopted = try ListeningSocket.adopt(made.descriptor)
        adopted.remove()
        #expect(FileManager.default.fileExists(atPath: directory.file("control.sock")))
        var pair: [CInt] = [0, 0]
        #expect(socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &pair) == 0)
        #expect((#expect(throws: LineServerError.self) { try ListeningSocket.adopt(pair[0]) })?.code == .notListening)
        #expect(throws: LineServerError.self) { try ListeningSocket.adopt(-1) }
        pair.forEach { close($0) }
        release(made)
    }

    @Test("answers its own user and root, and nobody else")
    func credentials() throws {
        #expect(PeerCredentials(user: 1_000, process: 1).mayUse(daemonOf: 1_000))
        #expect(PeerCredentials(user: 0, process: 1).mayUse(daemonOf: 1_000))
        #expect(!PeerCredentials(user: 1_001, process: 1).mayUse(daemonOf: 1_000))
        #expect(!PeerCredentials(user: 1_000, process: 1).mayUse(daemonOf: 0))
        var pair: [CInt] = [0, 0]
        #expect(socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &pair) == 0)
        #expect(PeerCredentials(descriptor: pair[0]) == PeerCredentials(user: geteuid(), process: getpid()))
        pair.forEach { close($0) }
        #expect(PeerCredentials(descriptor: -1) == nil)
    }

    @Test(
        "what is no address of the network is refused with a sentence",
        arguments: ["", "6600", "127.0.0.1", "1.2.3.4:0", "host:6600", "[::1]"])
    func addresses(text: String) {
        let error = #expect(throws: LineServerError.self) { try ListeningSocket.bind(address: text) }
        #expect(error?.code == .badAddress)
        #expect(error?.message.hasPrefix("\(text) is no address to listen on") == true)
    }

    @Test("an address that somebody else listens on is refused with the address")
    func takenAddress() throws {
        let address = "127.0.0.1:\(try freePort())"
        let first = try ListeningSocket.bind(address: address)
        defer { close(first.descriptor) }
        #expect(!first.isLocal)
        let error = #expect(throws: LineServerError.self) { try ListeningSocket.bind(address: address) }
        #expect(error?.message.hasPrefix("cannot listen on \(address): ") == true)
    }
}
