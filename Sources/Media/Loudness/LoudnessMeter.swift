package import AudioTypes
import CEBUR128
import Glibc
package import MediaTypes

/// Owner of libebur128's state: measures the loudness of one stream of sound (EBU R 128, ITU-R BS.1770-4).
///
/// Loudness is in LUFS, peaks are in decibels relative to full scale. Any thread may use a meter, but only one at a time. A meter
/// that measures ``Measures/integrated`` or ``Measures/range`` keeps what it needs of the last 24 hours, a few megabytes at most
/// for music; what is older no longer counts.
@safe package struct LoudnessMeter: ~Copyable {
    /// The planes of samples that ``add(_:from:count:)`` takes, one for each channel.
    package typealias Planes = UnsafeBufferPointer<UnsafeMutablePointer<Float>>

    /// The format of the sound.
    package let format: StreamFormat
    /// What is measured.
    package let measures: Measures
    /// The indices of the channels that the loudness leaves out: the low frequencies, as the standard says, and channels whose
    /// position is unknown, because the standard weighs each channel by its position. Their peaks are measured.
    package let channelsLeftOut: [Int]

    private let library: LibEBUR128
    private let state: UnsafeMutablePointer<ebur128_state>
    /// Samples on their way into libebur128, which wants them interleaved.
    private let scratch: UnsafeMutableBufferPointer<Float>

    /// How many frames go into libebur128 at once.
    private static let pieceSize = 1_024
    /// The rates that can be measured, in hertz. Below, the filter of BS.1770 would begin above half of the rate.
    private static let rates = 4_000...1_536_000
    /// The most bytes that the samples of the longest window may take: three seconds of 64 channels at 96 kHz, and 384 kHz with
    /// 16 channels.
    private static let largestWindow = 160 << 20
    /// How long blocks of 100 ms are kept for the integrated loudness and the range, in milliseconds.
    private static let history: UInt = 24 * 60 * 60 * 1_000

    /// Makes a meter for sound of `format`.
    /// - Throws: ``MediaError/Code/unsupported`` if loudness is not defined at the rate, or the rate and the number of channels
    ///   are both extreme, or libebur128 is not installed; ``MediaError/Code/unreadable`` if memory is short.
    package init(_ format: StreamFormat, measures: Measures) throws(MediaError) {
        let (rate, channels) = (Int(format.sampleRate.hertz), format.channelCount)
        guard Self.rates.contains(rate) else {
            throw MediaError(
                .unsupported,
                "the loudness of sound at \(format.sampleRate) cannot be measured: it is defined from \(Self.rates.lowerBound) Hz on"
            )
        }
        let window = rate * measures.longestWindow / 1_000 * channels * MemoryLayout<Double>.size
        guard window <= Self.largestWindow else {
            throw MediaError(
                .unsupported,
                "the loudness of \(channels) channels at \(format.sampleRate) cannot be measured: that is too much sound")
        }
        guard let library = LibEBUR128.loaded else {
            throw MediaError(
                .unsupported, "loudness needs libebur128.so.1, which is not there: install libebur128-1")
        }
        guard let state = unsafe library.functions.pointee.make(UInt32(channels), UInt(rate), measures.mode) else {
            throw Self.outOfMemory
        }
        _ = unsafe library.functions.pointee.set_max_history(state, Self.history)
        let positions = format.channelLayout.measuredPositions
        for (channel, position) in positions.enumerated() {
            let value = Int32(position?.rawValue ?? EBUR128_UNUSED.rawValue)
            _ = unsafe library.functions.pointee.set_channel(state, UInt32(channel), value)
        }
        channelsLeftOut = positions.indices.filter { positions[$0] == nil }
        self.library = library
        unsafe self.state = unsafe state
        unsafe scratch = .allocate(capacity: Self.pieceSize * channels)
        unsafe scratch.initialize(repeating: 0)
        self.format = format
        self.measures = measures
    }

    deinit {
        var state: UnsafeMutablePointer<ebur128_state>? = unsafe state
        unsafe library.functions.pointee.end(&state)
        unsafe scratch.deallocate()
    }

    /// Adds `count` frames of `planes`, from index `start` on. A sample that is infinite or no number counts as silence, as it
    /// does where it is played.
    /// - Throws: ``MediaError/Code/unreadable`` if memory is short.
    package mutating func add(_ planes: Planes, from start: Int, count: Int) throws(MediaError) {
        precondition(planes.count == format.channelCount, "one plane a channel")
        var added = 0
        while added < count {
            let piece = min(Self.pieceSize, count - added)
            unsafe interleave(planes, from: start + added, count: piece)
            let status = unsafe library.functions.pointee.add_frames(state, scratch.baseAddress, piece)
            guard status == Int32(EBUR128_SUCCESS.rawValue) else { throw Self.outOfMemory }
            added += piece
        }
    }

    private func interleave(_ planes: Planes, from start: Int, count: Int) {
        guard let base = unsafe scratch.baseAddress else { return }
        let channels = planes.count
        for channel in 0..<channels {
            let input = unsafe UnsafePointer(planes[channel] + start)
            let output = unsafe base + channel
            for index in 0..<count {
                let sample = unsafe input[index]
                unsafe output[index &* channels] = sample.isFinite ? sample : 0
            }
        }
    }

    private static var outOfMemory: MediaError {
        MediaError(.unreadable, "not enough memory to measure the loudness", systemError: ENOMEM)
    }
}

// MARK: - Results

extension LoudnessMeter {
    /// The loudness of the last 400 ms in LUFS; `nil` for silence, and if it is not measured. Sound before the first frame counts
    /// as silence.
    package var momentary: Double? { measures.contains(.momentary) ? unsafe loudness(library.functions.pointee.momentary) : nil }

    /// The loudness of the last three seconds in LUFS; `nil` for silence, and if it is not measured. Sound before the first frame
    /// counts as silence.
    package var shortTerm: Double? { measures.contains(.shortTerm) ? unsafe loudness(library.functions.pointee.short_term) : nil }

    /// The loudness of all sound so far in LUFS, without its quiet parts; `nil` if everything was quieter than -70 LUFS or
    /// shorter than 400 ms, and if it is not measured.
    package var integrated: Double? {
        measures.contains(.integrated) ? unsafe loudness(library.functions.pointee.integrated) : nil
    }

    /// The loudness range of all sound so far in LU (EBU Tech 3342); `nil` if it is not measured. 0 for sound of less than three
    /// seconds.
    package var loudnessRange: Double? { measures.contains(.range) ? unsafe loudness(library.functions.pointee.range) : nil }

    /// The largest sample so far in dBFS; `nil` for silence, and if it is not measured.
    package var samplePeak: Double? { measures.contains(.samplePeak) ? unsafe peak(library.functions.pointee.sample_peak) : nil }

    /// The largest value so far of the wave through the samples, in dBTP; `nil` for silence, and if it is not measured.
    /// libebur128 looks at four points for each sample, at two from 96 kHz on, and from 192 kHz on at the samples alone.
    package var truePeak: Double? { measures.contains(.truePeak) ? unsafe peak(library.functions.pointee.true_peak) : nil }

    private func loudness(
        _ ask: (UnsafeMutablePointer<ebur128_state>?, UnsafeMutablePointer<Double>?) -> Int32
    ) -> Double? {
        var value = 0.0
        let status = unsafe ask(state, &value)
        return status == Int32(EBUR128_SUCCESS.rawValue) && value.isFinite ? value : nil
    }

    /// The largest value of all channels in decibels.
    private func peak(
        _ ask: (UnsafeMutablePointer<ebur128_state>?, UInt32, UnsafeMutablePointer<Double>?) -> Int32
    ) -> Double? {
        var largest = 0.0
        for channel in 0..<format.channelCount {
            var value = 0.0
            if unsafe ask(state, UInt32(channel), &value) == Int32(EBUR128_SUCCESS.rawValue) { largest = max(largest, value) }
        }
        return largest > 0 && largest.isFinite ? 20 * log10(largest) : nil
    }
}

/// The meter alone owns everything in it, and nothing in it is bound to a thread.
extension LoudnessMeter: @unchecked Sendable {}
