/// The rates at which the server may run its graph, from its metadata `settings`. In hertz.
struct GraphRates: Hashable {
    /// `clock.allowed-rates`; empty while unknown.
    private(set) var allowed: Set<Int> = []
    /// `clock.force-rate`: the rate at which everything runs, whatever streams ask for; 0 for none.
    private(set) var forced = 0

    /// Takes in a change of a key; no value means that the key is removed.
    mutating func set(_ key: String?, value: String?) {
        switch key {
        case "clock.allowed-rates":
            // The value looks like `[ 44100, 48000 ]`.
            let numbers = (value ?? "").split { !$0.isNumber }
            allowed = Set(numbers.compactMap { Int($0) })
        case "clock.force-rate": forced = value.flatMap { Int($0) } ?? 0
        default: break
        }
    }

    /// Whether the graph may switch to `rate` if a stream asks for it.
    func grant(_ rate: Int) -> Bool { forced == 0 && allowed.contains(rate) }
}
