import AudioTypes
import CFFmpeg
import MediaTypes

/// Makes the samples that carry the packets of a track, and holds them until they are taken. One thread at a time.
struct Carrier: ~Copyable {
    let carriage: Carriage
    /// `nil` for DSD.
    private var maker: BurstMaker?
    /// The place of the unit whose packets are being gathered; `nil` if none is.
    private var gathered: Int64?
    /// Samples of both channels, frame after frame, that were not taken, and the place of the first one.
    private var samples: [Float] = []
    private var taken = 0
    private var place: Int64 = 0

    /// Makes a carrier for packets of `stream`.
    init(_ carriage: Carriage, stream: UnsafeMutablePointer<AVStream>, name: String) throws(MediaError) {
        self.carriage = carriage
        if carriage.dsd == nil, let parameters = unsafe stream.pointee.codecpar {
            maker = unsafe try BurstMaker(parameters, name: name)
        }
    }

    /// The number of frames that wait.
    var waitingCount: Int { samples.count / 2 - taken }

    /// Puts a packet of `count` frames that begins at frame `start` of the track. No frame may wait. Frames that belong before `from`
    /// are left out. Returns `false` if the packet, or what was gathered before it, cannot travel and is left out.
    mutating func put(_ packet: SharedPacket, start: Int64, count: Int, from: Int64) -> Bool {
        (samples, taken) = ([], 0)
        if let dsd = carriage.dsd {
            place = carriage.place(of: start)
            samples = DSDOverPCM.samples(packet.bytes, dsd, from: place)
        } else {
            guard gathered != nil || carriage.beginsUnit(start, count: count) else { return true }
            let unit = gathered ?? carriage.place(of: start)
            gathered = nil
            guard let bytes = maker?.put(packet) else { return false }
            gathered = bytes.isEmpty ? unit : nil
            place = unit
            samples = Self.samples(of: bytes)
        }
        // A part of a burst is no use, but of DSD each frame is.
        if place < from { taken = carriage.dsd == nil ? samples.count / 2 : min(samples.count / 2, Int(from - place)) }
        place += Int64(taken)
        return true
    }

    /// Whether packets like this first one of a track can travel. A header says how they would, and only the maker of bursts knows
    /// whether there is room for them.
    static func canCarry(
        _ packet: SharedPacket, count: Int, _ carriage: Carriage, stream: UnsafeMutablePointer<AVStream>, name: String
    ) -> Bool {
        guard var carrier = unsafe try? Carrier(carriage, stream: stream, name: name) else { return false }
        return carrier.put(packet, start: -carriage.lead, count: count, from: 0)
    }

    /// Returns the words of bursts as fractions of 2¹⁵.
    private static func samples(of bytes: [UInt8]) -> [Float] {
        let count = bytes.count / 4 * 2
        return unsafe [Float](unsafeUninitializedCapacity: count) { samples, initializedCount in
            for index in 0..<count {
                let word = Int16(truncatingIfNeeded: Int(bytes[2 * index]) | Int(bytes[2 * index + 1]) << 8)
                unsafe samples[index] = Float(word) * 0x1p-15
            }
            initializedCount = count
        }
    }

    /// Writes the frames at `position` and behind it into `planes`, at most `capacity` behind the frame `start`: zeros up to the first
    /// one that waits. Some must wait. Without planes they are dropped.
    mutating func take(into planes: AudioReader.Planes?, at start: Int, capacity: Int, position: Int64) -> Int {
        if position < place {
            let count = Int(min(Int64(capacity), place - position))
            if let planes = unsafe planes {
                for channel in planes.indices { unsafe (planes[channel] + start).update(repeating: 0, count: count) }
            }
            return count
        }
        let count = min(capacity, waitingCount)
        if let planes = unsafe planes {
            for frame in 0..<count {
                for channel in 0..<2 { unsafe planes[channel][start + frame] = samples[2 * (taken + frame) + channel] }
            }
        }
        taken += count
        place += Int64(count)
        return count
    }
}

/// DSD over PCM (DoP 1.1): each sample of 24 bits has a marker and, below it, sixteen bits of DSD, the oldest first.
enum DSDOverPCM {
    /// Each byte with its bits in the other order.
    private static let reversed: [UInt8] = (0..<256).map { byte in
        (0..<8).reduce(UInt8(0)) { $0 | (byte >> $1 & 1 == 0 ? 0 : 0x80 >> $1) }
    }

    /// Returns the samples of both channels, frame after frame, that carry the bits of a packet.
    /// - Parameter place: the number of the first frame: markers alternate, so that each frame has its own.
    static func samples(_ bytes: [UInt8], _ dsd: Carriage.DSD, from place: Int64) -> [Float] {
        let perChannel = bytes.count / 2
        let count = perChannel / 2 * 2
        // How far the bytes of one channel, and those of the other, lie apart.
        let (step, other) = dsd.isPlanar ? (1, perChannel) : (2, 1)
        let bits = dsd.isReversed ? Self.reversed : []
        return unsafe [Float](unsafeUninitializedCapacity: count) { samples, initializedCount in
            for index in 0..<count {
                let (frame, channel) = (index / 2, index & 1)
                let start = channel * other + 2 * frame * step
                var (older, newer) = (bytes[start], bytes[start + step])
                if dsd.isReversed { (older, newer) = (bits[Int(older)], bits[Int(newer)]) }
                let marker: UInt32 = (place + Int64(frame)) & 1 == 0 ? 0x05 : 0xFA
                // The marker's highest bit is the sign.
                let word = Int32(bitPattern: marker << 24 | UInt32(older) << 16 | UInt32(newer) << 8) / 256
                unsafe samples[index] = Float(word) * 0x1p-23
            }
            initializedCount = count
        }
    }
}
