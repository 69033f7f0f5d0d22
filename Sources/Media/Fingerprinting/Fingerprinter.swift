package import AudioTypes
import CChromaprint
import Glibc
package import MediaTypes

/// Owner of Chromaprint's state: makes the fingerprint of one recording, by which AcoustID and the like recognise it.
///
/// Any thread may use it, but only one at a time.
@safe package struct Fingerprinter: ~Copyable {
    /// The planes of samples that ``add(_:count:)`` takes, one for each channel.
    package typealias Planes = UnsafeBufferPointer<UnsafeMutablePointer<Float>>

    /// How much of a recording counts, in seconds: what AcoustID compares, and what MPD and fpcalc take.
    private static let seconds: Int64 = 120
    /// How many frames go into Chromaprint at once.
    private static let pieceSize = 1_024

    private let library: LibChromaprint
    private let context: OpaquePointer
    private let channelCount: Int
    /// Samples on their way into Chromaprint, which wants them interleaved and in 16 bits.
    private let scratch: UnsafeMutableBufferPointer<Int16>
    /// The frames that still count.
    private var rest: Int64
    /// The frames that were taken.
    private var taken: Int64 = 0

    /// Makes a fingerprinter for sound of `format`. Chromaprint itself mixes the channels and changes the rate.
    /// - Throws: ``MediaError/Code/unsupported`` if Chromaprint cannot use the format, or is not installed;
    ///   ``MediaError/Code/unreadable`` if memory is short.
    package init(_ format: StreamFormat) throws(MediaError) {
        guard let library = LibChromaprint.loaded else {
            throw MediaError(
                .unsupported, "fingerprints need libchromaprint.so.1, which is not there: install libchromaprint1")
        }
        let algorithm = Int32(CHROMAPRINT_ALGORITHM_DEFAULT.rawValue)
        guard let context = unsafe library.functions.pointee.make(algorithm) else {
            throw MediaError(.unreadable, "not enough memory for a fingerprint", systemError: ENOMEM)
        }
        let channels = format.channelCount
        guard unsafe library.functions.pointee.start(context, format.sampleRate.hertz, Int32(channels)) != 0 else {
            unsafe library.functions.pointee.end(context)
            throw MediaError(
                .unsupported, "no fingerprint can be made of sound with \(channels) channels at \(format.sampleRate)")
        }
        channelCount = channels
        self.library = library
        unsafe self.context = unsafe context
        rest = Self.seconds * Int64(format.sampleRate.hertz)
        unsafe scratch = .allocate(capacity: Self.pieceSize * channelCount)
        unsafe scratch.initialize(repeating: 0)
    }

    deinit {
        unsafe library.functions.pointee.end(context)
        unsafe scratch.deallocate()
    }

    /// Whether further samples no longer count.
    package var isFull: Bool { rest == 0 }

    /// Adds `count` frames of `planes`. What comes after two minutes does not count. A sample that is no number counts as silence.
    /// - Throws: ``MediaError/Code/unreadable`` if memory is short.
    package mutating func add(_ planes: Planes, count: Int) throws(MediaError) {
        precondition(planes.count == channelCount, "one plane a channel")
        let wanted = Int(min(Int64(count), rest))
        var added = 0
        while added < wanted {
            let piece = min(Self.pieceSize, wanted - added)
            unsafe interleave(planes, from: added, count: piece)
            guard unsafe library.functions.pointee.feed(context, scratch.baseAddress, Int32(piece * channelCount)) != 0 else {
                throw Self.failed
            }
            added += piece
        }
        rest -= Int64(wanted)
        taken += Int64(wanted)
    }

    private func interleave(_ planes: Planes, from start: Int, count: Int) {
        guard let base = unsafe scratch.baseAddress else { return }
        for channel in 0..<channelCount {
            let input = unsafe UnsafePointer(planes[channel] + start)
            let output = unsafe base + channel
            for index in 0..<count { unsafe output[index &* channelCount] = Self.integer(input[index]) }
        }
    }

    /// The nearest sample of 16 bits. Those that came from 16 bits become what they were.
    private static func integer(_ sample: Float) -> Int16 {
        // Neither is true for what is no number.
        guard sample > -1 else { return sample <= -1 ? .min : 0 }
        return sample >= 1 ? .max : Int16(min(32_767, (sample * 0x1p15).rounded(.toNearestOrEven)))
    }

    /// The fingerprint in the form in which programs and servers exchange it.
    /// - Throws: ``MediaError/Code/corrupt`` if there was no sound; ``MediaError/Code/unreadable`` if memory is short.
    package consuming func finish() throws(MediaError) -> String {
        guard taken > 0 else { throw MediaError(.corrupt, "there is no sound to make a fingerprint of") }
        guard unsafe library.functions.pointee.finish(context) != 0 else { throw Self.failed }
        var text: UnsafeMutablePointer<CChar>?
        guard unsafe library.functions.pointee.fingerprint(context, &text) != 0, let text = unsafe text else { throw Self.failed }
        defer { unsafe library.functions.pointee.release(text) }
        return unsafe String(cString: text)
    }

    private static var failed: MediaError {
        MediaError(.unreadable, "not enough memory for a fingerprint", systemError: ENOMEM)
    }
}
