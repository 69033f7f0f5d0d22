import AudioTypes

/// A processor with what belongs to its coming. Control makes and frees it; in between, the callback alone uses it.
@safe struct FilterChange: ~Copyable {
    /// What comes.
    let processor: ListeningProcessor
    /// The way from the processor before.
    var fade: ListeningFade
    /// Whether it takes the place of the processor before at once, because nothing of the sound before is heard.
    var isSudden: Bool
    /// The next one of those that control is to free.
    var next: UnsafeMutablePointer<FilterChange>?

    /// How long the fade takes, in seconds: with the time in which a chain of bands runs unheard, less than 50 ms.
    static var fadeSeconds: Double { 0.03 }

    /// Makes what the callback needs for a change to what `kernel` is, at a volume in decibels.
    init(_ kernel: ListeningKernel, volume: Double, isSudden: Bool) {
        processor = ListeningProcessor(kernel, volume: volume)
        fade = ListeningFade(
            length: Int(Self.fadeSeconds * Double(kernel.rate.hertz)), warmUp: kernel.warmUp, channelCount: kernel.layout.count)
        self.isSudden = isSudden
        unsafe next = nil
    }
}
