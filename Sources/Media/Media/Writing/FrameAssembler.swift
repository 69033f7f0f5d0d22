import AudioTypes
import CFFmpeg
import MediaTypes

/// Collects samples until there are as many as an encoder takes at once.
@safe struct FrameAssembler: ~Copyable {
    /// What the encoder gets.
    let frame: Frame
    private let capacity: Int
    private let name: String
    private let channelOrder: [Int]?
    /// The number of frames (samples a channel) that are collected.
    private(set) var count = 0
    /// The number of the first of them.
    private var start: Int64 = 0

    /// How many frames are collected for an encoder that takes any number.
    private static let usualSize = 1_024

    init(for encoder: borrowing Encoder, name: String) throws(MediaError) {
        let frame = try Frame(for: name)
        let capacity = encoder.frameSize ?? Self.usualSize
        unsafe frame.pointer.pointee.nb_samples = Int32(capacity)
        unsafe frame.pointer.pointee.format = encoder.sampleFormat.rawValue
        unsafe frame.pointer.pointee.sample_rate = encoder.input.sampleRate.hertz
        unsafe frame.pointer.pointee.ch_layout = unsafe encoder.input.channelLayout.native
        guard unsafe av_frame_get_buffer(frame.pointer, 0) >= 0 else { throw .outOfMemory(writing: name) }
        self.frame = frame
        self.capacity = capacity
        self.name = name
        channelOrder = encoder.channelOrder
    }

    /// Whether ``seal()`` must be called before more is taken.
    var isFull: Bool { count == capacity }

    /// Takes up to `count` frames of `planes`, from index `start` on, and returns how many.
    mutating func take(_ planes: AudioReader.Planes, from start: Int, count: Int) throws(MediaError) -> Int {
        if self.count == 0 {
            unsafe frame.pointer.pointee.nb_samples = Int32(capacity)
            // The encoder may still hold the samples of the frame before.
            guard unsafe av_frame_make_writable(frame.pointer) >= 0 else { throw .outOfMemory(writing: name) }
        }
        let taken = min(count, capacity - self.count)
        if let channelOrder {
            unsafe withUnsafeTemporaryAllocation(of: UnsafeMutablePointer<Float>.self, capacity: planes.count) { sorted in
                for (place, channel) in channelOrder.enumerated() {
                    unsafe sorted.initializeElement(at: place, to: planes[channel])
                }
                unsafe SampleConversion.store(
                    AudioReader.Planes(sorted), from: start, count: taken, in: frame, at: self.count)
            }
        } else {
            unsafe SampleConversion.store(planes, from: start, count: taken, in: frame, at: self.count)
        }
        self.count += taken
        return taken
    }

    /// Makes ``frame`` one of the samples that are collected, and begins the next.
    mutating func seal() {
        unsafe frame.pointer.pointee.nb_samples = Int32(count)
        unsafe frame.pointer.pointee.pts = start
        start += Int64(count)
        count = 0
    }
}
