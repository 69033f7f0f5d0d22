import AudioSession
package import AudioTypes
import CPipeWire
import Logging
import RealtimeAudio

/// How the graph should run the stream, and how it does run it.
extension PipeWireOutput {
    /// Sets how long a cycle should be, in seconds; 0 for this output's own choice. This takes effect at once, and for
    /// later streams.
    package func setPreferredBufferDuration(_ seconds: Double) {
        withLock {
            configuration.preferredBufferDuration = seconds
            guard let renderer else { return }
            updateStream(PW_KEY_NODE_LATENCY, renderer.format.latencyProperty(bufferDuration: seconds))
        }
    }

    /// Sets at which rate the graph should run, in hertz; 0 for the stream's own rate. The stream keeps its rate; if the
    /// two differ, PipeWire resamples it. The graph follows the preference only while its driver does not run; see
    /// ``wouldChangeRate``.
    package func setPreferredSampleRate(_ hertz: Double) {
        withLock {
            configuration.preferredSampleRate = hertz
            guard let renderer else { return }
            updateStream(PW_KEY_NODE_RATE, rateProperty(renderer.format))
        }
    }

    /// Whether the graph would switch to the preferred rate if the stream rested for a moment. That is so if the graph
    /// runs at another rate, its settings allow the preferred one, and no other program keeps it running.
    package var wouldChangeRate: Bool {
        var would = false
        withLock {
            guard let stream, let renderer, let node = stream.nodeID, let model = connection?.graph?.model else { return }
            let (wished, actual) = (wishedRate(renderer.format), stream.timing().graphRate)
            would = actual > 0 && actual != wished && model.rates.grant(wished) && !model.isShared(node)
        }
        return would
    }

    /// Returns how the graph runs the stream.
    package func timing() -> OutputTiming {
        var timing = OutputTiming(quantum: 0, graphRate: 0, latency: 0)
        withLock { timing = stream?.timing() ?? timing }
        return timing
    }

    /// Reports the timing that the callback saw. In the loop's thread.
    func tellTiming() {
        guard let timing = stream?.timing() else { return }
        tell(.timingChanged(quantum: timing.quantum, rate: timing.graphRate, latency: timing.latency))
    }

    /// The value of `node.rate`.
    func rateProperty(_ format: StreamFormat) -> String { "1/\(wishedRate(format))" }

    /// The rate at which the graph should run, in hertz.
    private func wishedRate(_ format: StreamFormat) -> Int {
        let wished = configuration.preferredSampleRate
        return wished > 0 ? Int(wished.rounded()) : Int(format.sampleRate.hertz)
    }

    private func updateStream(_ key: String, _ value: String) {
        guard let stream else { return }
        do throws(OutputError) {
            stream.update(try Properties([key: value]))
        } catch {
            logger.error("a wish could not be told", metadata: ["key": "\(key)", "reason": "\(error.message)"])
        }
    }
}
