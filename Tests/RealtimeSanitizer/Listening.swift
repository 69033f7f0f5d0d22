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
        let none = try ListeningProcessor(ListeningPlan(filters: nothing), for: .stereo, at: .video)
        for (turn, length) in lengths.enumerated() {
            fill(length, turn % 3 == 2 ? 0 : 0.9)
            __rtsan_realtime_enter()
            all.follow(volume: -Double(turn))
            all.process(planes, channelCount: 2, count: length)
            __rtsan_realtime_exit()
            processed += length
        }
        var fade = ListeningFade(length: 1_000, warmUp: 500, channelCount: 2)
        while !fade.isOver {
            fill(256, 0.5)
            __rtsan_realtime_enter()
            fade.process(planes, channelCount: 2, count: 256, leaving: all, coming: none)
            all.reset()
            __rtsan_realtime_exit()
            processed += 256
        }
    }

    private func fill(_ count: Int, _ level: Float) {
        for channel in 0..<2 { for frame in 0..<count { planes[channel][frame] = frame % 2 == 0 ? level : -level } }
    }

    func finish() { print("nothing in \(processed) frames of everything broke the contract") }
}
