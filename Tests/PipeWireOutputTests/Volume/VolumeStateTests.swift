import AudioTypes
import Testing

@testable import PipeWireOutput

@Suite("The volume as a value")
struct VolumeStateTests {
    /// A stream that takes settings, has the volume `level` and was given everything known from before.
    private static func running(at level: Double) -> VolumeState {
        var state = VolumeState()
        state.want(level: level)
        _ = state.becomeSettable()
        _ = state.inherit()
        _ = state.approach(isStreaming: false)
        return state
    }

    @Test("a stream is given nothing before the graph takes settings, and then what is known, once")
    func inheritance() {
        var state = VolumeState()
        state.want(level: 0.5)
        state.want(muted: true)
        #expect(state.isSet)
        var inherits = state.inherit()
        #expect(!inherits)
        let early = state.approach(isStreaming: false)
        #expect(early == nil)
        #expect(state.muteToSet == nil)
        let settable = (0..<2).map { _ in state.becomeSettable() }
        #expect(settable == [true, false])
        inherits = state.inherit()
        #expect(inherits)
        inherits = state.inherit()
        #expect(!inherits)
        let volume = state.approach(isStreaming: false)
        #expect(volume == Volume(level: 0.5))
        #expect(state.muteToSet == true)
    }

    @Test("the next stream is given the volume of the one before")
    func nextStream() {
        var state = Self.running(at: 0.5)
        state.streamEnded()
        let before = state.approach(isStreaming: true)
        #expect(before == nil)
        _ = state.becomeSettable()
        _ = state.inherit()
        let after = state.approach(isStreaming: true)
        #expect(after == Volume(level: 0.5))
        #expect(!state.isRamping)
    }

    @Test("a streaming stream goes to the wanted volume in steps, and one that rests at once")
    func steps() {
        var state = Self.running(at: 1)
        state.want(level: 0)
        var levels = [state.approach(isStreaming: true)?.level]
        while state.isRamping { levels.append(state.step()?.level) }
        #expect(levels == [0.75, 0.5, 0.25, 0])
        let further = state.step()
        #expect(further == nil)
        state.want(level: 1)
        let resting = state.approach(isStreaming: false)
        #expect(resting?.level == 1)
        #expect(!state.isRamping)
    }

    @Test("the owner's level is kept within 0 and 1, and the mixer's balance stays")
    func bounds() {
        var state = Self.running(at: 1)
        _ = state.hear(volume: [1, 0.5])
        state.want(level: 7)
        let loud = state.approach(isStreaming: false)
        #expect(loud?.level == 1 && loud?.balance == [1, 0.5])
        state.want(level: -1)
        let silent = state.approach(isStreaming: false)
        #expect(silent?.level == 0)
    }

    /// Returns the event with its level to a millionth: the cube root of a power of two is exact on some machines only.
    private static func rounded(_ event: OutputEvent?) -> OutputEvent? {
        guard case .volumeChanged(let level, let muted) = event else { return event }
        return .volumeChanged(level: (level * 1e6).rounded() / 1e6, muted: muted)
    }

    @Test("what a mixer sets is reported once, ends the ramp and is wanted from then on")
    func mixer() {
        var state = Self.running(at: 1)
        state.want(level: 0)
        _ = state.approach(isStreaming: true)
        let events = (0..<2).map { _ in state.hear(volume: [0.125, 0.125]) }
        #expect(events.map(Self.rounded) == [.volumeChanged(level: 0.5, muted: false), nil])
        #expect(!state.isRamping)
        let muted = (0..<2).map { _ in state.hear(muted: true) }
        #expect(muted.map(Self.rounded) == [.volumeChanged(level: 0.5, muted: true), nil])
        #expect(state.muteToSet == true)
    }

    @Test("the initial volume of a new stream is no mixer's while another is wanted")
    func initialVolume() {
        var state = Self.running(at: 0.5)
        state.streamEnded()
        let volume = state.hear(volume: [1, 1])
        let other = state.hear(volume: [0.001, 0.001])
        let muted = state.hear(muted: true)
        #expect(volume == nil && other == nil && muted == nil)
        let none = state.hear(volume: [])
        #expect(none == nil)
    }

    private static func limit(_ level: Double, isOfSink: Bool = false) -> StreamVolumeLimit {
        var limit = StreamVolumeLimit()
        (limit.level, limit.isOfSink, limit.hasCeiling) = (level, isOfSink, level < 1)
        return limit
    }

    @Test("a stream has what its output allows of what is wanted, and what is wanted where the output allows it")
    func limited() {
        var state = Self.running(at: 0.8)
        var isLowered = state.setLimit(Self.limit(0.5))
        let lower = state.approach(isStreaming: false)
        #expect(isLowered && lower?.level == 0.5)
        state.want(level: 0.3)
        #expect(state.approach(isStreaming: false)?.level == 0.3)
        state.want(level: 0.9)
        #expect(state.approach(isStreaming: false)?.level == 0.5)
        isLowered = state.setLimit(StreamVolumeLimit())
        #expect(!isLowered && state.approach(isStreaming: false)?.level == 0.9)
    }

    @Test("a mixer that sets more than the output allows is told the ceiling, and set back to it")
    func setBack() {
        var state = Self.running(at: 0.3)
        _ = state.setLimit(Self.limit(0.5))
        let event = state.hear(volume: [1, 1])
        #expect(Self.rounded(event) == .volumeChanged(level: 0.5, muted: false))
        #expect(state.correction?.level == 0.5)
        _ = state.approach(isStreaming: false)
        #expect(state.correction == nil)
        #expect(state.hear(volume: [0.064, 0.064]) != nil && state.correction == nil)
    }

    @Test(
        "a mixer that sets more than the output allows is set back and told nothing where more is wanted, which waits for another output"
    )
    func setBackToMore() {
        var state = Self.running(at: 0.9)
        _ = state.setLimit(Self.limit(0.5))
        _ = state.approach(isStreaming: false)
        for factor: Float in [0.512, 0.729, 0.125] {
            #expect(state.hear(volume: [factor, factor]) == nil)
        }
        _ = state.hear(volume: [0.512, 0.512])
        #expect(state.correction?.level == 0.5)
        _ = state.approach(isStreaming: false)
        #expect(Self.rounded(state.hear(muted: true)) == .volumeChanged(level: 0.9, muted: true))
        _ = state.setLimit(StreamVolumeLimit())
        #expect(state.approach(isStreaming: false)?.level == 0.9)
    }

    @Test("a stream whose volume nobody has set is full again where the output allows it")
    func nothingWanted() {
        for limit in [Self.limit(0.5), Self.limit(0.5, isOfSink: true)] {
            var state = VolumeState()
            _ = state.becomeSettable()
            _ = state.inherit()
            _ = state.setLimit(limit)
            #expect(state.approach(isStreaming: false)?.level == 0.5)
            #expect(state.hear(muted: true) == .volumeChanged(level: 1, muted: true))
            _ = state.setLimit(StreamVolumeLimit())
            #expect(state.approach(isStreaming: false)?.level == 1)
        }
    }

    @Test("a stream that begins above its ceiling is known to, so that no ramp prolongs it")
    func beyondLimit() {
        var state = VolumeState()
        state.want(level: 0.3)
        _ = state.setLimit(Self.limit(0.5))
        #expect(!state.isBeyondLimit)
        _ = state.hear(volume: [1, 1])
        #expect(state.isBeyondLimit)
        _ = state.becomeSettable()
        _ = state.inherit()
        #expect(state.approach(isStreaming: false)?.level == 0.3 && !state.isBeyondLimit)
    }

    @Test("a stream whose volume is the sink's stays at full level, whatever is wanted or a mixer sets, without its balance")
    func sinkVolume() {
        var state = Self.running(at: 0.3)
        _ = state.hear(volume: [0.027, 0.01])
        _ = state.setLimit(Self.limit(1, isOfSink: true))
        #expect(state.approach(isStreaming: false) == Volume(level: 1))
        state.want(level: 0.6)
        #expect(state.approach(isStreaming: false) == Volume(level: 1))
        #expect(state.hear(volume: [0.5, 0.5]) == nil && state.correction == Volume(level: 1))
        _ = state.setLimit(StreamVolumeLimit())
        #expect(state.approach(isStreaming: false)?.level == 0.6)
    }

    @Test("what of its ceiling a sink does not keep to is taken from the stream, and several sinks have the lowest ceiling")
    func limits() {
        let volumes = OutputVolumes(["a": VolumeRule(maximum: 0.5, control: .sink), "b": VolumeRule(maximum: 0.4)])
        let at = { (name: String, level: Double?) in StreamVolumeLimit.Sink(name: name, port: nil, level: level) }
        let loud = StreamVolumeLimit(volumes, at: [at("a", 0.8)], mayBeOfSink: true)
        #expect(loud == Self.limit(0.625, isOfSink: true))
        #expect(StreamVolumeLimit(volumes, at: [at("a", 0.3)], mayBeOfSink: true).level == 1)
        #expect(StreamVolumeLimit(volumes, at: [at("a", 0.3)], mayBeOfSink: false).isOfSink == false)
        #expect(StreamVolumeLimit(volumes, at: [at("a", nil)], mayBeOfSink: true) == Self.limit(0.5))
        #expect(StreamVolumeLimit(volumes, at: [at("a", 0.3), at("b", 1)], mayBeOfSink: true) == Self.limit(0.4))
        #expect(StreamVolumeLimit(volumes, at: [], mayBeOfSink: true) == StreamVolumeLimit())
    }
}
