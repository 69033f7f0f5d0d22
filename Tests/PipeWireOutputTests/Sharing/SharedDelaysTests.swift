import Testing

@testable import PipeWireOutput

@Suite("The delays of several outputs")
struct SharedDelaysTests {
    private func delays(
        _ latencies: [String: Double], chosen: [String: Double] = [:], after earlier: [String: Double] = [:],
        mayShorten: Bool = false
    ) -> [String: Double] {
        var delays = SharedDelays()
        delays.update(latencies: earlier, chosen: [:], mayShorten: true)
        delays.update(latencies: latencies, chosen: chosen, mayShorten: mayShorten)
        return delays.now
    }

    @Test("have all of them wait for the slowest")
    func slowest() {
        #expect(delays(["tv": 0.25, "speaker": 0, "usb": 0.125]) == ["tv": 0, "speaker": 0.25, "usb": 0.125])
        #expect(delays(["tv": 0.25]) == ["tv": 0])
        #expect(delays([:]) == [:])
    }

    @Test("are what a client has chosen, and the others wait for what that output tells, but not for its delay")
    func chosen() {
        let latencies = ["tv": 0.25, "speaker": 0.0, "usb": 0.125]
        #expect(delays(latencies, chosen: ["tv": 0.5]) == ["tv": 0.5, "speaker": 0.25, "usb": 0.125])
        #expect(delays(latencies, chosen: ["speaker": 0.5]) == ["tv": 0, "speaker": 0.5, "usb": 0.125])
    }

    @Test("of the others stay when a client moves the slowest output, also after a pause", arguments: [false, true])
    func chosenForSlowest(mayShorten: Bool) {
        let earlier = ["tv": 0.25, "amplifier": 0.0]
        let now = delays(earlier, chosen: ["tv": 0.125], after: earlier, mayShorten: mayShorten)
        #expect(now == ["tv": 0.125, "amplifier": 0.25])
    }

    @Test("stay within two seconds, whatever a device tells")
    func bounds() {
        #expect(delays(["tv": 3_600, "speaker": -5]) == ["tv": 0, "speaker": 2])
    }

    @Test("stay as they are when the slowest has left, until nothing is heard")
    func shortening() {
        let earlier = ["tv": 0.25, "speaker": 0.0, "usb": 0.125]
        #expect(delays(["speaker": 0, "usb": 0.125], after: earlier) == ["speaker": 0.25, "usb": 0.125])
        #expect(delays(["speaker": 0, "usb": 0.125], after: earlier, mayShorten: true) == ["speaker": 0.125, "usb": 0])
    }

    @Test("have an output that comes later wait like those that are there")
    func joining() {
        let earlier = ["tv": 0.25, "speaker": 0.0]
        #expect(delays(["speaker": 0, "usb": 0.125], after: earlier) == ["speaker": 0.25, "usb": 0.125])
    }

    @Test("follow a latency that goes up and down, and keep all in step without making them later and later")
    func swinging() {
        var delays = SharedDelays()
        delays.update(latencies: ["near": 0.01, "late": 0.05], chosen: [:], mayShorten: true)
        var totals: [Double] = []
        for late in Array(repeating: [0.07, 0.05], count: 100).joined() {
            delays.update(latencies: ["near": 0.01, "late": late], chosen: [:], mayShorten: false)
            totals.append(0.01 + (delays.now["near"] ?? -1))
            #expect(abs(late + (delays.now["late"] ?? -1) - (totals.last ?? 0)) < 0.000_5, "\(delays.now)")
        }
        #expect(totals == totals.sorted(), "nothing is lost at the output that stays as it is")
        #expect(totals.allSatisfy { (0.069...0.171).contains($0) }, "\(totals)")
    }

    @Test("stay as they are when all outputs become slower and faster together")
    func together() {
        var delays = SharedDelays()
        delays.update(latencies: ["a": 0.01, "b": 0.03, "tv": 0.3], chosen: [:], mayShorten: true)
        delays.update(latencies: ["a": 0.01, "b": 0.03], chosen: [:], mayShorten: false)
        let before = delays.now
        for later in Array(repeating: [0.043, 0], count: 10).joined() {
            delays.update(latencies: ["a": 0.01 + later, "b": 0.03 + later], chosen: [:], mayShorten: false)
            #expect(delays.now == before, "\(later)")
        }
    }

    @Test("of the others stay when a chosen delay is taken back while something plays")
    func takenBack() {
        var delays = SharedDelays()
        delays.update(latencies: ["tv": 0.25, "speaker": 0], chosen: ["tv": 0.5], mayShorten: true)
        #expect(delays.now == ["tv": 0.5, "speaker": 0.25])
        delays.update(latencies: ["tv": 0.25, "speaker": 0], chosen: [:], mayShorten: false)
        #expect(delays.now == ["tv": 0, "speaker": 0.25])
    }

    @Test("do not follow a change that nobody hears")
    func hysteresis() {
        #expect(delays(["tv": 0.250_1, "speaker": 0], after: ["tv": 0.25, "speaker": 0]) == ["tv": 0, "speaker": 0.25])
    }
}
