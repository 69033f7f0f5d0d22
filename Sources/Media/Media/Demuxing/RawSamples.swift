package import AudioTypes
import CFFmpeg

/// The format of samples without a container, channels interleaved. The client states it; it is not detected.
package struct RawSamples: Hashable, Sendable {
    /// The encoding of a sample; the raw values are FFmpeg's names.
    package enum Encoding: String, Hashable, Sendable, CaseIterable {
        case f32le, s16le, s24le, s32le

        /// The size of a sample in bytes.
        package var sampleSize: Int {
            switch self {
            case .s16le: 2
            case .s24le: 3
            case .f32le, .s32le: 4
            }
        }
    }

    package let encoding: Encoding
    package let sampleRate: SampleRate
    /// The number of channels. They are in the usual order for that number (``ChannelLayout/standard(channelCount:)``).
    package let channelCount: Int

    package init(encoding: Encoding, sampleRate: SampleRate, channelCount: Int) {
        self.encoding = encoding
        self.sampleRate = sampleRate
        self.channelCount = channelCount
    }

    /// The size of a frame in bytes.
    package var frameSize: Int { encoding.sampleSize * channelCount }

    /// FFmpeg's demuxer of such samples.
    var demuxer: UnsafePointer<AVInputFormat>? { unsafe av_find_input_format(encoding.rawValue) }

    /// Passes the sample rate and the layout to that demuxer.
    func describe(in options: inout OpaquePointer?) {
        unsafe av_dict_set(&options, "sample_rate", "\(sampleRate.hertz)", 0)
        // FFmpeg's notation for the usual layout of a number of channels.
        unsafe av_dict_set(&options, "ch_layout", "\(channelCount)c", 0)
    }
}
