import AudioTypes
import CSanitizer
import Filters

/// The filters of a stream with everyone around them on one thread; only `process` itself runs under the sanitizer.
final class Equalizers {
    private let stage = FilterStage(StreamFormat(sampleRate: .video, channelLayout: .stereo))
    private let planes: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    private var filtered = 0

    init() {
        planes = .allocate(capacity: 2)
        for channel in 0..<2 {
            planes[channel] = .allocate(capacity: 8_192)
            planes[channel].initialize(repeating: 0, count: 8_192)
        }
    }

    func scene(_ name: String) { print(name) }

    /// Chooses so many bands, at once or by a fade.
    func choose(bands count: Int, isSudden: Bool = false) {
        let bands = (0..<count).compactMap { Band(.peak, frequency: 50 * Double($0 + 1), gain: 3, width: .quality(1)) }
        let cascade = Cascade(decibels: count == 0 ? 0 : -6, bands, at: .video)
        stage.publish(count == 0 ? [] : [cascade, cascade], isSudden: isSudden)
    }

    /// Runs cycles of sound or of silence.
    func cycles(_ count: Int, of quantum: Int, level: Float = 0.9) {
        for _ in 0..<count {
            for channel in 0..<2 { for frame in 0..<quantum { planes[channel][frame] = frame % 2 == 0 ? level : -level } }
            __rtsan_realtime_enter()
            stage.consumer.process(planes, frameCount: quantum)
            __rtsan_realtime_exit()
            filtered += quantum
        }
    }

    func finish() {
        stage.collect()
        print("nothing in \(filtered) filtered frames broke the contract")
    }
}
