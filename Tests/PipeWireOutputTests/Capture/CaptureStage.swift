import AudioTypes
import Glibc
import RealtimeAudio
import SystemSupport
import TestSupport

@testable import PipeWireOutput

/// A sound system with a microphone whose samples tell their frames, and a stream that captures from it.
final class CaptureStage {
    let system: SoundSystem
    let player: TestPlayer
    let events: EventLog<CaptureEvent> = EventLog()
    let buffer: CaptureBuffer
    private(set) var stream: CaptureStream?
    /// What was taken out so far, one array a channel. A missing frame is 2, which no source plays.
    private(set) var captured: [[Float]]
    private(set) var markers: [CaptureMarker] = []

    static let positions = ["FL", "FR", "FC", "LFE", "RL", "RR", "SL", "SR"]

    /// Starts the microphone and the capture, and waits for the first frames.
    /// - Parameters:
    ///   - isClocked: whether the microphone's cycles begin by the clock, as a real one's do.
    ///   - hasMicrophone: whether there is a microphone from the start.
    ///   - rate: the microphone's rate; `capturingAt`: the stream's, if it is another one.
    init(
        channels: Int = 2, rate: Int = 48_000, capturingAt ownRate: Int? = nil, isClocked: Bool = false,
        hasMicrophone: Bool = true, seconds: Double = 60,
        source: CaptureSource = .input(uid: "microphone"), system: SoundSystem = SoundSystem(sinks: [])
    ) throws {
        self.system = system
        captured = Array(repeating: [], count: channels)
        if hasMicrophone { try Self.startMicrophone(in: system, channels: channels, rate: rate, isClocked: isClocked) }
        player = try TestPlayer(system)
        let positions = Self.layout(channels)
        let format = StreamFormat(sampleRate: SampleRate(hertz: ownRate ?? rate) ?? .video, channelLayout: positions)
        buffer = CaptureBuffer(format: format, seconds: seconds, workerDescriptor: .indispensable())
        let configuration = CaptureConfiguration(source: source, title: "Test")
        stream = try player.output.capture(configuration, into: buffer) { [events] in events.append($0) }
    }

    deinit { stream?.shutDown() }

    static func startMicrophone(
        in system: SoundSystem, named name: String = "microphone", channels: Int = 2, rate: Int = 48_000, isClocked: Bool = false
    ) throws {
        let program = try BuiltProgram.path(of: "sink-recorder")
        let realtime = system.shell("chrt -f 80 echo may") == "may\n" ? "chrt -f 80 " : ""
        let names = channels == 1 ? "MONO" : positions.prefix(channels).joined(separator: ",")
        let clock = isClocked ? " --clocked" : ""
        system.spawn(name, "\(realtime)\(program) --source\(clock) --name \(name) --rate \(rate) --positions \(names)")
        wait("the microphone") { system.shell("pw-cli ls Node").contains("\"\(name)\"") }
    }

    private static func layout(_ channels: Int) -> ChannelLayout {
        let all: [AudioChannel] = [
            .frontLeft, .frontRight, .frontCenter, .lowFrequency, .backLeft, .backRight, .sideLeft, .sideRight,
        ]
        return channels == 1 ? .mono : ChannelLayout(Array(all.prefix(channels))) ?? .stereo
    }

    /// Takes out what has come.
    func take() {
        let consumer = buffer.consumer
        while true {
            switch consumer.next(atMost: 8_192) {
            case .nothing: return
            case .marker(let marker):
                markers.append(marker)
                let missing = Array(repeating: Float(2), count: min(Int(marker.missingFrames), 10_000_000))
                for channel in captured.indices { captured[channel] += missing }
            case .frames(let count):
                for channel in captured.indices {
                    captured[channel] += UnsafeBufferPointer(start: consumer.samples(ofChannel: channel), count: count)
                }
                consumer.release(count)
            }
        }
    }

    /// Waits until `count` frames more have come than are here now.
    @discardableResult
    func waitForFrames(_ count: Int) -> Bool {
        // Frames that came while nobody took them out are not the ones that are waited for.
        take()
        let goal = captured[0].count + count
        return wait("\(count) frames more") {
            take()
            return captured[0].count >= goal
        }
    }

    /// Waits until that time has passed, and takes out what comes meanwhile.
    func letPass(milliseconds: Int) {
        let end = ContinuousClock.now + .milliseconds(milliseconds)
        wait("\(milliseconds) ms") {
            take()
            return ContinuousClock.now >= end
        }
    }

    /// Ends the stream and takes out the rest.
    func stop() {
        stream?.shutDown()
        take()
    }

    /// The first places at which a sample is not the number of its frame. Frames that are missing are no faults, and neither is
    /// silence of which the graph said that nothing gave it sound: in the first cycle of a new follower, and in one for which the
    /// source was late. The sound of such a cycle, and of the one in which the server was stopped, is lost or comes in the next one,
    /// and all that follows with it, until the graph drops what waits, and the sound is in time again. It is never early.
    func faults() -> [String] {
        guard let first = captured[0].firstIndex(where: { $0 != 0 && $0 != 2 }) else { return ["nothing was captured"] }
        var faults: [String] = []
        let empty = Int(buffer.statistics.emptyFrames)
        // Cycles that a late source is behind.
        let lateness = (1...8).map { $0 * Int(buffer.statistics.quantum) }
        for (channel, samples) in captured.enumerated() {
            let sign: Float = channel % 2 == 0 ? 1 : -1
            let punctual = Int((captured[0][first] * 0x1p24).rounded()) - first
            var start = punctual
            // All silence so far, and that just before the sample.
            var (silent, run) = (0, 0)
            for (place, sample) in samples.enumerated() {
                if sample == 2 {
                    run = Int(buffer.statistics.quantum)
                    continue
                }
                let number = { sign * Float(($0 + place) & 0xFF_FFFF) * 0x1p-24 }
                if sample == number(start) {
                    run = 0
                } else if sample == 0, silent < empty {
                    silent += 1
                    run += 1
                } else if run > 0, sample == number(start - run) {
                    start -= run
                    run = 0
                } else if let later = lateness.first(where: { start + $0 <= punctual && sample == number(start + $0) }) {
                    start += later
                } else {
                    let (found, expected) = (sample * 0x1p24, number(start) * 0x1p24)
                    faults.append(
                        "channel \(channel), frame \(place): \(found) and not \(expected), \(silent) of \(empty) silent")
                    if faults.count > 8 { return faults }
                    break
                }
            }
        }
        return faults
    }
}
