package import AudioTypes
import CFFmpeg

/// Samples without a container around them, channels interleaved: how to read them is told, and not found out.
package struct RawSamples: Hashable, Sendable {
    /// How a sample is written; the raw values are FFmpeg's names.
    package enum Encoding: String, Hashable, Sendable, CaseIterable {
        case f32le, s16le, s24le, s32le

        /// In bytes.
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
    /// The channels are in the usual order of their number (``ChannelLayout/standard(channelCount:)``).
    package let channelCount: Int

    package init(encoding: Encoding, sampleRate: SampleRate, channelCount: Int) {
        self.encoding = encoding
        self.sampleRate = sampleRate
        self.channelCount = channelCount
    }

    /// In bytes.
    package var frameSize: Int { encoding.sampleSize * channelCount }

    /// FFmpeg's demuxer of such samples.
    var demuxer: UnsafePointer<AVInputFormat>? { unsafe av_find_input_format(encoding.rawValue) }

    /// Tells that demuxer the rest.
    func describe(in options: inout OpaquePointer?) {
        unsafe av_dict_set(&options, "sample_rate", "\(sampleRate.hertz)", 0)
        // FFmpeg's way to write the usual layout of a number of channels.
        unsafe av_dict_set(&options, "ch_layout", "\(channelCount)c", 0)
    }
}
