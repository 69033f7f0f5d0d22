import CSanitizer
import RealtimeAudio

/// Several outputs of one sound with everyone around them on one thread; only `read` itself runs under the sanitizer.
final class Loudspeakers {
    private let studio: Studio
    private let sound: SharedSound
    private var readers: [SoundReader] = []
    private let planes: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    private var now: Int64 = 0
    private var heard = 0

    /// Makes the outputs of what `studio` plays.
    init(_ studio: Studio) {
        self.studio = studio
        sound = SharedSound(studio.renderer)
        planes = .allocate(capacity: 2)
        for channel in 0..<2 {
            planes[channel] = .allocate(capacity: 8_192)
            planes[channel].initialize(repeating: 0, count: 8_192)
        }
    }

    func scene(_ name: String) { print(name) }

    func play(frames: Int) {
        studio.renderer.setPlays(true)
        studio.segment(1, frames: frames)
    }

    func join() -> SoundReader {
        let reader = SoundReader(sound)
        reader.setPrimary(readers.isEmpty)
        readers.append(reader)
        return reader
    }

    /// Has all outputs begin in one cycle.
    func beginTogether() { sound.awaitReaders(readers.count) }

    /// Runs cycles of all outputs but those that are left out, as the sound server does.
    func cycles(_ count: Int, of quantum: Int, without absent: [SoundReader] = []) {
        for _ in 0..<count {
            for reader in readers where !absent.contains(where: { $0 === reader }) {
                __rtsan_realtime_enter()
                reader.consumer.read(into: UnsafePointer(planes), frameCount: quantum, now: now, latency: 20_000_000)
                _ = reader.consumer.leaves()
                __rtsan_realtime_exit()
            }
            heard += quantum
            now += Int64(quantum) * 1_000_000_000 / 48_000
            while studio.renderer.nextEvent() != nil {}
        }
    }

    /// Silences an output from within its callback.
    func cut(_ reader: SoundReader) {
        __rtsan_realtime_enter()
        reader.consumer.cut()
        __rtsan_realtime_exit()
    }

    /// Checks that the script met what it was meant to meet: else it drove less than it says.
    func finish() {
        precondition(readers.contains { $0.stepCount > 0 } && readers.contains(where: \.hasLeft), "the script drove too little")
        print("nothing in \(heard) frames of \(readers.count) outputs broke the contract")
    }
}
