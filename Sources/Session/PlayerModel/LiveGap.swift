/// A gap in live sound that is over.
package struct LiveGap: Hashable, Sendable {
    /// How long there was silence because nothing came, in seconds.
    package var silence: Double
    /// How much sound came too late and was left out, in seconds.
    package var skipped: Double

    package init(silence: Double, skipped: Double) {
        self.silence = silence
        self.skipped = skipped
    }
}
