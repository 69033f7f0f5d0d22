import AudioTypes
import Filters
import Glibc
import Logging
import Synchronization

/// What the sound for the rooms goes through: all of them hear one stream of the server, so they have one choice together.
///
/// Whoever chooses or asks holds the lock. The feed's thread runs the filters without it. What takes long to compute is made by the threads of
/// a library as soon as it is chosen. If it is not ready when sound begins, the sound waits for it, but not for long.
@safe final class FeedFilters: @unchecked Sendable {
    private struct Choice {
        /// All choices, of which one counts.
        var choices = OutputFilters()
        var rule: OutputFilters.Rule?
        /// What is heard, or will be once it is made.
        var request: FilterLibrary.Request?
        var filters = ReadFilters.none
        /// Whether the filters are being made.
        var isAwaiting = false
        /// Whether sound has begun without what is being made.
        var hasBegunWithout = false
        /// Since when sound waits for filters, in nanoseconds on CLOCK_MONOTONIC; `nil` as long as none does.
        var waitsSince: Int64?
    }

    /// How long sound waits for filters, in nanoseconds.
    static let longestWait: Int64 = 500_000_000

    private static let preparing = "The filters are being computed."

    private let format: StreamFormat
    private let library: FeedLibrary
    private let logger: Logger
    private let choice = Mutex(Choice())
    /// Under the lock.
    private let stage: FilterStage
    /// The side of the feed's thread.
    private let consumer: FilterConsumer
    /// Whether sound goes through. The feed's thread says so.
    private let isRunning = Atomic<Bool>(false)
    /// How many frames are heard behind the last one that goes in.
    private let held = Atomic<Int>(0)

    init(_ format: StreamFormat, library: FeedLibrary, logger: Logger) {
        (self.format, self.library, self.logger) = (format, library, logger)
        stage = FilterStage(format)
        consumer = stage.consumer
        library.add { [weak self] in self?.take() }
    }

    // MARK: Control

    /// Takes over what is chosen for all outputs. What is heard fades to it; the next sound begins with it.
    func set(_ choices: OutputFilters) {
        choice.withLock { choice in
            stage.collect()
            guard choices != choice.choices else { return }
            choice.choices = choices
            library.keep(choices)
            let wanted = choices.rule(sink: FeedConfiguration.uid, port: nil)
            choice.rule = wanted
            let request = wanted.map { rule in
                // What a pattern or the default gives is not for loudspeakers.
                let hasCrossfeed = rule.choice.parts.crossfeed != nil && rule.name == FeedConfiguration.uid
                return FilterLibrary.Request(choice: rule.choice, hasCrossfeed: hasCrossfeed, format: format)
            }
            guard request != choice.request else { return }
            choice.request = request
            stage.beginCount()
            publish(&choice)
        }
    }

    /// Prepares for another sound: what had a problem is tried again.
    func prepare() {
        choice.withLock { choice in
            stage.collect()
            guard choice.filters.problem != nil, !choice.isAwaiting else { return }
            library.retryFailed()
            publish(&choice)
        }
    }

    /// Has the loudness follow the volume, a linear factor.
    func follow(gain: Float) { choice.withLock { _ in stage.setVolume(gain > 0 ? max(-120, 20 * log10(Double(gain))) : -120) } }

    /// By how many seconds the sound is late through what is heard.
    var latencySeconds: Double { choice.withLock { _ in seconds(stage.latency) } }

    /// What the filters do.
    var report: OutputFilterReport {
        choice.withLock { choice in
            stage.collect()
            var report = OutputFilterReport()
            report.rule = choice.rule?.name
            if let rule = choice.rule, !rule.choice.isOff {
                let filters = choice.filters
                (report.bands, report.level, report.parts) = (filters.bandCount, filters.level, filters.parts)
                report.problem = choice.isAwaiting ? Self.preparing : filters.problem
                (report.latency, report.clippedSamples) = (seconds(stage.latency), stage.clippedSamples)
            }
            return report
        }
    }

    private func seconds(_ frames: Int) -> Double { Double(frames) / Double(format.sampleRate.hertz) }

    // MARK: Making

    private func publish(_ choice: inout Choice) {
        (choice.isAwaiting, choice.hasBegunWithout, choice.waitsSince) = (false, false, nil)
        guard let request = choice.request else { return give(.none, &choice) }
        if let made = library.filters(for: request) { return give(made, &choice) }
        choice.isAwaiting = true
    }

    /// A thread of filters: takes what was made, if it is what is wanted.
    private func take() {
        choice.withLock { choice in
            guard choice.isAwaiting, let request = choice.request, let made = library.filters(for: request) else { return }
            (choice.isAwaiting, choice.waitsSince) = (false, nil)
            if let problem = made.problem {
                logger.warning(
                    "filters are not complete", metadata: ["output": "\(FeedConfiguration.uid)", "reason": "\(problem)"])
            }
            give(made, &choice)
        }
    }

    /// Has the feed's thread run `made`. A sound that goes on fades to it; the next one begins with it.
    private func give(_ made: ReadFilters, _ choice: inout Choice) {
        let before = choice.filters
        choice.filters = made
        held.store(made.kernel?.held ?? 0, ordering: .relaxed)
        if let kernel = made.kernel {
            stage.publish(kernel, isSudden: false)
        } else if before.kernel != nil {
            stage.publish([], isSudden: false)
        }
    }

    // MARK: The feed's thread

    /// Returns whether sound can begin or go on at `now`, in nanoseconds on CLOCK_MONOTONIC. After too long a wait it begins without what is
    /// missing.
    func isReady(at now: Int64) -> Bool {
        if isRunning.load(ordering: .relaxed) { return true }
        return choice.withLock { choice in
            guard choice.isAwaiting, !choice.hasBegunWithout, let request = choice.request else { return true }
            let since = choice.waitsSince ?? now
            choice.waitsSince = since
            if now - since < Self.longestWait { return false }
            choice.hasBegunWithout = true
            give(
                .quick(request.choice, for: format, hasCrossfeed: request.hasCrossfeed, problem: Self.preparing), &choice)
            return true
        }
    }

    /// Prepares for the next frames of a sound. The first of them follow nothing: they begin with the newest filters, which remember nothing.
    func begin() {
        if isRunning.load(ordering: .relaxed) { return }
        consumer.forget()
        isRunning.store(true, ordering: .relaxed)
    }

    /// Notes that nothing is heard any more of what the filters hold.
    func rest() { isRunning.store(false, ordering: .relaxed) }

    /// By how many frames the sound of the next call comes out later than it goes in.
    var latency: Int { consumer.latency }

    /// How many frames are heard behind the last one that goes in, for as long as that is waited for.
    var heldFrames: Int { held.load(ordering: .relaxed) }

    /// Filters the next `count` frames in place.
    /// - Parameter planes: one pointer for each channel of the format, each to `count` floats.
    func process(_ planes: UnsafePointer<UnsafeMutablePointer<Float>>, count: Int) {
        unsafe consumer.process(planes, frameCount: count)
    }
}
