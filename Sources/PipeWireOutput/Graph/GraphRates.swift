/// At which rates the server may run its graph, by its metadata `settings`. In hertz.
struct GraphRates: Hashable {
    /// `clock.allowed-rates`; empty while unknown.
    private(set) var allowed: Set<Int> = []
    /// `clock.force-rate`: the one at which everything runs, whatever streams wish; 0 for none.
    private(set) var forced = 0

    /// Takes in a change of a key; without a value, it is removed.
    mutating func set(_ key: String?, value: String?) {
        switch key {
        case "clock.allowed-rates":
            // As in `[ 44100, 48000 ]`.
            let numbers = (value ?? "").split { !$0.isNumber }
            allowed = Set(numbers.compactMap { Int($0) })
        case "clock.force-rate": forced = value.flatMap { Int($0) } ?? 0
        default: break
        }
    }

    /// Whether a stream's wish for `rate` is heard.
    func grant(_ rate: Int) -> Bool { forced == 0 && allowed.contains(rate) }
}
