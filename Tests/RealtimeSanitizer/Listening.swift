import AudioTypes
import CSanitizer
import Filters

/// All that an output may want of its sound, and the way from one wish to the next; only what the callback calls runs under the sanitizer.
final class Listening {
    private let planes: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    private var processed = 0

    init() {
        planes = .allocate(capacity: 2)
        for channel in 0..<2 {
            planes[channel] = .allocate(capacity: 8_192)
            planes[channel].initialize(repeating: 0, count: 8_192)
        }
    }

    func scene(_ name: String) { print(name) }

    /// Runs everything there is in callbacks of these lengths, with sound, silence and a moving volume; then fades to nothing.
    func runs(_ lengths: [Int]) throws {
        let text = "Preamp: -3 dB\nFilter: ON PK Fc 900 Hz Gain 3 dB Q 2\nGraphicEQ: 100 0; 1000 -6; 9000 0"
        guard let shelves = LoudnessShelves(reference: -10, bass: 8, treble: 5),
            let aids = ListeningAids(isSwapped: true, balance: 2, delays: [3, 0], loudness: shelves),
            let filters = try FilterChain(preamp: .automatic, equalizer: EqualizerReader(Array(text.utf8)).equalizer, aids: aids),
            let nothing = FilterChain(), let limiter = LimiterSettings(isTruePeak: true)
        else { return }
        let room = (0..<20_000).map { 1 / Double($0 + 1) }
        let plan = try ListeningPlan(
            filters: filters, crossfeed: .standard, impulse: ImpulseResponse(rate: .video, channels: [room, room, room, room]),
            night: .standard, limiter: limiter)
        let all = try ListeningProcessor(plan, for: .stereo, at: .video)
        for (turn, length) in lengths.enumerated() {
            fill(length, turn % 3 == 2 ? 0 : 0.9)
            __rtsan_realtime_enter()
            all.follow(volume: -Double(turn))
            all.process(planes, channelCount: 2, count: length)
            __rtsan_realtime_exit()
            processed += length
        }
        __rtsan_realtime_enter()
        all.reset()
        __rtsan_realtime_exit()
        try changes(plan, ListeningPlan(filters: nothing, limiter: .standard))
    }

    /// Goes from one plan to the other in a stream and back, to nothing, and at once to the first again; and rests in silence.
    private func changes(_ one: ListeningPlan, _ two: ListeningPlan) throws {
        let stage = FilterStage(StreamFormat(sampleRate: .video, channelLayout: .stereo))
        let kernels = try [one, two].map { try ListeningKernel($0, for: .stereo, at: .video) }
        stage.publish(kernels[0], isSudden: false)
        cycles(100, stage)
        for turn in 1...4 {
            stage.publish(kernels[turn % 2], isSudden: false)
            stage.setVolume(-3 * Double(turn))
            cycles(turn == 3 ? 20 : 300, stage)
        }
        cycles(600, stage, level: 0)
        stage.publish([], isSudden: false)
        cycles(100, stage)
        stage.publish(kernels[0], isSudden: true)
        cycles(10, stage)
    }

    private func cycles(_ count: Int, _ stage: FilterStage, level: Float = 0.9) {
        for _ in 0..<count {
            fill(256, level)
            __rtsan_realtime_enter()
            stage.consumer.process(planes, frameCount: 256)
            __rtsan_realtime_exit()
            processed += 256
        }
        stage.collect()
    }

    private func fill(_ count: Int, _ level: Float) {
        for channel in 0..<2 { for frame in 0..<count { planes[channel][frame] = frame % 2 == 0 ? level : -level } }
    }

    func finish() { print("nothing in \(processed) frames of everything broke the contract") }
}
