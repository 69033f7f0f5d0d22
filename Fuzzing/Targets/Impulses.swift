import AudioTypes
import Filters

extension FuzzTarget {
    /// The file of an impulse response: it is refused with one sentence, or what was read has bounds, and keeps them at another rate; a click
    /// through it stays a number.
    static let impulses = FuzzTarget("impulses", atMost: 2_048) { bytes in
        let response: ImpulseResponse
        do throws(ImpulseError) {
            response = try ImpulseResponse(Array(bytes))
        } catch {
            precondition(error.description.hasSuffix(".") && error.description.utf8.count < 256, "\(error)")
            return
        }
        precondition(ImpulseResponse.channelCounts.contains(response.channels.count) && response.length <= ImpulseBounds.frames)
        for channel in response.channels {
            precondition(channel.count == response.length && channel.allSatisfy { abs($0) <= Convolution.largestTap })
        }
        // A file of two frames a second lasts for ever at 48 kHz: it is refused, and not after minutes.
        if let other = try? response.resampled(to: .video) {
            precondition(other.rate == .video && other.length <= Convolution.tapLimit && other.latency >= 0)
        }
        guard let convolution = try? response.convolution(for: .stereo) else { return }
        var convolver = Convolver(convolution)
        withUnsafeTemporaryAllocation(of: Float.self, capacity: 2 * 256) { samples in
            samples.initialize(repeating: 0)
            guard let start = samples.baseAddress else { return }
            (start[0], start[256]) = (1, .nan)
            withUnsafeTemporaryAllocation(of: UnsafeMutablePointer<Float>.self, capacity: 2) { planes in
                guard let base = planes.baseAddress else { return }
                base.initialize(to: start)
                (base + 1).initialize(to: start + 256)
                convolver.process(base, channelCount: 2, count: 256)
            }
            precondition(samples.allSatisfy { abs($0) <= 1e6 }, "\(response.rate)")
        }
    }
}
