import AudioTypes
import Filters
import Glibc
import Logging
import Synchronization

/// The equaliser of what goes to the rooms: all of them hear one stream of the server, so they have one together.
///
/// Whoever chooses or asks holds the lock. The feed's thread runs the filters without it, and is never waited for.
@safe final class FeedFilters: @unchecked Sendable {
    private struct Choice {
        var rule: OutputFilters.Rule?
        var filters = ReadFilters.none
    }

    private let format: StreamFormat
    private let logger: Logger
    private let choice = Mutex(Choice())
    /// Under the lock.
    private let stage: FilterStage
    /// The side of the feed's thread.
    private let consumer: FilterConsumer

    init(_ format: StreamFormat, logger: Logger) {
        (self.format, self.logger) = (format, logger)
        stage = FilterStage(format)
        consumer = stage.consumer
    }

    /// Takes over what is chosen for all outputs.
    /// - Parameter isHeard: whether sound goes to the rooms. If not, the next one begins with the equaliser.
    func set(_ choices: OutputFilters, isHeard: Bool) {
        let wanted = choices.rule(sink: FeedConfiguration.uid, port: nil)
        choice.withLock { choice in
            stage.collect()
            guard wanted != choice.rule else { return }
            let (before, hadAny) = (choice.rule, choice.filters.kernel != nil)
            choice.rule = wanted
            // What a pattern or the default gives is not for loudspeakers.
            let isOwn = wanted?.name == FeedConfiguration.uid
            if wanted?.choice == before?.choice, isOwn == (before?.name == FeedConfiguration.uid) { return }
            stage.beginCount()
            do throws(EqualizerTextError) {
                choice.filters = if let wanted { try filters(wanted.choice, hasCrossfeed: isOwn) } else { .none }
            } catch {
                logger.error("the filters of the rooms cannot be used", metadata: ["reason": "\(error)"])
                choice.filters = .none
            }
            if let kernel = choice.filters.kernel {
                stage.publish(kernel, isSudden: !isHeard)
            } else if hadAny {
                stage.publish([], isSudden: !isHeard)
            }
        }
    }

    /// Computes a choice, but for what would keep control waiting.
    private func filters(_ choice: OutputFilters.Choice, hasCrossfeed: Bool) throws(EqualizerTextError) -> ReadFilters {
        guard ReadFilters.isSlow(choice) else { return try .of(choice, for: format, hasCrossfeed: hasCrossfeed) }
        return .quick(
            choice, for: format, hasCrossfeed: hasCrossfeed,
            problem: "Curves and impulse responses are not heard in rooms.")
    }

    /// Has the loudness follow the volume, a linear factor.
    func follow(gain: Float) { choice.withLock { _ in stage.setVolume(gain > 0 ? max(-120, 20 * log10(Double(gain))) : -120) } }

    /// What the filters do.
    var report: OutputFilterReport {
        choice.withLock { choice in
            stage.collect()
            var report = OutputFilterReport()
            report.rule = choice.rule?.name
            if let rule = choice.rule, !rule.choice.isOff {
                let filters = choice.filters
                (report.bands, report.level, report.parts) = (filters.bandCount, filters.level, filters.parts)
                (report.problem, report.clippedSamples) = (filters.problem, stage.clippedSamples)
                report.latency = Double(stage.latency) / Double(format.sampleRate.hertz)
            }
            return report
        }
    }

    /// The feed's thread: filters the next `count` frames in place.
    /// - Parameter planes: one pointer for each channel of the format, each to `count` floats.
    func process(_ planes: UnsafePointer<UnsafeMutablePointer<Float>>, count: Int) {
        unsafe consumer.process(planes, frameCount: count)
    }
}
