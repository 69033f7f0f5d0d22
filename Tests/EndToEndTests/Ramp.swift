import TestSupport

/// Whether `captured` is `original` under a gain that goes from silence to full level, or back, without a step: from each
/// frame to the next, and at both ends, by no more than the steepest place of a sine does.
func isRamp(_ captured: PCMAudio, of original: PCMAudio, rising: Bool) -> Bool {
    let count = original.frameCount
    guard captured.frameCount == count, count > 0 else { return false }
    let steepest = 2 / Float(count)
    let rounding: Float = 1e-5
    var (lastFrame, lastGain) = (-1, Float(0))
    for step in 0..<count {
        let frame = rising ? step : count - 1 - step
        guard let gain = gain(of: frame, captured, original) else { continue }
        let rise = gain - lastGain
        guard rise >= -rounding, rise <= steepest * Float(step - lastFrame) + rounding else { return false }
        (lastFrame, lastGain) = (step, gain)
    }
    return 1 - lastGain <= steepest * Float(count - lastFrame) && lastGain <= 1 + rounding
}

/// The gain that all channels of a frame have; nil where the original is too quiet to tell.
private func gain(of frame: Int, _ captured: PCMAudio, _ original: PCMAudio) -> Float? {
    let samples = frame * original.channelCount..<(frame + 1) * original.channelCount
    guard let loudest = samples.max(by: { abs(original.samples[$0]) < abs(original.samples[$1]) }) else { return nil }
    let level = original.samples[loudest]
    guard abs(level) >= 0.01 else { return nil }
    let gain = captured.samples[loudest] / level
    let isOfAll = samples.allSatisfy { abs(captured.samples[$0] - original.samples[$0] * gain) <= 1e-5 }
    return isOfAll ? gain : .nan
}
