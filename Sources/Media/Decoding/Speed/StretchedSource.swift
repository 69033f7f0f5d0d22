import AudioTypes
import Media
import MediaTypes
import PlayerModel

/// A source at another speed, without another pitch. All its frames are counted as they are heard: at twice the speed, frame 1,000 is
/// heard where the media have their frame 2,000.
final class StretchedSource: MediaSource {
    /// How many frames of the media are read at once.
    private static let pieceFrames = 2_048

    private let source: any MediaSource
    private let speed: Double
    private var format: StreamFormat
    private var stretch: TimeStretch?
    /// The frame at which reading began, as it is heard and in the media.
    private var start: (heard: Int64, inMedia: Int64) = (0, 0)
    private var hasEnded = false
    /// An error of the media, which is thrown once what came before it was read.
    private var failure: PlaybackError?

    /// Makes `source` sound `speed` times as fast.
    init(_ source: any MediaSource, speed: Double) {
        self.source = source
        self.speed = speed
        format = source.description.format
    }

    /// What opening the media has found out about them: times are those of the media.
    var description: SourceDescription { source.description }
    var decodeErrorCount: Int { source.decodeErrorCount }
    var heardDuration: Double? { source.heardDuration }
    var isLive: Bool { source.isLive }
    var isWaiting: Bool { source.isWaiting }

    func convert(to format: StreamFormat) throws(PlaybackError) {
        self.format = format
        try source.convert(to: format)
    }

    func seek(to frame: FrameCount, while isWanted: @escaping () -> Bool) throws(PlaybackError) {
        let inMedia = FrameCount(Self.product(frame.value, speed))
        stretch = TimeStretch(speed: speed, channelCount: format.channelCount, sampleRate: format.sampleRate)
        start = (frame.value, inMedia.value)
        hasEnded = false
        failure = nil
        try source.seek(to: inMedia, while: isWanted)
    }

    func read(into planes: UnsafeMutablePointer<UnsafeMutablePointer<Float>>, capacity: Int) throws(PlaybackError) -> Int {
        guard let stretch else { return 0 }
        var done = 0
        while true {
            done += unsafe stretch.read(into: planes, at: done, capacity: capacity - done)
            if done == capacity { return done }
            if done == 0, let failure, hasEnded { throw failure }
            guard !hasEnded, try fill(stretch) else { return done }
        }
    }

    /// Takes in more of the media; returns whether anything can have come of it.
    private func fill(_ stretch: TimeStretch) throws(PlaybackError) -> Bool {
        var count = 0
        do throws(PlaybackError) {
            count = unsafe try source.read(into: stretch.writeRegion(Self.pieceFrames), capacity: Self.pieceFrames)
        } catch {
            if error.code == .superseded { throw error }
            failure = error
        }
        stretch.commit(count)
        if count > 0 { return true }
        if failure == nil, source.isWaiting { return false }
        hasEnded = true
        let end = (Double(start.inMedia + stretch.taken) / speed).rounded()
        stretch.finish(length: stretch.taken == 0 ? 0 : Int64(end) - start.heard)
        return true
    }

    func takeTagChanges() -> [TagChange] {
        source.takeTagChanges().map { change in
            TagChange(frame: FrameCount(heard(change.frame.value)), tags: change.tags)
        }
    }

    func keepPackets(_ isWanted: Bool) { source.keepPackets(isWanted) }

    func takePackets() -> [PlayedPacket] {
        source.takePackets().map { packet in
            var packet = packet
            let first = heard(packet.heard.lowerBound)
            packet.heard = first..<max(first, heard(packet.heard.upperBound))
            return packet
        }
    }

    /// Returns when a frame of the media is heard.
    private func heard(_ frame: Int64) -> Int64 { Self.product(frame, 1 / speed) }

    private static func product(_ frame: Int64, _ factor: Double) -> Int64 {
        let farthest = Double(FrameCount.farthest.value)
        return Int64(min(max((Double(frame) * factor).rounded(), -farthest), farthest))
    }

    func follow(_ order: DecodeOrder) { source.follow(order) }
    func takeSilenceCuts() -> [SilenceCut] { source.takeSilenceCuts() }
    func takeGaps() -> [LiveGap] { source.takeGaps() }
    func heed(_ order: CancellationToken) { source.heed(order) }
}
