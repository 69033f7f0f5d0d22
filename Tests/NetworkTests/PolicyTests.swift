import Media
import MediaTypes
import Synchronization
import TestSupport
import Testing

@testable import Network

@Suite("Where an address leads", .serialized)
struct PolicyTests {
    /// A configuration to which loopback counts as public, so that a server of the test can play a public host; 127.0.0.2 is
    /// private to it.
    private func configuration(allowsPrivate: Bool = false) -> NetworkConfiguration {
        var configuration = NetworkConfiguration(timeoutSeconds: 5, allowsPrivateAddresses: allowsPrivate)
        configuration.isPrivate = { $0.isPrivate && $0.bytes != [127, 0, 0, 1] }
        return configuration
    }

    @Test("redirects are followed")
    func redirect() async throws {
        let server = try await MediaServer.withNoise()
        let target = server.address("noise.flac")
        var reader = try AudioReader(at: server.address("x?to=/noise.flac"))
        #expect(try Sound(reading: &reader) == Sound(of: server.directory.file("noise.flac")))
        var other = try AudioReader(at: server.address("x?to=\(target)"))
        #expect(try Sound(reading: &other) == Sound(of: server.directory.file("noise.flac")))
    }

    @Test(
        "nothing but the web is followed from the web",
        arguments: ["file:///etc/passwd", "ftp://127.0.0.1/x", "concat:/etc/passwd", "data:audio/wav,x"])
    func otherProtocols(_ target: String) async throws {
        let server = try await MediaServer.start()
        let error = #expect(throws: MediaError.self) { _ = try AudioReader(at: server.address("x?to=\(target)")) }
        #expect(error?.code == .notAllowed && error?.message.contains(target) == true)
    }

    @Test("a ring of redirects is an error")
    func loop() async throws {
        let server = try await MediaServer.start()
        let error = #expect(throws: MediaError.self) { _ = try AudioReader(at: server.address("x?to=/x%3Fto=/x")) }
        #expect(error?.code == .notFound)
        let ring = #expect(throws: MediaError.self) { _ = try AudioReader(at: server.address("x?to=")) }
        #expect(ring?.code == .networkFailed && ring?.message.contains("for ever") == true)
        #expect(server.requests.count < 20)
    }

    @Test("no redirect leads from a public host to a private address, unless it is allowed")
    func privateRedirect() async throws {
        let server = try await MediaServer.withNoise()
        let target = server.address("noise.flac").replacing("127.0.0.1", with: "127.0.0.2")
        let address = server.address("x?to=\(target)")
        let error = #expect(throws: MediaError.self) { _ = try AudioReader(at: address, configuration()) }
        #expect(error?.code == .notAllowed && error?.message.contains("127.0.0.2") == true)
        // The server listens on 127.0.0.1 only: the try itself shows that the policy let it pass.
        let allowed = #expect(throws: MediaError.self) { _ = try AudioReader(at: address, configuration(allowsPrivate: true)) }
        #expect(allowed?.code == .networkFailed)
    }

    @Test("what the user names may be private, and may lead on in private")
    func privateByName() async throws {
        let server = try await MediaServer.withNoise()
        var reader = try AudioReader(at: server.address("x?to=\(server.address("noise.flac"))"))
        #expect(try Sound(reading: &reader).count == 88_200)
    }

    @Test("a host that was public once may not be private when it is connected to again, though the user named it")
    func moved() async throws {
        let server = try await MediaServer.withNoise()
        let moves = Moves()
        var configuration = NetworkConfiguration(timeoutSeconds: 5)
        configuration.isPrivate = { _ in moves.isPrivateNow() }
        let error = #expect(throws: MediaError.self) {
            var reader = try AudioReader(at: server.address("noise.flac?cut=100000"), configuration)
            _ = try Sound(reading: &reader)
        }
        #expect(error?.code == .notAllowed && server.requests.count == 1)
    }

    /// A name that means a public address for the first request: it is judged before the connection and before the request.
    private final class Moves: Sendable {
        private let asked = Atomic<Int>(0)
        func isPrivateNow() -> Bool { asked.add(1, ordering: .relaxed).oldValue >= 3 }
    }

    @Test(
        "no form of a private address is gone to where a public host named it, however it is written",
        arguments: ["[::ffff:127.0.0.1]", "127.1", "2130706433", "[::1]", "[::127.0.0.1]", "localhost", "0.0.0.0", "[::]"])
    func forms(_ host: String) async throws {
        let server = try await MediaServer.withNoise()
        let error = #expect(throws: MediaError.self) {
            _ = try NetworkSource(
                try WebAddress("http://\(host):\(server.port)/noise.flac"), reach: .publicOnly, .quick,
                cancellation: CancellationToken())
        }
        #expect(error?.code == .notAllowed && server.connectionCount == 0)
    }

    @Test(
        "nothing is sent to where a translator or a tunnel could lead home",
        arguments: ["64:ff9b:1::808:808", "64:ff9b::a00:1", "2001:0:4136:e378:8000:63bf:3fff:fdd2", "2002:c0a8:1::1"])
    func tunnels(_ host: String) throws {
        let error = #expect(throws: MediaError.self) {
            _ = try NetworkSource(
                try WebAddress("http://[\(host)]/noise.flac"), reach: .publicOnly, .quick, cancellation: CancellationToken())
        }
        #expect(error?.code == .notAllowed)
    }

    @Test("an answer that is compressed though nobody asked is refused before it is unpacked")
    func compressed() async throws {
        let server = try await MediaServer.withNoise()
        for field in ["Transfer-Encoding", "Content-Encoding"] {
            let error = #expect(throws: MediaError.self) {
                _ = try AudioReader(at: server.address("noise.flac?coding=\(field)"))
            }
            #expect(error?.message.contains("compressed") == true)
        }
    }

    @Test("why TLS failed is told")
    func reasons() async throws {
        let old = try await MediaServer.withNoise(secureAs: "localhost", isExpired: true)
        let expired = #expect(throws: MediaError.self) {
            _ = try AudioReader(at: old.address("noise.flac"), .init(timeoutSeconds: 30, certificateFile: old.certificate))
        }
        #expect(expired?.message.hasSuffix("its certificate has expired") == true, "\(expired?.message ?? "")")
        let stranger = try await MediaServer.withNoise(secureAs: "localhost")
        let untrusted = #expect(throws: MediaError.self) { _ = try AudioReader(at: stranger.address("noise.flac"), .patient) }
        #expect(untrusted?.message.contains("not trusted") == true)
        let plain = try await MediaServer.withNoise()
        let noTLS = #expect(throws: MediaError.self) {
            _ = try AudioReader(at: plain.address("noise.flac").replacing("http:", with: "https:"), .patient)
        }
        #expect(noTLS?.message.contains("does not speak TLS") == true)
        let other = try await MediaServer.withNoise(secureAs: "example.org")
        let wrongName = #expect(throws: MediaError.self) {
            _ = try AudioReader(at: other.address("noise.flac"), .init(timeoutSeconds: 30, certificateFile: other.certificate))
        }
        #expect(wrongName?.message.hasSuffix("its certificate is of another name") == true)
        let noFile = #expect(throws: MediaError.self) {
            _ = try AudioReader(at: stranger.address("noise.flac"), .init(timeoutSeconds: 30, certificateFile: "/nowhere.pem"))
        }
        #expect(noFile?.message.contains("/nowhere.pem cannot be read") == true)
    }

    @Test("a secure server is believed only with a certificate that is trusted, and of its name")
    func certificates() async throws {
        let server = try await MediaServer.withNoise(secureAs: "localhost")
        let address = server.address("noise.flac?cut=100000")
        let stranger = #expect(throws: MediaError.self) { _ = try AudioReader(at: address, .init(timeoutSeconds: 5)) }
        #expect(stranger?.code == .networkFailed && stranger?.message.contains("certificate") == true)
        #expect(server.requests.isEmpty)
        let trusting = NetworkConfiguration(timeoutSeconds: 20, certificateFile: server.certificate)
        var reader = try AudioReader(at: address, trusting)
        #expect(try Sound(reading: &reader) == Sound(of: server.directory.file("noise.flac")))
        let other = try await MediaServer.withNoise(secureAs: "example.org")
        let wrongName = #expect(throws: MediaError.self) {
            _ = try AudioReader(
                at: other.address("noise.flac"), .init(timeoutSeconds: 5, certificateFile: other.certificate))
        }
        #expect(wrongName?.code == .networkFailed && other.requests.isEmpty)
    }
}
