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

    @Test("do not follow a change that nobody hears")
    func hysteresis() {
        #expect(delays(["tv": 0.250_1, "speaker": 0], after: ["tv": 0.25, "speaker": 0]) == ["tv": 0, "speaker": 0.25])
    }
}
