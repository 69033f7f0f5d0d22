import TestSupport
import Testing

@testable import MessageBus

@Suite("A program on the bus that calls without end and reads no answer", .serialized)
struct FloodTests {
    private static let introspectable = "org.freedesktop.DBus.Introspectable"

    /// Asks as another program does.
    private static func brightness(of exporter: Exporter) async throws -> String {
        let place = [Exporter.name, Exporter.path.description, Exporter.interface]
        return try await exporter.busctl("get-property", place[0], place[1], place[2], "Brightness")
    }

    @Test(
        "gets no more answers than anybody needs, while others are served",
        arguments: [
            (introspectable, "Introspect"), ("org.freedesktop.DBus.Peer", "Ping"),
            (Exporter.interface, "Nothing"),
        ])
    func flood(interface: String, method: String) async throws {
        let exporter = try await Exporter.running()
        let peer = try RawPeer(connectingTo: String(exporter.bus.address.dropFirst("unix:path=".count)))
        let calls = 5_000
        let start = ContinuousClock.now
        try peer.flood(calls, method, of: interface, at: Exporter.path.description, on: Exporter.name)
        // The answer comes behind everything that the exporter has to say to the flood.
        #expect(try await Self.brightness(of: exporter) == "d 0.5")
        let seconds = Double((ContinuousClock.now - start).components.seconds + 1)
        let received = try peer.readAll()
        let most = CallBudget.burst + CallBudget.perSecond * seconds + Double(CallBudget.refusals) + 1
        #expect(received.answers > 50)
        #expect(Double(received.answers) <= most, "\(received) in \(seconds) s")
        #expect(received.answers < calls / 4)
        #expect(received.bytes < 4 << 20)
    }

    @Test("sends no open files along on the bus of the session, where nobody wants any")
    func openFiles() async throws {
        let exporter = try await Exporter.running()
        do {
            _ = try await exporter.busctl(
                "call", Exporter.name, Exporter.path.description, Exporter.interface, "Echo", "h", "0")
            Issue.record("the file was taken")
        } catch let error as TestSupportError where error.code == .programFailed {
            #expect(error.message.contains("descriptor"), "\(error.message)")
        }
    }

    @Test("many such programs do not keep one from being served that calls now and then")
    func many() async throws {
        let exporter = try await Exporter.running()
        let path = String(exporter.bus.address.dropFirst("unix:path=".count))
        let peers = try (0..<6).map { _ in try RawPeer(connectingTo: path) }
        for round in 0..<2 {
            for peer in peers {
                try peer.flood(500, "Introspect", of: Self.introspectable, at: Exporter.path.description, on: Exporter.name)
            }
            exporter.post { $0.shine(Double(round)) }
            #expect(try await Self.brightness(of: exporter) == "d \(round)")
        }
    }
}
