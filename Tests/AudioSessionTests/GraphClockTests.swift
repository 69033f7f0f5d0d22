import AudioTypes
import Testing

@testable import AudioSession

@Suite("What the settings of the graph tell before anything plays")
struct GraphClockTests {
    /// PipeWire's own settings.
    private func clock(_ changes: [String: String] = [:]) -> GraphClock {
        var clock = GraphClock()
        let own = [
            "clock.rate": "48000", "clock.allowed-rates": "[ 48000, 44100 ]", "clock.min-quantum": "32",
            "clock.max-quantum": "2048",
            "clock.force-rate": "0", "clock.force-quantum": "0",
        ]
        for (key, value) in own.merging(changes, uniquingKeysWith: { $1 }) { clock.set(key, value: value) }
        return clock
    }

    private func orders(_ seconds: Double, _ hertz: Double) -> OutputOrders {
        var orders = OutputOrders()
        (orders.preferredBufferDuration, orders.preferredSampleRate) = (seconds, hertz)
        return orders
    }

    @Test(
        "the cycle is the power of two nearest to the wish, within the bounds, at the rate that is wished and allowed",
        arguments: [
            (0, 0, [:], 2_048, 48_000), (0.01, 0, [:], 512, 48_000), (0.0232, 44_100, [:], 1_024, 44_100),
            // Nobody allows that rate.
            (0.01, 96_000, [:], 512, 48_000), (0.01, 44_100, ["clock.force-rate": "48000"], 512, 48_000),
            // The bounds are those at the rate of the settings: 2,048 frames at 48 kHz are 1,881 at 44.1 kHz.
            (0.5, 44_100, [:], 1_024, 44_100), (0.0005, 0, ["clock.min-quantum": "256"], 256, 48_000),
            (0.01, 0, ["clock.force-quantum": "64"], 64, 48_000), (0, 0, ["clock.max-quantum": "8192"], 2_048, 48_000),
        ] as [(Double, Double, [String: String], Int, Int)])
    func timing(seconds: Double, hertz: Double, changes: [String: String], quantum: Int, rate: Int) {
        #expect(clock(changes).timing(for: orders(seconds, hertz)) == OutputTiming(quantum: quantum, graphRate: rate, latency: 0))
    }

    @Test("settings that are missing or make no sense tell nothing")
    func nothing() {
        #expect(GraphClock().timing(for: orders(0, 0)) == nil)
        for (key, value) in [
            ("clock.rate", "0"), ("clock.rate", "-1"), ("clock.rate", "99999999999"), ("clock.rate", "x"),
            ("clock.max-quantum", "16"),
            ("clock.min-quantum", ""),
        ] {
            #expect(clock([key: value]).timing(for: orders(0, 0)) == nil, "\(key) = \(value)")
        }
        #expect(clock(["clock.min-quantum": "4194304", "clock.max-quantum": "4194304"]).timing(for: orders(1, 44_100)) != nil)
    }

    @Test("a session tells it while it is active")
    func session() throws {
        var stage = SessionModelStage()
        stage.graph.clock = clock()
        stage.show()
        let wish = orders(0.005, 44_100)
        #expect(stage.session.expectedTiming(for: wish) == nil)
        _ = try stage.session.setActive(true, notifyOthers: false, at: 0)
        #expect(stage.session.expectedTiming(for: wish) == OutputTiming(quantum: 256, graphRate: 44_100, latency: 0))
        _ = try stage.session.setActive(false, notifyOthers: false, at: 0)
        #expect(stage.session.expectedTiming(for: wish) == nil)
    }
}
