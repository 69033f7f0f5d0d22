package import AudioTypes

/// Why an impulse response cannot be used. Nothing of it is, then.
package enum ImpulseError: Error, Hashable, Sendable, CustomStringConvertible {
    /// More bytes than ``ImpulseBounds/bytes``.
    case tooLarge
    /// No RIFF/WAVE file; with the name of what it seems to be.
    case notWave(String?)
    /// It ends before what it announces, or a part of it has no sense; with what.
    case damaged(String)
    /// Samples that are not read; with what they are.
    case unknownSamples(String)
    /// Another number of channels than one, two or four.
    case channels(Int)
    /// A sample rate outside ``ImpulseResponse/rates``; in hertz.
    case rate(Int)
    /// More frames than ``ImpulseBounds/frames``; with how many at which rate.
    case tooLong(frames: Int, SampleRate)
    /// More frames than ``ImpulseBounds/resampledFrames`` at the rate of the sound; with how many the file has at which rate.
    case tooLongResampled(frames: Int, SampleRate, sound: SampleRate)
    /// A number of channels that does not fit the sound; with its layout.
    case layout(channels: Int, sound: ChannelLayout)
    /// Sound at a rate outside ``ImpulseResponse/rates``; with it.
    case soundRate(SampleRate)
    /// A sample that is no number or beyond ``Convolution/largestTap``; with its frame.
    case sample(Int)
    /// Nothing but silence.
    case silent
    /// Curves and the impulse response have more frames together than ``Convolution/tapLimit``; with how many.
    case productTooLong(frames: Int)
    /// More frames of all channels together than ``Convolution/sizeLimit``, or twice as many of all filters; with those of the longest
    /// filter and the number of channels.
    case tooManyChannels(frames: Int, channels: Int)
    /// Curves and the impulse response are louder together than ``Convolution/largestProduct``.
    case productTooLoud

    /// The stable name of this error.
    package static let code = "invalid_impulse"

    /// How many frames at one rate are not too many at another.
    private static func most(at rate: SampleRate, for sound: SampleRate) -> Int {
        ImpulseBounds.resampledFrames * Int(rate.hertz) / Int(sound.hertz)
    }

    /// A sentence for a person.
    package var description: String {
        switch self {
        case .tooLarge: "The impulse response is larger than 64 MiB."
        case .notWave(let kind?): "The impulse response is \(kind), and only WAV is read: convert it."
        case .notWave(nil): "The impulse response is no WAV file."
        case .damaged(let what): "The WAV file of the impulse response is damaged: \(what)."
        case .unknownSamples(let kind):
            "The samples of the impulse response are \(kind); integers of 16, 24, 32 or 64 bits and floats of 32 or 64 bits are read."
        case .channels(let count):
            "The impulse response has \(count) channels; one, two, or four for true stereo (LL, LR, RL, RR) can be used."
        case .rate(let hertz): "The impulse response says that its sample rate is \(hertz) Hz; 8,000 to 1,536,000 Hz can be used."
        case .tooLong(let frames, let rate):
            "The impulse response has \(frames) frames at \(rate); at most \(ImpulseBounds.frames) can be used: cut its end."
        case .tooLongResampled(let frames, let rate, let sound):
            "The impulse response has \(frames) frames at \(rate); at most \(Self.most(at: rate, for: sound)) can be used where the sound has \(sound): cut its end."
        case .layout(let channels, let sound):
            "The impulse response has \(channels) channels, which fit one or two, and the sound has \(sound.count): use one with a single channel, which fits all."
        case .soundRate(let rate):
            "The sound has a sample rate of \(rate); impulse responses and 8,000 to 1,536,000 Hz go together: use none for it."
        case .tooManyChannels(let frames, let channels):
            "The impulse response and the curves have \(frames) frames together for \(channels) channels; at most \(Convolution.sizeLimit / max(1, channels)) can be used for so many: cut its end."
        case .sample(let frame): "Frame \(frame) of the impulse response is no number or louder than 40 dB."
        case .silent: "The impulse response is silent, and so would be all sound through it."
        case .productTooLong(let frames):
            "The impulse response and the curves of the equaliser have \(frames) frames together; at most \(Convolution.tapLimit) can be used: cut its end, or use fewer curves."
        case .productTooLoud:
            "The curves of the equaliser and the impulse response raise the sound by more than 120 dB together: lower one of them."
        }
    }
}
