import MediaTypes

/// A track whose samples get noise before they are stored with 16 bits: TPDF dither, triangular between one step below and one step above.
///
/// What the bits that are cut off said is then not heard as distortion that follows the sound, but as noise that does not. The noise is the
/// same each time, so that the same file comes of the same sound.
final class DitheredTrack: StoredTrack {
    private let track: any StoredTrack
    private let scratch: PlaneBuffer
    /// The state of the generator, one for each channel.
    private var states: [UInt64]

    /// How many frames are stored at once.
    private static let pieceSize = 4_096
    /// A step of 16 bits, for the sum of two numbers of 32 bits.
    private static let scale: Float = 0x1p-15 * 0x1p-32

    init(_ track: any StoredTrack, channelCount: Int) {
        self.track = track
        scratch = PlaneBuffer(channelCount: channelCount, capacity: Self.pieceSize)
        states = (0..<channelCount).map { UInt64($0) << 48 }
    }

    var durableCount: Int64 { track.durableCount }

    func append(_ planes: AudioReader.Planes, from start: Int, count: Int) throws(MediaError) {
        var taken = 0
        while taken < count {
            let piece = min(Self.pieceSize, count - taken)
            for channel in states.indices {
                unsafe Self.dither(planes[channel] + start + taken, piece, to: scratch.planes[channel], &states[channel])
            }
            unsafe try track.append(scratch.planes, from: 0, count: piece)
            taken += piece
        }
    }

    private static func dither(
        _ input: UnsafePointer<Float>, _ count: Int, to output: UnsafeMutablePointer<Float>, _ state: inout UInt64
    ) {
        for index in 0..<count {
            // SplitMix64 (Steele, Lea and Flood, 2014): its halves are two numbers that have nothing to do with each other.
            state &+= 0x9E37_79B9_7F4A_7C15
            var number = state
            number = (number ^ (number >> 30)) &* 0xBF58_476D_1CE4_E5B9
            number = (number ^ (number >> 27)) &* 0x94D0_49BB_1331_11EB
            number ^= number >> 31
            let sum = Int64(Int32(truncatingIfNeeded: number)) &+ Int64(Int32(truncatingIfNeeded: number >> 32))
            unsafe output[index] = unsafe input[index] + Float(sum) * scale
        }
    }

    func flush() throws(MediaError) { try track.flush() }

    func finish() throws(MediaError) { try track.finish() }
}
