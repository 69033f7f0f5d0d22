package import AudioTypes

/// Sound at another speed without a file around it: samples in, samples out. Used by one thread at a time.
@safe package struct StretchedSamples: ~Copyable {
    private let stretch: TimeStretch
    private let speed: Double

    /// - Parameter speed: how many seconds of the input one second of the output holds, from 0.25 to 4.
    package init(speed: Double, channelCount: Int, sampleRate: SampleRate) {
        self.speed = min(4, max(0.25, speed))
        stretch = TimeStretch(speed: self.speed, channelCount: channelCount, sampleRate: sampleRate)
    }

    /// Takes in the frames of `planes`, which are all until ``finish()``.
    package func write(_ planes: UnsafeMutablePointer<UnsafeMutablePointer<Float>>, count: Int) {
        let region = unsafe stretch.writeRegion(count)
        for channel in 0..<stretch.channelCount { unsafe region[channel].update(from: planes[channel], count: count) }
        stretch.commit(count)
    }

    /// Says that nothing more comes.
    package func finish() { stretch.finish(length: Int64((Double(stretch.taken) / speed).rounded())) }

    /// Writes up to `capacity` frames into `planes`, and returns how many; fewer if more of the input is needed, or at the end.
    package func read(into planes: UnsafeMutablePointer<UnsafeMutablePointer<Float>>, capacity: Int) -> Int {
        unsafe stretch.read(into: planes, capacity: capacity)
    }
}
