import Containers
import MediaTypes

@testable import Media

extension FuzzTarget {
    /// The boxes of MP4 and QuickTime.
    static let mp4 = FuzzTarget("mp4", atMost: 8_192) { bytes in
        let source = InventedSource(bytes)
        for track in [Int32(1), 2] {
            if let length = try? EditedLength(of: track, in: source) { precondition(length.ticks > 0) }
        }
    }

    /// What an MP4 that comes in fragments says of them, and all its boxes on the way.
    static let fragments = FuzzTarget("fragments", atMost: 8_192) { bytes in
        let source = InventedSource(bytes)
        let first = try? MovieFragments.aloneTellLength(in: source)
        precondition(source.readCount <= 8_192, "\(source.readCount) reads for the boxes in front")
        // A file that does not change gives the same answer.
        precondition((try? MovieFragments.aloneTellLength(in: source)) == first)
        _ = try? MovieFragments.areCut(in: source)
    }

    /// What tells of files that somebody cut.
    static let ends = FuzzTarget("ends", atMost: 8_192) { bytes in
        let source = InventedSource(bytes)
        _ = try? ADTSEnd.isCut(source)
        _ = try? RIFFChunks.isCut(source)
        precondition(source.readCount <= 16_384, "\(source.readCount) reads for two ends")
    }

    /// The pages of Ogg.
    static let ogg = FuzzTarget("ogg", atMost: 8_192) { bytes in
        let source = InventedSource(bytes)
        guard let size = source.size, let pages = OggPages(source, name: "x.ogg", cancellation: CancellationToken()) else {
            return
        }
        if let last = try? pages.lastPage() { precondition((0..<size).contains(last.offset)) }
        _ = try? pages.areCut()
        guard let links = try? pages.links() else { return }
        // The links are the whole file, in order.
        precondition(links.first?.lowerBound == 0 && links.last?.upperBound == size, "\(links)")
        precondition(zip(links, links.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound }, "\(links)")
        guard let first = links.first else { return }
        let part = SourcePart(source, range: first)
        precondition((try? part.bytes(in: 0..<min(16, Int64(first.count))).count) == min(16, first.count))
    }

    /// The packets of WavPack, found from any frame on, and a hybrid with what may be its correction.
    static let wavpack = FuzzTarget("wavpack", atMost: 8_192) { bytes in
        var invention = Invention(bytes)
        let target = Int64(invention.number(UInt32.self))
        let split = Int(invention.number(UInt16.self))
        let rest = Array(invention.rest())
        let (main, correction) = (Array(rest.prefix(split)), Array(rest.dropFirst(split)))
        var packets = WavPackPackets(InventedSource(main, naming: nil), cancellation: CancellationToken())
        for frame in [target, 0, target / 2] {
            guard let packet = try? packets.packet(at: frame) else { continue }
            precondition(packet.frames.upperBound > frame && !packet.frames.isEmpty, "\(packet.frames) for \(frame)")
        }
        guard
            let source = try? HybridWavPackSource(
                InventedSource(main, naming: nil), correctedBy: InventedSource(correction, naming: nil), tags: [:], name: "x.wv",
                cancellation: CancellationToken()), let size = source.size
        else { return }
        for place in [0, 1_000, size / 2, size - 1] {
            let read = try? source.bytes(in: place..<min(size, place + 4_096))
            precondition(read?.count ?? 0 <= 4_096)
        }
    }

    /// Packets that travel to a sink as they are: what the header of DTS says, and bits of DSD in samples of PCM.
    static let coded = FuzzTarget("coded", atMost: 4_096) { bytes in
        var invention = Invention(bytes)
        let place = Int64(invention.number(Int32.self))
        let dsd = Carriage.DSD(isPlanar: invention.bool(), isReversed: invention.bool())
        let packet = Array(invention.rest())
        if let core = DTSCore(packet) { precondition(core.frameCount > 0 && core.sampleRate > 0) }
        let samples = DSDOverPCM.samples(packet, dsd, from: place)
        precondition(samples.count == packet.count / 4 * 2)
        for (index, sample) in samples.enumerated() {
            let isEven = (place + Int64(index / 2)) & 1 == 0
            precondition(Int32(sample * 0x1p23) >> 16 & 0xFF == (isEven ? 0x05 : 0xFA), "\(sample) has no marker")
        }
    }
}
