import AudioTypes
import Filters

extension FuzzTarget {
    /// The text of an equaliser: it is refused with faults that have places and a bounded number, or it can be written and read again,
    /// all of its filters are stable at the rate, and a click through them stays a number.
    static let equalizers = FuzzTarget("equalizers", atMost: 4_096) { bytes in
        var invention = Invention(bytes)
        let rate = SampleRate(hertz: invention.pick([1, 8_000, 44_100, 192_000, 1_536_000])) ?? .cd
        let layout = ChannelLayout.standard(channelCount: 1 + invention.pick(8)) ?? .stereo
        let isAutomatic = invention.bool()
        let equalizer: Equalizer
        do throws(EqualizerTextError) {
            equalizer = try EqualizerReader(Array(invention.rest())).equalizer
        } catch {
            precondition((1...EqualizerTextError.limit).contains(error.faults.count), "\(error.faults.count) faults")
            for fault in error.faults {
                precondition(fault.line > 0 && fault.column > 0 && fault.sentence.utf8.count < 1_024, "\(fault)")
                precondition(CleanText.isClean(fault.sentence), "\(fault)")
            }
            return
        }
        precondition(equalizer.bandCount <= Equalizer.bandLimit && equalizer.curveCount <= Equalizer.curveLimit)
        let again = try? EqualizerReader(Array(equalizer.description.utf8)).equalizer
        precondition(again == equalizer, "\(equalizer)")

        // At high rates, and unoptimised, measuring curves takes seconds.
        let isMeasured = isAutomatic && (rate.hertz <= 8_000 || equalizer.curveCount == 0)
        guard let chain = FilterChain(preamp: isMeasured ? .automatic : .decibels(0), equalizer: equalizer) else {
            preconditionFailure("no chain")
        }
        let cascades = chain.cascades(for: layout, at: rate)
        for cascade in cascades {
            precondition(cascade.gain.isFinite && cascade.sections.allSatisfy(\.isStable), "\(equalizer) at \(rate)")
        }
        let owner = CascadeChain(cascades)
        withUnsafeTemporaryAllocation(of: Float.self, capacity: 512) { samples in
            guard let start = samples.baseAddress else { return }
            for channel in 0..<layout.count {
                samples.initialize(repeating: 0)
                samples[0] = 1
                owner.process(channel: channel, from: UnsafePointer(start), to: start, count: 512)
                precondition(samples.allSatisfy { abs($0) <= 1e6 }, "\(equalizer) at \(rate)")
            }
        }
    }
}
