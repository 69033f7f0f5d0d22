import AudioTypes
import Media
import MediaTypes
import PlayerModel

/// A source without its long silences, of which a part is kept. Its frames are counted as it gives them; ``takeSilenceCuts()`` says where
/// some are left out. Used by one thread at a time.
final class SilenceSkippingSource: MediaSource {
    /// How many frames are read at once.
    private static let pieceFrames = 2_048
    /// Over how many seconds the sound goes over from the beginning of a silence to its end, so that no noise jumps.
    private static let fade = 0.01
    /// How many pieces one read looks at, at most: a silence may last for hours, and the worker has messages.
    private static let mostPieces = 32
    /// How many frames are collected before they are left out, once a silence is long enough.
    private static let heap = 8_192

    private let source: any MediaSource
    private let rule: SilenceRule
    private var rate: SampleRate
    private var channelCount: Int
    /// Frames that were read and not given: first those that can be given, then quiet ones that may be left out, then those that nobody has
    /// looked at.
    private var pipe: HeldFrames
    private var free = 0
    private var held = 0
    /// How many quiet frames there were in a row.
    private var quiet: Int64 = 0
    /// The number of the next frame of the media to look at.
    private var looked: Int64 = 0
    /// The number of the next frame to give, and how many were left out before it.
    private var given: Int64 = 0
    private var skipped: Int64 = 0
    /// What was left out of the silence that lasts.
    private var cutting = false
    private var cuts: [SilenceCut] = []
    private var hasEnded = false
    /// Whether the last read gave nothing because it has looked at enough.
    private var isLooking = false
    /// Packets of which it is not known yet whether they are left out, and what was left out.
    private var packets: [PlayedPacket] = []
    private var removed = RemovedFrames()
    /// An error of the media, which is thrown once what came before it was given.
    private var failure: PlaybackError?
    private var isWanted: () -> Bool = { true }

    init(_ source: any MediaSource, _ rule: SilenceRule) {
        self.source = source
        self.rule = rule
        rate = source.description.format.sampleRate
        channelCount = source.description.format.channelCount
        pipe = HeldFrames(channelCount: channelCount, capacity: Self.pieceFrames)
    }

    /// What opening the media has found out about them: times are those of the media.
    var description: SourceDescription { source.description }
    var decodeErrorCount: Int { source.decodeErrorCount }
    var heardDuration: Double? { source.heardDuration }
    var isLive: Bool { source.isLive }
    var isWaiting: Bool { isLooking || source.isWaiting }

    func convert(to format: StreamFormat) throws(PlaybackError) {
        (rate, channelCount) = (format.sampleRate, format.channelCount)
        try source.convert(to: format)
    }

    func seek(to frame: FrameCount, while isWanted: @escaping () -> Bool) throws(PlaybackError) {
        pipe = HeldFrames(channelCount: channelCount, capacity: 4 * Self.pieceFrames)
        (free, held, quiet, given, skipped) = (0, 0, 0, frame.value, 0)
        (cutting, hasEnded, failure, cuts, isLooking) = (false, false, nil, [], false)
        (looked, packets, removed) = (frame.value, [], RemovedFrames())
        self.isWanted = isWanted
        try source.seek(to: frame, while: isWanted)
    }

    private var kept: Int { FrameCount(seconds: SilenceRule.kept / 2, at: rate).count }
    private var least: Int64 { FrameCount(seconds: rule.leastSeconds, at: rate).value }
    private var fadeFrames: Int { FrameCount(seconds: Self.fade, at: rate).count }

    func read(into planes: UnsafeMutablePointer<UnsafeMutablePointer<Float>>, capacity: Int) throws(PlaybackError) -> Int {
        isLooking = false
        var pieces = 0
        while true {
            if free > 0 { return unsafe give(planes, min(free, capacity)) }
            look()
            if free > 0 { continue }
            if hasEnded {
                // What is quiet to the end counts as well.
                if quiet >= least, held > kept { cut(held - kept) }
                endCut()
                (free, held) = (held, 0)
                if free > 0 { continue }
                if let failure { throw failure }
                return 0
            }
            isLooking = pieces == Self.mostPieces
            if isLooking { return 0 }
            pieces += 1
            guard isWanted() else { throw PlaybackError(.superseded, "another place is wanted by now") }
            try fill()
            if free == 0, held == pipe.count, source.isWaiting { return 0 }
        }
    }

    /// Gives frames, also in several runs of the pipe's memory.
    private func give(_ planes: UnsafeMutablePointer<UnsafeMutablePointer<Float>>, _ count: Int) -> Int {
        let taken = unsafe pipe.take(into: planes, atMost: count)
        free -= taken
        given += Int64(taken)
        return taken
    }

    /// Reads more of the media into the pipe.
    private func fill() throws(PlaybackError) {
        pipe.makeRoom(for: Self.pieceFrames)
        let planes = UnsafeMutablePointer<UnsafeMutablePointer<Float>>.allocate(capacity: channelCount)
        defer { unsafe planes.deallocate() }
        let room = unsafe pipe.writeRegion(into: planes)
        do throws(PlaybackError) {
            let count = unsafe try source.read(into: planes, capacity: min(room, Self.pieceFrames))
            pipe.commit(count)
            if count == 0, !source.isWaiting { hasEnded = true }
        } catch {
            if error.code == .superseded { throw error }
            failure = error
            hasEnded = true
        }
    }

    /// Looks at frames that nobody has looked at, up to the end of a silence that is to be shortened: for that, what is before it has to be
    /// given.
    private func look() {
        while free + held < pipe.count {
            let run = pipe.run(at: free + held, atMost: pipe.count - free - held)
            for index in 0..<run.count {
                if looked >= rule.from, isQuiet(run.place + index) {
                    quiet += 1
                    looked += 1
                    // Frames are free in their order.
                    if held == 0, quiet <= Int64(kept) { free += 1 } else { held += 1 }
                    if quiet >= least, held >= kept + fadeFrames + Self.heap {
                        guard free == 0 else { return }
                        cut(held - kept)
                    }
                    continue
                }
                if quiet >= least, held > kept {
                    guard free == 0 else { return }
                    cut(held - kept)
                }
                endCut()
                looked += 1
                free += held + 1
                (held, quiet) = (0, 0)
            }
        }
    }

    private func isQuiet(_ place: Int) -> Bool {
        for channel in 0..<channelCount where unsafe abs(pipe.plane(channel)[place]) > rule.level { return false }
        return true
    }

    /// Leaves out the first `count` frames of the pipe, all of which are quiet.
    private func cut(_ count: Int) {
        pipe.drop(count, blendingOver: fadeFrames)
        removed.add(given + skipped..<given + skipped + Int64(count))
        held -= count
        skipped += Int64(count)
        cutting = true
    }

    /// Notes the cut of a silence that is over.
    private func endCut() {
        guard cutting else { return }
        cutting = false
        cuts.append(SilenceCut(frame: given, skipped: skipped))
    }

    func takeSilenceCuts() -> [SilenceCut] {
        defer { cuts = [] }
        return cuts
    }

    func takeTagChanges() -> [TagChange] {
        source.takeTagChanges().map { TagChange(frame: FrameCount(max(given, $0.frame.value - skipped)), tags: $0.tags) }
    }

    func keepPackets(_ isWanted: Bool) { source.keepPackets(isWanted) }

    /// Returns the packets whose sound was given, without those of which all is left out. The others wait: what is heard of them is not
    /// known yet.
    func takePackets() -> [PlayedPacket] {
        packets += source.takePackets()
        let known = hasEnded && pipe.count == 0 ? Int64.max : given + skipped
        let ready = packets.prefix { $0.heard.upperBound <= known || $0.heard.lowerBound < rule.from }
        packets.removeFirst(ready.count)
        defer { removed.forget(before: packets.first?.heard.lowerBound ?? min(known, given + skipped)) }
        return ready.compactMap { packet in
            var packet = packet
            let heard = packet.heard
            packet.heard = removed.place(of: heard.lowerBound)..<removed.place(of: heard.upperBound)
            return packet.heard.isEmpty && !heard.isEmpty ? nil : packet
        }
    }

    func follow(_ order: DecodeOrder) { source.follow(order) }
    func takeGaps() -> [LiveGap] { source.takeGaps() }
    func heed(_ order: CancellationToken) { source.heed(order) }
}

/// Frames of the media that were left out, in their order.
struct RemovedFrames: Hashable, Sendable {
    private var ranges: [Range<Int64>] = []
    /// How many frames were left out before these.
    private var before: Int64 = 0

    /// Notes frames behind all that were left out before.
    mutating func add(_ range: Range<Int64>) {
        if let last = ranges.last, last.upperBound == range.lowerBound {
            ranges[ranges.count - 1] = last.lowerBound..<range.upperBound
        } else {
            ranges.append(range)
        }
    }

    /// Returns the number that a frame of the media has among those that are left; if it was left out, that of the one behind it.
    func place(of frame: Int64) -> Int64 {
        frame - before - ranges.reduce(0) { $0 + max(0, min(frame, $1.upperBound) - $1.lowerBound) }
    }

    /// Forgets where frames before `frame` were left out, and only counts them.
    mutating func forget(before frame: Int64) {
        while let first = ranges.first, first.upperBound <= frame {
            before += first.upperBound - first.lowerBound
            ranges.removeFirst()
        }
    }
}

extension FrameCount {
    /// The count as `Int`.
    fileprivate var count: Int { Int(value) }
}
