/// An audio track as its container describes it.
package struct AudioTrack: Hashable, Sendable {
    /// The number of its stream in the container, from 0.
    package let index: Int
    /// The codec's short name, such as `flac`.
    package let codec: String
    /// Frames a second, in hertz; `nil` where the container does not say.
    package let sampleRate: Int?
    /// Channels; `nil` where the container does not say.
    package let channels: Int?
    /// The layout in FFmpeg's words, such as `stereo` or `5.1(side)`.
    package let channelLayout: String
    /// Bits a second; `nil` where unknown.
    package let bitRate: Int?
    /// Significant bits of a sample, for lossless codecs and plain samples; `nil` for lossy ones.
    package let bitsPerSample: Int?
    /// A language code as the container writes it, mostly ISO 639-2; `nil` where none is given.
    package let language: String?
}
