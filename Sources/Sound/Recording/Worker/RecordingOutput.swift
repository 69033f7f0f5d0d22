import AudioTypes
import Conversion
import Media
import MediaTypes
import RealtimeAudio
import SystemSupport

/// What a recording writes: its pieces one after the other, encoded or copied, until it ends. Confined to the recording's thread.
final class RecordingOutput {
    private let report: (RecordingEvent) -> Void
    /// Where the sound comes from that is written.
    private let sound: RecordedSound
    private let splitsAtItems: Bool
    private var plan: RecordingPlan
    private let pieces: RecordingPieces
    private let watch: SoundWatch
    private var titles: PieceTitles
    private var length: RecordedLength
    /// What writes the piece, if its sound is encoded.
    private var encoded: EncodedPiece?
    /// What copies packets; `nil` if sound is encoded.
    private var copying: PacketCopying?
    /// The frames that the client can decode of what was sent to it; counted only if it gets pieces.
    private var sentFrames: Int64 = 0
    /// How many frames were written since something was sent.
    private var unsentFrames = 0
    /// The most frames of a piece that waited for a client which did not read, and the most bytes of one that was asked to be longer.
    private static let usualPiece = 16_384
    private static let mostPieceBytes = 8 << 20

    /// How many frames a piece has at least, unless the sound ends or has a gap.
    private var leastInPiece: Int {
        let wanted = Int((plan.wish.latency ?? 0) * Double(plan.input.sampleRate.hertz))
        return min(wanted, Self.mostPieceBytes / (plan.input.channelCount * MemoryLayout<Float>.stride))
    }
    private var result = RecordingResult()

    /// Whether the recording has ended.
    private(set) var isOver = false

    init(_ task: RecordingWorker.Task, _ sound: RecordedSound, report: @escaping (RecordingEvent) -> Void) {
        self.report = report
        self.sound = sound
        splitsAtItems = task.splitsAtItems
        plan = task.plan
        pieces = RecordingPieces(task.destination, task.journal, report: report)
        watch = SoundWatch(task.plan, report: report)
        titles = PieceTitles(task.title, task.tags)
        length = RecordedLength(task.plan)
        copying = task.packets.map { PacketCopying($0) }
    }

    /// How many frames were written.
    var frames: Int64 { length.frames }

    var progress: RecordingWorker.Progress {
        RecordingWorker.Progress(
            seconds: length.seconds, missed: result.missed, lost: copying?.lostFrames ?? 0, path: pieces.path)
    }

    /// How much sound may wait until it is written, in seconds: as levels, the disk or the client want it.
    var patience: Double { plan.wish.latency ?? (watch.sendsLevels ? 0.05 : 0.25) }

    func sendLevels(_ isWanted: Bool) { watch.sendLevels(isWanted) }

    // MARK: Connection and disk

    /// Whether nothing can be written before the client's connection is there.
    var waitsForConnection: Bool { pieces.isOnConnection && pieces.connection == nil }

    /// The number of the client's socket; -1 if there is none.
    var socket: CInt { pieces.connection?.number ?? -1 }

    /// The recording goes to this connection.
    func connect(_ sink: ConnectionSink) { pieces.connection = sink }

    /// When something is to be brought to the disk, as a monotonic time in nanoseconds; `nil` if nothing is.
    var nextSynchronization: Int64? { pieces.nextSynchronization }

    /// Does what is due by the clock: sends what is complete, begins a file with a title that waits, brings what was written to the disk.
    func settle() throws(MediaError) {
        if !isOver, unsentFrames >= leastInPiece { try sendPiece() }
        if !isOver, titles.beginLate(at: length.seconds) { try endPiece() }
        if !isOver { try pieces.synchronizeIfDue() }
    }

    /// Sends what is complete, if the client gets pieces.
    func sendPiece() throws(MediaError) {
        unsentFrames = 0
        guard plan.wish.latency != nil, let encoded, let connection = pieces.connection else { return }
        try encoded.flush()
        try connection.sendPiece(frame: sentFrames, time: sound.time(of: sentFrames) ?? 0)
        sentFrames = encoded.durableCount
    }

    // MARK: Sound

    /// Writes `count` frames, or copies the packets that they were decoded from.
    func take(_ planes: CapturedPlanes.Planes, count: Int) throws(MediaError) {
        if copying == nil { unsafe try write(planes, count: count) } else { unsafe try copy(planes, count: count) }
    }

    /// Writes frames, and ends pieces and the recording where they end.
    private func write(_ planes: CapturedPlanes.Planes, count: Int) throws(MediaError) {
        var done = 0
        while done < count, !isOver {
            if !pieces.isOpen { try beginPiece(ahead: done) }
            var part = length.room(for: count - done)
            let silence = unsafe watch.silenceEnds(planes, from: done, count: part, secondsInPiece: length.secondsInPiece)
            if let silence { part = silence }
            unsafe try encoded?.write(planes, from: done, count: part)
            unsafe watch.measure(planes, from: done, count: part, end: length.frames + Int64(part))
            done += part
            unsentFrames += part
            if unsentFrames >= max(Self.usualPiece, leastInPiece) { try sendPiece() }
            if try !endsAfter(Int64(part)), silence != nil { try endSilence() }
        }
    }

    /// Counts frames that were written to the piece. Returns whether that ended it.
    private func endsAfter(_ frames: Int64) throws(MediaError) -> Bool {
        pieces.add(frames)
        switch length.wrote(frames) {
        case .end: try finish(.maximumDuration)
        case .split: try finishPiece()
        case nil: return false
        }
        return true
    }

    private func endSilence() throws(MediaError) {
        if plan.wish.silence?.action == .stop { try finish(.silence) } else { try finishPiece() }
    }

    /// Takes in what begins with `marker`, and what is missing before it.
    func meet(_ marker: CaptureMarker) throws(MediaError) {
        // What is sent tells the time of its first frame alone, so nothing may be missing in it.
        if marker.missingFrames > 0 { try sendPiece() }
        // What the player does not play is left out of its recordings, and nothing counts it.
        var leavesOut = marker.place.segment != 0
        if copying != nil {
            try copyHeard()
            copying?.meet(marker)
        } else {
            let gap = sound.takeInGaps(marker, at: length.frames)
            result.missed += gap.missed
            result.dropped += gap.dropped
            length.leaveOut(frames: gap.leftOut)
            if gap.leftOut > 0 { leavesOut = true }
        }
        sound.noteTime(marker, at: length.frames)
        if leavesOut { try followClock() }
        try endIfOutOfTime()
    }

    /// Notes that the time has come at which the recording begins, and that `frames` are left out of it before the first one.
    func beginInTime(_ frames: Int64) throws(MediaError) {
        length.leaveOut(frames: frames)
        if frames > 0 { try followClock() }
        try endIfOutOfTime()
    }

    /// Ends the recording if so much was left out that its time is over.
    private func endIfOutOfTime() throws(MediaError) {
        if length.isOutOfTime, !sound.hasUnwrittenSilence, !isOver { try finish(.maximumDuration) }
    }

    /// Lets the piece end when the clock on the wall says so, although it has no frames of some of the time that has gone by.
    private func followClock() throws(MediaError) {
        guard plan.wish.splitsOnClock, pieces.isOpen else { return }
        let next = nameNext()
        if pieces.isEmpty { return length.beginPiece(next) }
        if length.follow(next.clock) { try finishPiece() }
    }

    // MARK: Pieces

    /// Makes the first file. The first file of a copy is made with its first packet, which tells what kind of file it is.
    func begin() throws(MediaError) {
        if copying == nil { try beginPiece() }
    }

    /// Tells the file that is there before its first frame.
    func tellFile() { report(.began(path: pieces.path)) }

    /// The piece ends here; the next one has this title, unless it is `nil`.
    func split(title: String?) throws(MediaError) {
        if let title { titles.rename(title) }
        try endPiece()
    }

    /// The player plays something else, or the same again if `played` is `nil`.
    /// - Parameter atItem: whether an item begins with the next frame.
    func play(_ played: PlayedTitle?, atItem: Bool) throws(MediaError) {
        // The packets themselves tell where titles change within the media.
        if copying?.heedsTitle(played, of: titles.title, atItem: atItem) == false { return }
        guard let played else { return }
        // What an item begins with is the user's choice, and a file of its own.
        guard atItem || titles.mayBegin(played, at: length.seconds) else { return }
        titles.begin(played)
        try endPiece()
    }

    /// - Parameter ahead: how many of the frames that wait, as sound or silence, are written already.
    private func beginPiece(ahead: Int = 0) throws(MediaError) {
        guard let format = plan.format.encoded else { return }
        let name = nameNext(ahead: ahead)
        try pieces.begin(at: name.time, title: titles.title, suffix: format.suffix) { sink throws(MediaError) in
            let piece = EncodedPiece(
                try AudioWriter(sink, format: format, input: plan.input, tags: name.tags, name: sink.path))
            encoded = piece
            return piece
        }
        length.beginPiece(name)
    }

    private func nameNext(ahead: Int = 0) -> PieceName {
        titles.name(after: sound.secondsWaiting(ahead: ahead), plan.wish.tags)
    }

    /// Goes on with sound of another format, in a file of its own. `change` has that sound come.
    func changeFormat(_ plan: RecordingPlan, _ change: () -> Void) throws(MediaError) {
        // The packets themselves tell where they are coded in another way.
        guard copying == nil else { return take(plan, change) }
        try endPiece { output in output.take(plan, change) }
    }

    /// Goes on with the same sound in a file of another format.
    func deepen(_ format: RecordedFormat) throws(MediaError) {
        guard copying == nil else { return }
        try endPiece { output in output.plan = output.plan.written(as: format) }
    }

    /// Completes the piece, and does `change` before the next one. If the piece has no frame, the next one takes its place at once.
    private func endPiece(before change: (RecordingOutput) -> Void = { _ in }) throws(MediaError) {
        guard pieces.isEmpty, copying == nil else {
            try finishPiece()
            return change(self)
        }
        pieces.discard()
        change(self)
        try beginPiece()
        // Only the first piece begins before its first frame.
        tellFile()
    }

    /// Goes on with sound of another format, in the piece that is open if there is one. `change` has that sound come.
    func take(_ plan: RecordingPlan, _ change: () -> Void) {
        self.plan = plan
        change()
        if copying == nil { length.countAnew(plan, at: plan.input.sampleRate) }
        watch.take(plan)
    }

    /// Completes the piece, if there is one. The next one begins with the next frame, or the next packet.
    private func finishPiece() throws(MediaError) {
        try pieces.finish()
        try sendPiece()
        encoded = nil
        copying?.piece = nil
    }

    // MARK: End

    /// Ends the recording with what was written so far.
    func finish(_ end: RecordingEnd) throws(MediaError) {
        // A recording that fails before there is sound leaves no file.
        if case .failed = end, pieces.fileCount == 1, pieces.isEmpty { return self.end(end) }
        // Nor does one whose time has not come.
        if plan.wish.startsAt != nil, pieces.fileCount == 1, pieces.isEmpty {
            pieces.discard()
            return self.end(end)
        }
        try finishPiece()
        self.end(end)
    }

    /// Ends the recording with what is in its files.
    func end(_ end: RecordingEnd) {
        guard !isOver else { return }
        isOver = true
        result.end = end
        if case .failed(let error) = end {
            // A client that leaves has stopped its recording.
            if error.code == .cancelled, pieces.connection?.isCut != true { result.end = .stopped }
            // A file without sound says nothing that the error does not.
            if pieces.fileCount == 1, pieces.isEmpty { pieces.discard() }
        }
        pieces.giveUp()
        (result.frames, result.seconds) = (length.frames, length.seconds)
        result.files = pieces.fileCount
        result.file = pieces.lastFile
        report(.ended(result))
    }

    // MARK: Packets

    /// Takes in frames that are heard, and copies the packets that they were decoded from.
    private func copy(_ planes: CapturedPlanes.Planes, count: Int) throws(MediaError) {
        var done = 0
        while done < count, !isOver {
            let silence = unsafe watch.silenceEnds(
                planes, from: done, count: count - done, secondsInPiece: length.secondsInPiece)
            let part = silence ?? count - done
            unsafe watch.measure(planes, from: done, count: part, end: length.frames)
            done += part
            copying?.heard(part)
            try copyHeard()
            if silence != nil, !isOver { try endSilence() }
        }
    }

    /// Copies the packets that are heard by now.
    func copyHeard() throws(MediaError) {
        while !isOver, let (entry, join) = copying?.next() {
            if join.isOtherStream, pieces.isOnConnection { return try finish(.formatChanged) }
            let isOther = join.isOtherStream || join.isJump && !pieces.isOnConnection
            if let title = join.title, splitsAtItems, title.text != titles.title || titles.hasLate,
                isOther || titles.mayBegin(title, at: length.seconds)
            {
                titles.begin(title)
                try finishPiece()
            } else if isOther {
                try finishPiece()
            }
            if !pieces.isOpen { try beginCopy(with: entry.packet) }
            if let frames = try copying?.piece?.write(entry.packet) { _ = try endsAfter(frames) }
        }
        let lost = copying?.takeLostFrames() ?? 0
        guard lost > 0 else { return }
        result.dropped += lost
        report(.marked(RecordingMark(cause: .dropped, frame: length.frames, missing: lost, filled: 0)))
    }

    private func beginCopy(with packet: PlayedPacket) throws(MediaError) {
        guard case .copied(let wanted) = plan.format else { return }
        let format = packet.stream.format
        let container = try RecordedFormat.container(for: format, wanted: wanted)
        if titles.title.isEmpty, splitsAtItems { titles.name(copying?.title(of: packet) ?? PlayedTitle(packet.tags)) }
        let name = nameNext()
        try pieces.begin(at: name.time, title: titles.title, suffix: container.suffix(codec: format.codec)) {
            sink throws(MediaError) in
            let piece = try CopiedPiece(sink, container, first: packet, tags: name.tags, name: sink.path)
            copying?.piece = piece
            return piece
        }
        if length.rate != format.sampleRate { length.countAnew(plan, at: format.sampleRate) }
        length.beginPiece(name)
        // A connection has no path to tell.
        if pieces.fileCount == 1, !pieces.isOnConnection { tellFile() }
    }
}
