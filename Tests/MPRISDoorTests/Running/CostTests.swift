import MessageBus
import TestSupport
import Testing

@Suite("What the player on the bus costs", .serialized)
struct CostTests {
    @Test("paused, with a panel that has read everything, no thread wakes")
    func sleeps() async throws {
        let stage = try await DoorStage.playing()
        let panel = try await stage.panel()
        try await panel.call("Pause")
        _ = try await panel.all()
        let process = stage.daemon.process.processIdentifier
        try await stage.daemon.rest()
        let names = try ThreadActivity(of: process).names
        #expect(names.count { $0 == "fermata-bus" } == 1)
    }

    /// The private memory of a daemon that has played, after a panel has looked at it.
    private func memory(isOnBus: Bool) async throws -> Int {
        let stage = try await DoorStage.set(configuration: "[mpris]\nenabled = \(isOnBus)\n")
        try await stage.client.call("play")
        try await stage.client.waitForEvent("player.itemChanged")
        if isOnBus {
            let panel = try await stage.panel()
            for _ in 0..<50 { _ = try await panel.all() }
            _ = try await stage.run("busctl", "--user", "introspect", DoorStage.name, DoorStage.path)
        }
        try await stage.client.call("pause")
        // While it still reads ahead, what it holds depends on how far it has got.
        try await stage.daemon.rest()
        let used = try MemoryUse.privateDirty(of: stage.daemon.process.processIdentifier)
        try await stage.daemon.stop()
        return used
    }

    @Test("the daemon's private memory grows by less than a megabyte")
    func memory() async throws {
        let (without, with) = (try await memory(isOnBus: false), try await memory(isOnBus: true))
        print("private memory without and with the player on the bus: \(without / 1_024) kB, \(with / 1_024) kB")
        #expect(with - without < 1 << 20, "\(without) \(with)")
    }
}
