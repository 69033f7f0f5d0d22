import Testing

@testable import PipeWireOutput

@Suite("The watch of a latency")
struct LatencyWatchTests {
    /// A stream whose cycles are 20 ms long, and the latencies that counted, in milliseconds.
    private struct Stream {
        private var watch = LatencyWatch()
        private var now: Int64 = 5_000_000_000
        private(set) var told: [Double] = []

        init(_ latency: Double) { watch.begin(with: Self.nanoseconds(latency), at: now) }

        /// What counts now.
        var latency: Double { Double(watch.latency) / 1e6 }

        /// Reads these latencies, one in each cycle.
        mutating func read(_ readings: [Double]) {
            for reading in readings {
                now += 20_000_000
                if watch.note(Self.nanoseconds(reading), at: now, cycle: 20_000_000) { told.append(latency) }
            }
        }

        private static func nanoseconds(_ milliseconds: Double) -> Int64 { Int64((milliseconds * 1e6).rounded()) }
    }

    /// Readings that are up to `most` more or less than `middle`, each one in its turn.
    private func readings(around middle: Double, by most: Double, count: Int) -> [Double] {
        (0..<count).map { middle + most * Double($0 * 7 % 11 - 5) / 5 }
    }

    private func steady(_ latency: Double, count: Int = 100) -> [Double] { Array(repeating: latency, count: count) }

    @Test("tells a change that lasts once, in both directions, and nothing while nothing changes")
    func lasting() {
        var stream = Stream(50)
        stream.read(steady(50))
        #expect(stream.told.isEmpty)
        stream.read(steady(65))
        #expect(stream.told == [65])
        stream.read(steady(50))
        #expect(stream.told == [65, 50])
    }

    @Test("follows a sink that tells another latency at first, and tells nobody that looks for it anyway")
    func starting() {
        var stream = Stream(50)
        stream.read([50, 50, 38, 38, 38])
        #expect(stream.told.isEmpty && stream.latency == 38, "within 0.1 s")
        stream.read(steady(38))
        #expect(stream.told.isEmpty && stream.latency == 38)
    }

    @Test("tells a change of a millisecond, and none that nobody hears")
    func size() {
        var stream = Stream(50)
        stream.read(steady(50) + steady(50.4))
        #expect(stream.told.isEmpty && stream.latency == 50)
        stream.read(steady(49))
        #expect(stream.told == [49])
    }

    @Test("tells nothing of a latency that trembles, be it by a cycle, and nothing of a single other reading")
    func trembling() {
        for most in [0.3, 5, 20] {
            var stream = Stream(50)
            stream.read(steady(50, count: 10) + readings(around: 50, by: most, count: 10_000))
            #expect(stream.told.isEmpty, "\(most) ms")
        }
        var stream = Stream(50)
        stream.read(steady(50) + [62] + steady(50) + [38, 62] + steady(50))
        #expect(stream.told.isEmpty)
    }

    @Test("finds the middle of one that trembles, after it has changed")
    func middle() {
        var stream = Stream(50)
        stream.read(readings(around: 50, by: 1, count: 95) + readings(around: 65, by: 1, count: 1_000))
        #expect(stream.told.count == 1 && abs(stream.latency - 65) <= 1, "\(stream.told)")
    }

    @Test("takes a reading that is off by more than a cycle at once, but only the first ones")
    func jumps() {
        var stream = Stream(0)
        stream.read([0, 150])
        #expect(stream.told == [150])
        stream.read((0..<10_000).map { $0 % 2 == 0 ? 0 : 150 })
        #expect(stream.told.count == LatencyWatch.mostJumps)
        stream.read(steady(80))
        // The window in which both are may count as well.
        #expect(stream.told.last == 80 && stream.told.count <= LatencyWatch.mostJumps + 2, "\(stream.told)")
    }

    @Test("follows one that rises all the time, at most once a second")
    func rising() {
        var stream = Stream(50)
        stream.read((0..<1_000).map { 50 + 0.05 * Double($0) })
        #expect((10...21).contains(stream.told.count), "20 seconds: \(stream.told)")
        #expect(stream.told == stream.told.sorted() && abs(stream.latency - 100) < 5)
    }

    @Test("goes on if the clock is set back, and traps on no reading")
    func nonsense() {
        var watch = LatencyWatch()
        watch.begin(with: .max, at: 0)
        for reading in [Int64.min, .max, 0, .min, -1, .max, .min] {
            for now in [Int64.max, .min, 0] { _ = watch.note(reading, at: now, cycle: 1) }
        }
        watch.begin(with: 0, at: 0)
        _ = watch.note(0, at: 9_000_000_000, cycle: 20_000_000)
        var told = 0
        for cycle in 0..<100 where watch.note(5_000_000, at: 1_000_000_000 + Int64(cycle) * 20_000_000, cycle: 20_000_000) {
            told += 1
        }
        #expect(told == 1 && watch.latency == 5_000_000)
    }
}
