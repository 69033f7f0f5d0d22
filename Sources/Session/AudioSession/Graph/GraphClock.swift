import AudioTypes

/// How the server may run its graph, from its metadata `settings`. Rates in hertz, cycles in frames at ``rate``.
package struct GraphClock: Hashable, Sendable {
    /// `clock.allowed-rates`; empty while unknown.
    package private(set) var allowedRates: Set<Int> = []
    /// `clock.rate`: the rate at which the graph runs if nobody asks for another one; 0 while unknown.
    private var rate = 0
    /// `clock.force-rate`: the rate at which everything runs, whatever streams ask for; 0 for none.
    private var forcedRate = 0
    /// `clock.min-quantum` and `clock.max-quantum`: the bounds of a cycle.
    private var shortestCycle = 0
    private var longestCycle = 0
    /// `clock.force-quantum`: the cycle of everything, whatever streams ask for; 0 for none.
    private var forcedCycle = 0

    package init() {}

    /// Takes in a change of a key; no value means that the key is removed. Numbers beyond all that PipeWire knows count as unknown.
    package mutating func set(_ key: String?, value: String?) {
        let number = value.flatMap { Int($0) }.flatMap { (0...(1 << 22)).contains($0) ? $0 : nil } ?? 0
        switch key {
        case "clock.allowed-rates":
            // The value looks like `[ 44100, 48000 ]`.
            allowedRates = Set((value ?? "").split { !$0.isNumber }.compactMap { Int($0) })
        case "clock.rate": rate = number
        case "clock.force-rate": forcedRate = number
        case "clock.min-quantum": shortestCycle = number
        case "clock.max-quantum": longestCycle = number
        case "clock.force-quantum": forcedCycle = number
        default: break
        }
    }

    /// Whether the graph may switch to `rate` if a stream asks for it.
    package func grant(_ rate: Int) -> Bool { forcedRate == 0 && allowedRates.contains(rate) }

    /// How the graph would run for a stream with such orders alone; `nil` while the settings are unknown. How late the sound would be heard
    /// is not known before it runs: 0.
    func timing(for orders: OutputOrders) -> OutputTiming? {
        guard rate > 0, shortestCycle > 0, longestCycle >= shortestCycle else { return nil }
        let wished = Int(orders.preferredSampleRate)
        let hertz = forcedRate > 0 ? forcedRate : wished > 0 && grant(wished) ? wished : rate
        // As the server does it: bounds that are scaled to the rate, and then the next power of two below.
        let bounds = (shortestCycle * hertz / rate)...(longestCycle * hertz / rate)
        let asked = Int(orders.cycle * Double(hertz))
        let cycle = max(1, min(max(asked, bounds.lowerBound), bounds.upperBound))
        let quantum = 1 << (Int.bitWidth - 1 - cycle.leadingZeroBitCount)
        return OutputTiming(quantum: forcedCycle > 0 ? forcedCycle : quantum, graphRate: hertz, latency: 0)
    }
}
