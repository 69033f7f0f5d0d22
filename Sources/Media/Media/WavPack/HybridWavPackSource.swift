import Containers
import MediaTypes

/// A source that puts hybrid WavPack and its correction file together, and presents the sound as a file of plain samples. libwavpack
/// decodes what is read, on the thread that reads.
///
/// A packet without its correction is decoded with its losses, and a lost packet is silence. One thread at a time reads.
final class HybridWavPackSource: ByteSource, @unchecked Sendable {
    let format: WavPackFormat
    let tags: [String: String]
    /// How often a packet was read that is damaged, or whose correction is.
    private(set) var lossCount = 0

    private let whole: any ByteSource
    private var main: WavPackPackets
    private var correction: WavPackPackets
    private let library: LibWavPack
    private var sound: PlainSound

    /// How many packets at the beginning may be damaged before the correction file counts as one of another file.
    private static let mostTries = 8

    /// - Throws: ``MediaError/Code/unsupported`` if libwavpack is missing, ``MediaError/Code/corrupt`` if the files do not belong
    ///   together, and what the sources throw.
    init(
        _ whole: any ByteSource, correctedBy correcting: any ByteSource, tags: [String: String], name: String,
        cancellation: CancellationToken
    ) throws(MediaError) {
        guard let library = LibWavPack.loaded else {
            throw MediaError(
                .unsupported, "the correction file of \(name) needs libwavpack.so.1, which is not there: install libwavpack1")
        }
        var main = WavPackPackets(whole, cancellation: cancellation)
        var correction = WavPackPackets(correcting, cancellation: cancellation)
        guard let total = try main.firstHeader()?.total, (1..<1 << 40).contains(total),
            let format = try Self.format(&main, &correction, library)
        else { throw MediaError(.corrupt, "the correction file beside \(name) is damaged, or belongs to another file") }
        // Silence stands for lost packets, but not for more than a file of this size ever had.
        let frameCount = min(total, main.mostFrames)
        self.library = library
        self.whole = whole
        self.main = main
        self.correction = correction
        self.tags = tags
        self.format = format
        sound = PlainSound(
            frameCount: frameCount, channelCount: format.channelCount, hertz: format.hertz, mask: format.mask,
            isFloat: format.isFloat)
    }

    /// The format by the first packets, if one of these is exact with its correction.
    private static func format(
        _ main: inout WavPackPackets, _ correction: inout WavPackPackets, _ library: LibWavPack
    ) throws(MediaError) -> WavPackFormat? {
        var frame: Int64 = 0
        for _ in 0..<mostTries {
            guard let packet = try main.packet(at: frame) else { return nil }
            if let bytes = try Self.bytes(of: packet, in: &correction),
                let decoded = library.decode(packet.bytes, bytes, frameCount: packet.frames.count)
            {
                return decoded.format
            }
            frame = packet.frames.upperBound
        }
        return nil
    }

    /// The correction of a packet; `nil` if it is not there.
    private static func bytes(
        of packet: WavPackPackets.Packet, in correction: inout WavPackPackets
    ) throws(MediaError) -> [UInt8]? {
        do throws(MediaError) {
            return try correction.bytes(of: packet.frames)
        } catch {
            guard error.code != .cancelled else { throw error }
            return nil
        }
    }

    var isSeekable: Bool { true }
    var isLocal: Bool { whole.isLocal }
    var hasShrunk: Bool { whole.hasShrunk }
    var size: Int64? { sound.size }

    func read(into buffer: UnsafeMutableRawBufferPointer, at target: Int64) throws(MediaError) -> Int {
        if let frame = sound.missing(at: target) { try decode(frame) }
        return unsafe sound.read(into: buffer, at: target)
    }

    /// Decodes the packet with `frame`, or the next if that one is lost.
    private func decode(_ frame: Int64) throws(MediaError) {
        sound.expect(frame)
        guard let packet = try main.packet(at: frame) else { return }
        let samples = try samples(of: packet)
        if packet.frames.lowerBound > frame { lossCount += 1 }
        (sound.piece, sound.pieceStart) = (samples, packet.frames.lowerBound)
        sound.expected = min(frame, packet.frames.lowerBound)
    }

    /// The bytes of a packet's samples: exact, with losses if its correction is of no use, or silent.
    private func samples(of packet: WavPackPackets.Packet) throws(MediaError) -> [UInt8] {
        let count = packet.frames.count
        if let bytes = try Self.bytes(of: packet, in: &correction),
            let exact = library.decode(packet.bytes, bytes, frameCount: count), exact.format == format
        {
            return plain(exact.samples)
        }
        lossCount += 1
        if let lossy = library.decode(packet.bytes, [], frameCount: count), lossy.format == format { return plain(lossy.samples) }
        return [UInt8](repeating: 0, count: count * format.channelCount * Wave64.sampleSize)
    }

    private func plain(_ samples: [Int32]) -> [UInt8] {
        let shift = format.isFloat ? 0 : Int32(32 - 8 * format.sampleSize)
        return unsafe [UInt8](unsafeUninitializedCapacity: samples.count * Wave64.sampleSize) { bytes, filled in
            for (index, sample) in samples.enumerated() {
                unsafe UnsafeMutableRawBufferPointer(bytes).storeBytes(
                    of: (sample << shift).littleEndian, toByteOffset: index * Wave64.sampleSize, as: Int32.self)
            }
            filled = samples.count * Wave64.sampleSize
        }
    }

    /// The description of the lossy file, with what holds for both files together.
    func described(_ lossy: MediaDescription) -> MediaDescription {
        var description = lossy
        let bytes = main.size + correction.size
        // A sparse file of some GiB with a single frame has a rate that no integer holds.
        let rate = min(Double(bytes) * 8 * Double(format.hertz) / Double(sound.frameCount), 1e12)
        description.audio = lossy.audio.map { $0.exact(bits: format.bits, rate: Int(rate)) }
        return description
    }
}
