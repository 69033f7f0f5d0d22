import MediaTypes

/// An audio track as its container describes it.
package struct AudioTrack: Hashable, Sendable {
    /// The number of its stream in the container, from 0.
    package let index: Int
    /// The codec's short name, such as `flac`.
    package let codec: String
    /// The sample rate in hertz; `nil` if the container does not say.
    package let sampleRate: Int?
    /// The number of channels; `nil` if the container does not say.
    package let channels: Int?
    /// The layout in FFmpeg's words, such as `stereo` or `5.1(side)`.
    package let channelLayout: String
    /// Bits a second; `nil` if unknown.
    package let bitRate: Int?
    /// Significant bits of a sample, for lossless codecs and plain samples; `nil` for lossy ones.
    package let bitsPerSample: Int?
    /// The language code as the container writes it, mostly ISO 639-2; `nil` if there is none.
    package let language: String?

    /// See ``MediaTypes/SourceDescription/depth(codec:bitsPerSample:)``.
    package var depth: Int? { SourceDescription.depth(codec: codec, bitsPerSample: bitsPerSample) }
}
