package import AudioTypes
import Media
package import RealtimeAudio
import SystemSupport

/// Measures the levels of sound that somebody puts into its ``buffer``, and reports them. A thread of its own does the work, as long
/// as the watch lives and sound comes.
package final class LevelWatch: Sendable {
    /// One report.
    package struct Report: Hashable, Sendable {
        package var levels: Levels
        /// The levels of ``Media/Spectrum``'s bands, if they are wanted.
        package var spectrum: [Double]?
    }

    private enum Message: Sendable {
        case end
        case wantSpectrum(Bool)
    }

    /// How many reports there are in a second of sound.
    package static let rate = 30
    /// How long the buffer is, in seconds: far more than the thread is ever late.
    private static let bufferSeconds = 1.0
    /// How long nothing may come until that is silence, in milliseconds.
    private static let silence: Int32 = 250

    /// Where the sound goes.
    package let buffer: CaptureBuffer
    private let thread: WorkerThread<Message>

    /// Starts to watch. `report` is called on the watch's thread.
    /// - Throws: if no descriptor or no thread is left.
    package init(
        _ format: StreamFormat, wantsSpectrum: Bool, report: @escaping @Sendable (Report) -> Void
    ) throws {
        thread = try WorkerThread(dispensable: "fermata-levels")
        buffer = CaptureBuffer(format: format, seconds: Self.bufferSeconds, workerDescriptor: thread.descriptor)
        let (buffer, thread) = (buffer, thread)
        try thread.attemptStart {
            var run = LevelRun(buffer, thread: thread, wantsSpectrum: wantsSpectrum, report: report)
            run.run()
        }
    }

    deinit { thread.post(.end) }

    /// Says whether reports have the spectrum from now on.
    package func wantSpectrum(_ isWanted: Bool) { thread.post(.wantSpectrum(isWanted)) }

    /// The work of the thread.
    private struct LevelRun: ~Copyable {
        private let buffer: CaptureBuffer
        private let consumer: CaptureConsumer
        private let thread: WorkerThread<Message>
        private let report: @Sendable (Report) -> Void
        private let interval: Int
        private var planes: PlaneBuffer
        private var meter: LevelMeter
        private var spectrum: Spectrum?
        private var wantsSpectrum: Bool
        private var count = 0
        private var total: Int64 = 0
        /// Whether the last report told of sound.
        private var toldSound = false

        init(
            _ buffer: CaptureBuffer, thread: WorkerThread<Message>, wantsSpectrum: Bool,
            report: @escaping @Sendable (Report) -> Void
        ) {
            self.buffer = buffer
            self.thread = thread
            self.wantsSpectrum = wantsSpectrum
            self.report = report
            consumer = buffer.consumer
            interval = max(1, Int(buffer.format.sampleRate.hertz) / LevelWatch.rate)
            planes = PlaneBuffer(channelCount: buffer.format.channelCount, capacity: interval)
            meter = LevelMeter(buffer.format)
            spectrum = Spectrum(sampleRate: buffer.format.sampleRate)
        }

        mutating func run() {
            while true {
                for message in thread.takeMessages() {
                    switch message {
                    case .end: return
                    case .wantSpectrum(let isWanted): wantsSpectrum = isWanted
                    }
                }
                switch consumer.next(atMost: interval - count) {
                case .marker: break
                case .frames(let frames): take(frames)
                case .nothing: sleep()
                }
            }
        }

        private mutating func take(_ frames: Int) {
            for channel in 0..<buffer.format.channelCount {
                unsafe planes.planes[channel].update(from: consumer.samples(ofChannel: channel), count: frames)
            }
            consumer.release(frames)
            unsafe meter.add(planes.planes, from: 0, count: frames)
            unsafe spectrum?.add(planes.planes, from: 0, count: frames)
            (count, total) = (count + frames, total + Int64(frames))
            if count >= interval { tell() }
        }

        private mutating func tell() {
            count = 0
            let levels = meter.take(end: total)
            toldSound = levels.peaks.contains { $0 > Decibels.silence }
            report(Report(levels: levels, spectrum: wantsSpectrum ? spectrum?.levels() : nil))
        }

        private mutating func sleep() {
            guard consumer.maySleep(untilWaiting: interval - count) else { return }
            let began = MonotonicClock.nanoseconds
            thread.wait(timeout: toldSound ? LevelWatch.silence : -1)
            let waited = (MonotonicClock.nanoseconds - began) / 1_000_000
            guard toldSound, waited >= LevelWatch.silence, case .nothing = consumer.next(atMost: 1) else { return }
            // Nothing plays any more.
            meter = LevelMeter(buffer.format)
            spectrum = Spectrum(sampleRate: buffer.format.sampleRate)
            tell()
        }
    }
}
