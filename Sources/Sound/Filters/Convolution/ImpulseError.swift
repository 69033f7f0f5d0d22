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
    /// A sample that is no number or beyond ``Convolution/largestTap``; with its frame.
    case sample(Int)
    /// Nothing but silence.
    case silent
    /// Curves and the impulse response have more frames together than ``Convolution/tapLimit``; with how many.
    case productTooLong(frames: Int)
    /// Curves and the impulse response are louder together than ``Convolution/largestProduct``.
    case productTooLoud

    /// The stable name of this error.
    package static let code = "invalid_impulse"

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
        case .sample(let frame): "Frame \(frame) of the impulse response is no number or louder than 40 dB."
        case .silent: "The impulse response is silent, and so would be all sound through it."
        case .productTooLong(let frames):
            "The impulse response and the curves of the equaliser have \(frames) frames together; at most \(Convolution.tapLimit) can be used: cut its end, or use fewer curves."
        case .productTooLoud:
            "The curves of the equaliser and the impulse response raise the sound by more than 120 dB together: lower one of them."
        }
    }
}
