/// How sound is written: the container, the codec in it, and how the codec stores samples.
///
/// Only combinations that exist can be made, with ``init(named:_:)`` or ``init(suffixOf:_:)``.
package struct AudioFileFormat: Hashable, Sendable {
    /// What holds the packets of the codec.
    package enum Container: Hashable, Sendable, CaseIterable {
        /// RIFF WAVE, which becomes RF64 (EBU Tech 3306) before it exceeds 4 GiB.
        case wave
        /// Apple's Core Audio Format, of any length.
        case caf
        /// AIFF, or AIFF-C for floats, up to 4 GiB.
        case aiff
        /// Native FLAC.
        case flac
        /// Ogg, with pages of at most a second.
        case ogg
        /// Bare MPEG audio, with tags and LAME's header in front. The header states delay and padding when the file is finished,
        /// if the sink can go back; otherwise readers give the encoder's delay before the sound.
        case mp3
        /// ADTS, packets of AAC with no container. It cannot tell the encoder's delay and padding from sound: a reader hears
        /// 1,024 frames before the sound, and up to 1,023 after it.
        case adts
        /// MP4 in fragments of at most a second, so that what was written can be played whenever the writing stops.
        case mp4
        /// Matroska, with clusters of at most a second. Older releases of FFmpeg state the encoder's delay of Opus and Vorbis
        /// only: before AAC readers then give 1,024 frames, before MP3 1,105. They give the delay of Opus too if all sound is in
        /// one packet of 20 ms.
        case matroska
        /// Nothing but the samples of PCM, one frame behind the other, without a header. For programs that know the rest; never for
        /// files.
        case raw
    }

    /// What becomes of the samples.
    package enum Codec: Hashable, Sendable, CaseIterable {
        /// The samples themselves.
        case pcm
        /// FLAC, lossless.
        case flac
        /// Opus. It always has 48 kHz.
        case opus
        /// Vorbis.
        case vorbis
        /// MPEG audio layer 3.
        case mp3
        /// AAC with low complexity.
        case aac
    }

    /// How a lossless codec stores a sample.
    package enum SampleKind: Hashable, Sendable, CaseIterable {
        /// Signed integers.
        case signed16, signed24
        /// IEEE 754 floats, which keep every sample as it is.
        case float32
    }

    /// How much a lossy codec keeps.
    package enum Effort: Hashable, Sendable {
        /// Bits per second, of all channels together. MP3 and AAC take the nearest that their standard has for the sample rate.
        case bitRate(Int)
        /// A variable bit rate, on the codec's own scale: -1…10 for Vorbis, 0…9 for MP3, where 0 is the best.
        case quality(Int)
    }

    /// How a lossy codec spreads its bits over time.
    package enum BitRateMode: Hashable, Sendable, CaseIterable {
        /// Each second has as many. AAC keeps to that over some packets, MP3 and Opus in each packet.
        case constant
        /// What is hard to code has more.
        case variable
    }

    /// What holds the packets.
    package let container: Container
    /// The codec.
    package let codec: Codec
    /// How samples are stored; `nil` for lossy codecs.
    package internal(set) var samples: SampleKind?
    /// Whether nobody asked how samples are stored, so that they keep the depth of their source; see ``keeping(bits:dithers:)``.
    package let followsSource: Bool
    /// Whether samples are dithered before they are stored with 16 bits.
    package internal(set) var isDithered = false
    /// The bits of a sample where the sound comes from; `nil` if nobody knows, or it was coded with losses.
    package internal(set) var sourceBits: Int?
    /// How much is kept; `nil` for lossless codecs.
    ///
    /// A default depends on the number of channels, so it is `nil` too if nothing was asked for.
    package let effort: Effort?
    /// How the bits are spread, if somebody asked for that.
    package internal(set) var bitRateMode: BitRateMode?

    /// What may be asked for together with a format. What is `nil` has its default.
    package struct Options: Hashable, Sendable {
        /// The codec, for containers that hold several.
        package var codec: Codec?
        /// How samples are stored; as deep as their source by default.
        package var samples: SampleKind?
        /// Bits per second, of all channels together.
        package var bitRate: Int?
        /// See ``AudioFileFormat/Effort/quality(_:)``.
        package var quality: Int?
        /// How the bits are spread over time.
        package var bitRateMode: BitRateMode?

        /// Makes options.
        package init(
            codec: Codec? = nil, samples: SampleKind? = nil, bitRate: Int? = nil, quality: Int? = nil,
            bitRateMode: BitRateMode? = nil
        ) {
            self.codec = codec
            self.samples = samples
            self.bitRate = bitRate
            self.quality = quality
            self.bitRateMode = bitRateMode
        }
    }

    /// Sets members that ``AudioFileFormat+Choosing`` has checked.
    init(checked container: Container, _ codec: Codec, _ samples: SampleKind?, followsSource: Bool, _ effort: Effort?) {
        self.container = container
        self.codec = codec
        self.samples = samples
        self.followsSource = followsSource
        self.effort = effort
    }
}
