import CFFmpeg
import MediaTypes

/// Owner of an `AVFrame`: allocated once and filled again for each decoded frame.
@safe struct Frame: ~Copyable {
    let pointer: UnsafeMutablePointer<AVFrame>

    init(for name: String) throws(MediaError) {
        guard let frame = unsafe av_frame_alloc() else { throw .outOfMemory(name) }
        unsafe pointer = unsafe frame
    }

    deinit {
        var frame: UnsafeMutablePointer<AVFrame>? = unsafe pointer
        unsafe av_frame_free(&frame)
    }

    /// The number of decoded frames (samples of each channel) in it.
    var count: Int { Int(unsafe pointer.pointee.nb_samples) }

    /// The presentation time of its first sample in ticks of the stream's time base; `nil` if unknown.
    var timestamp: Int64? {
        let value = unsafe pointer.pointee.pts
        return value == fermata_no_timestamp() ? nil : value
    }

    /// The sample rate in hertz.
    var sampleRate: Int32 { unsafe pointer.pointee.sample_rate }

    /// The number of channels.
    var channelCount: Int32 { unsafe pointer.pointee.ch_layout.nb_channels }

    /// How the samples are stored.
    var sampleFormat: AVSampleFormat { AVSampleFormat(rawValue: unsafe pointer.pointee.format) }
}
