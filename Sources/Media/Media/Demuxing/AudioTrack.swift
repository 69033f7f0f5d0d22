package import AudioTypes
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
    /// The name that the container gives the track; `nil` if it gives none.
    package let title: String?
    package let purposes: Set<TrackPurpose>
    /// How many samples each channel has, as the container says; `nil` if it does not.
    package let frames: Int64?

    /// What matters for a choice among several tracks.
    package var soundTrack: SoundTrack {
        SoundTrack(index: index, language: language.flatMap { LanguageCode($0) }, title: title, purposes: purposes)
    }

    /// See ``MediaTypes/SourceDescription/depth(codec:bitsPerSample:)``.
    package var depth: Int? { SourceDescription.depth(codec: codec, bitsPerSample: bitsPerSample) }
}
