import AudioTypes
import Media
import MediaTypes
import RealtimeAudio
import Synchronization
import SystemSupport

/// The work of a recording's thread. Confined to that thread.
final class RecordingRun {
    /// The file that is being written.
    private struct Piece: ~Copyable {
        var writer: AudioWriter
        let file: any RecordingSink
        var frames: Int64 = 0
    }

    /// How long written sound may wait until it is brought to the disk, in nanoseconds. Together with what waits in the buffer and
    /// in the encoder, this is less than the second and a half that a crash may cost.
    private static let syncInterval: Int64 = 750_000_000
    /// The shortest time between two reports of levels, in nanoseconds.
    private static let levelInterval: Int64 = 50_000_000
    /// The most frames that are taken in before orders are looked at again.
    private static let longestTurn = 65_536
    /// The longest gap that silence fills, in seconds. What is longer was no gap in a recording, but two recordings.
    private static let longestFilledGap = 3_600.0

    private let task: RecordingWorker.Task
    private var plan: RecordingPlan
    private var buffer: CaptureBuffer
    private var consumer: CaptureConsumer
    private let told: ToldProgress
    private let gaps: ExpectedGaps
    private let report: (RecordingEvent) -> Void
    private var planes: CapturedPlanes
    private var cutter: PieceCutter
    private var detector: SilenceDetector?
    /// `nil` while nobody wants levels.
    private var meter: LevelMeter?
    private var title: String
    private var tags: [String: String]
    private var piece: Piece?
    /// The piece before, until the next one begins.
    private var finished: RecordedFile?
    private var result = RecordingResult()
    private var levelsSentAt: Int64 = 0
    private var syncedAt: Int64 = 0
    private var hasUnsynced = false
    /// The frames of silence that are still to be written for a gap.
    private var unwrittenSilence: Int64 = 0
    /// The length of what was recorded in formats before this one, in seconds.
    private var secondsBefore = 0.0
    /// Whether any sound has come.
    private var hasBegun = false
    /// Until when the sound of an item waits for the title of the item; `nil` if none does.
    private var waitsUntil: Int64?
    /// How many of the frames that wait, as sound or silence, are written already.
    private var writtenAhead = 0

    /// The note of the file that is being written; `nil` without a journal.
    private let entry: RecordingJournal.Entry?

    /// The client's connection that the recording goes to; `nil` before it is there, and for files.
    private var connection: ConnectionSink?

    /// Whether the recording has ended.
    private(set) var isOver = false

    init(
        _ task: RecordingWorker.Task, _ buffer: CaptureBuffer, _ told: ToldProgress, _ gaps: ExpectedGaps,
        report: @escaping (RecordingEvent) -> Void
    ) {
        self.task = task
        plan = task.plan
        self.told = told
        self.gaps = gaps
        self.buffer = buffer
        self.report = report
        consumer = buffer.consumer
        planes = CapturedPlanes(channelCount: buffer.format.channelCount)
        cutter = PieceCutter(task.plan)
        detector = task.plan.wish.silence.map { SilenceDetector($0, task.plan) }
        title = task.title
        tags = task.tags
        entry = task.journal?.makeEntry()
    }

    private var rate: Double { Double(buffer.format.sampleRate.hertz) }

    /// How many frames are to wait before the thread is woken: a quarter of a second, or of a small buffer.
    private var wakeMark: Int { min(Int(rate * (meter != nil ? 0.05 : 0.25)), buffer.capacity / 4) }

    /// Whether nothing can be written before the client's connection is there.
    private var waitsForConnection: Bool {
        if case .connection = task.destination { connection == nil } else { false }
    }

    /// Returns whether the thread may sleep until sound, an order or a time-out wakes it.
    func maySleep() -> Bool {
        // Without its connection the recording takes nothing out of the buffer, so a look at that would not let it sleep.
        waitsForConnection || waitsUntil != nil || !hasWork && consumer.maySleep(untilWaiting: wakeMark)
    }

    /// Whether there is work that nobody wakes the thread for.
    private var hasWork: Bool { unwrittenSilence > 0 }

    /// The number of the client's socket; -1 if there is none.
    var socket: CInt { connection?.number ?? -1 }

    /// Ends the recording: its client has closed the connection.
    func clientLeft() { end(.stopped) }

    /// How long the thread may sleep, in milliseconds; -1 for ever.
    var timeout: Int32 {
        let synchronization = hasUnsynced ? syncedAt + Self.syncInterval : Int64.max
        let next = min(synchronization, waitsUntil ?? .max)
        return next == .max ? -1 : Int32(clamping: max(0, next - MonotonicClock.nanoseconds) / 1_000_000 + 1)
    }

    // MARK: Steps

    /// Makes the first file.
    func begin() {
        guard case .files = task.destination else { return }
        attempt { run throws(MediaError) in
            try run.beginPiece()
            run.tellProgress()
            if let path = run.piece?.file.path { run.report(.began(path: path)) }
        }
    }

    /// Takes in what has come, then obeys `orders`.
    func turn(_ orders: [RecordingWorker.Order]) {
        if case .connection = task.destination, connection == nil, !connect(orders) { return }
        attempt { run throws(MediaError) in
            if let end = run.waitsUntil, MonotonicClock.nanoseconds >= end { run.waitsUntil = nil }
            try run.takeIn(atMost: Self.longestTurn)
            for order in orders where !run.isOver { try run.obey(order) }
            if !run.isOver { try run.synchronizeIfDue() }
        }
        tellProgress()
    }

    /// Takes the client's connection out of `orders`; what comes before it is recorded waits in the buffer. Returns whether it is
    /// there.
    private func connect(_ orders: [RecordingWorker.Order]) -> Bool {
        for order in orders {
            switch order {
            case .connect(let sink): connection = sink
            case .stop(let end): if connection == nil { self.end(end) }
            case .sendLevels(let isWanted): sendLevels(isWanted)
            case .changeFormat(let plan, let buffer): take(plan, buffer)
            case .split, .play: break
            }
        }
        return connection != nil && !isOver
    }

    private func tellProgress() {
        let progress = RecordingWorker.Progress(
            seconds: result.seconds, missed: result.missed, path: piece?.file.path ?? result.file?.path ?? "")
        told.progress.withLock { $0 = progress }
    }

    private func obey(_ order: RecordingWorker.Order) throws(MediaError) {
        switch order {
        case .split, .stop, .changeFormat: try takeInEverything()
        // At most to the beginning of the next item.
        case .play: try takeIn(atMost: Int.max)
        case .sendLevels, .connect: break
        }
        guard !isOver else { return }
        switch order {
        case .split(let title):
            if let title { self.title = title }
            try endPiece()
        case .play(let played):
            waitsUntil = nil
            guard let played else { return }
            (title, tags) = (played.text, played.tags)
            try endPiece()
        case .sendLevels(let isWanted): sendLevels(isWanted)
        case .connect: break
        case .changeFormat(let plan, let buffer): try changeFormat(plan, buffer)
        case .stop(let end): try finish(end)
        }
    }

    /// Does `work`; an error ends the recording.
    private func attempt(_ work: (RecordingRun) throws(MediaError) -> Void) {
        do throws(MediaError) { try work(self) } catch { end(.failed(error)) }
    }

    // MARK: Sound

    /// Takes in all sound that has come, whatever waits for a title.
    private func takeInEverything() throws(MediaError) {
        repeat {
            waitsUntil = nil
            try takeIn(atMost: Int.max)
        } while waitsUntil != nil && !isOver
    }

    private func takeIn(atMost most: Int) throws(MediaError) {
        var taken = 0
        while taken < most, !isOver, waitsUntil == nil {
            if unwrittenSilence > 0 {
                let count = Int(min(unwrittenSilence, Int64(CapturedPlanes.silentCount)))
                unsafe try write(planes.silentPlanes(), count: count)
                unwrittenSilence -= Int64(count)
                taken += count
                continue
            }
            switch consumer.next(atMost: 4_096) {
            case .nothing: return
            case .marker(let marker): try takeIn(marker)
            case .frames(let count):
                unsafe try write(planes.planes(of: consumer), count: count)
                consumer.release(count)
                taken += count
            }
        }
    }

    private func takeIn(_ marker: CaptureMarker) throws(MediaError) {
        if !hasBegun { report(.firstFrame(at: marker.capturedAt)) }
        hasBegun = true
        result.dropped += marker.droppedFrames
        if marker.missedFrames > 0 {
            let cause = gaps.cause(of: marker.ringFrame, slack: UInt64(rate)) ?? .missed
            // What was left out on purpose is not missing.
            if cause != .paused, cause != .interrupted { result.missed += marker.missedFrames }
            mark(cause, marker.missedFrames)
        }
        if marker.droppedFrames > 0 { mark(.dropped, marker.droppedFrames) }
        // The title comes from the control thread, a moment after the first frame.
        if marker.beginsItem, task.splitsAtItems {
            waitsUntil = MonotonicClock.nanoseconds + Int64(RecordingWorker.longestWait * 1e9)
        }
    }

    private func mark(_ cause: RecordingMark.Cause, _ missing: Int64) {
        let isWanted = plan.wish.fillsGaps && cause != .paused && cause != .interrupted
        let filled = isWanted ? min(missing, Int64(Self.longestFilledGap * rate)) : 0
        let frame = result.frames + unwrittenSilence
        report(.marked(RecordingMark(cause: cause, frame: frame, missing: missing, filled: filled)))
        unwrittenSilence += filled
    }

    /// Writes frames, and ends pieces and the recording where they end.
    private func write(_ planes: CapturedPlanes.Planes, count: Int) throws(MediaError) {
        var done = 0
        defer { writtenAhead = 0 }
        while done < count, !isOver {
            writtenAhead = done
            if piece == nil { try beginPiece() }
            var part = count - done
            if let room = cutter.room { part = Int(min(Int64(part), max(1, room))) }
            let silence = unsafe silenceEnds(planes, from: done, count: part)
            if let silence { part = silence }
            unsafe try piece?.writer.write(planes, from: done, count: part)
            piece?.frames += Int64(part)
            result.frames += Int64(part)
            result.seconds = secondsBefore + Double(cutter.total + Int64(part)) / rate
            noteUnsynced()
            unsafe measure(planes, from: done, count: part)
            done += part
            switch cutter.wrote(Int64(part)) {
            case .end: try finish(.maximumDuration)
            case .split: try finishPiece()
            case nil: if silence != nil { try endSilence() }
            }
        }
    }

    private func silenceEnds(_ planes: CapturedPlanes.Planes, from start: Int, count: Int) -> Int? {
        guard let rule = plan.wish.silence else { return nil }
        let isWanted = rule.action == .stop || cutter.inPiece >= plan.frames(rule.shortestPiece)
        return unsafe detector?.scan(planes, from: start, count: count, isWanted: isWanted)
    }

    private func endSilence() throws(MediaError) {
        if plan.wish.silence?.action == .stop { try finish(.silence) } else { try finishPiece() }
    }

    private func sendLevels(_ isWanted: Bool) {
        guard isWanted else { return meter = nil }
        if meter == nil { meter = LevelMeter(buffer.format) }
    }

    private func measure(_ planes: CapturedPlanes.Planes, from start: Int, count: Int) {
        unsafe meter?.add(planes, from: start, count: count)
        let now = MonotonicClock.nanoseconds
        guard now - levelsSentAt >= Self.levelInterval, let levels = meter?.take(end: result.frames) else { return }
        levelsSentAt = now
        report(.levels(levels))
    }

    // MARK: Files

    private func beginPiece() throws(MediaError) {
        let waiting = Int64(buffer.fillCount) + unwrittenSilence - Int64(writtenAhead)
        let begin = CalendarClock.seconds - Double(waiting) / rate
        let time = LocalTime.at(begin)
        let file = try makeSink(at: time)
        var tags = tags.merging(plan.wish.tags) { _, ofPlan in ofPlan }
        if !title.isEmpty, tags["title"] == nil { tags["title"] = title }
        do throws(MediaError) {
            let writer = try AudioWriter(file, format: plan.format, input: plan.input, tags: tags, name: file.path)
            piece = Piece(writer: writer, file: file)
        } catch {
            discard(file)
            throw error
        }
        result.files += 1
        cutter.beginPiece(secondOfDay: time.secondOfDay + begin.truncatingRemainder(dividingBy: 1))
        noteUnsynced()
        if let finished { report(.split(finished, next: file.path)) }
        finished = nil
    }

    private func makeSink(at time: LocalTime) throws(MediaError) -> any RecordingSink {
        switch task.destination {
        case .files(let directory, let naming):
            var name = naming.name(of: result.files + 1, at: time, title: title, suffix: plan.format.suffix)
            let file = try directory.makeFile(&name)
            if let inode = file.inode {
                entry?.note(UnfinishedFile(directory: directory.path, path: name.path, inode: inode))
            }
            return file
        case .connection:
            guard let connection else { throw MediaError(.cancelled, "the client's connection is not there") }
            return connection
        }
    }

    private func discard(_ file: any RecordingSink) {
        file.discard()
        entry?.remove()
    }

    /// Goes on with the sound in `buffer`. What is of another format needs a file of its own.
    private func changeFormat(_ plan: RecordingPlan, _ buffer: CaptureBuffer) throws(MediaError) {
        try endPiece { run in run.take(plan, buffer) }
    }

    /// Completes the piece, and does `change` before the next one. If the piece has no frame, the next one takes its place at once.
    private func endPiece(before change: (RecordingRun) -> Void = { _ in }) throws(MediaError) {
        guard piece?.frames == 0, let file = piece?.file else {
            try finishPiece()
            return change(self)
        }
        discard(file)
        piece = nil
        hasUnsynced = false
        result.files -= 1
        change(self)
        try beginPiece()
        // Only the first piece begins before its first frame.
        if let path = piece?.file.path { report(.began(path: path)) }
    }

    private func take(_ plan: RecordingPlan, _ buffer: CaptureBuffer) {
        secondsBefore = result.seconds
        unwrittenSilence = 0
        var plan = plan
        if let most = plan.wish.maximumDuration { plan.wish.maximumDuration = max(0, most - secondsBefore) }
        self.plan = plan
        self.buffer = buffer
        consumer = buffer.consumer
        planes = CapturedPlanes(channelCount: buffer.format.channelCount)
        cutter = PieceCutter(plan)
        detector = plan.wish.silence.map { SilenceDetector($0, plan) }
        if meter != nil { meter = LevelMeter(buffer.format) }
    }

    /// Completes the piece, if there is one. The next one begins with the next frame.
    private func finishPiece() throws(MediaError) {
        guard piece != nil else { return }
        try piece?.writer.finish()
        try piece?.file.synchronize()
        entry?.remove()
        noteFile()
        finished = result.file
        piece = nil
        hasUnsynced = false
    }

    private func noteFile() {
        // What goes over a connection is no file of ours.
        guard case .files = task.destination, let path = piece?.file.path, let frames = piece?.frames else { return }
        result.file = RecordedFile(path: path, frames: frames)
    }

    private func noteUnsynced() {
        if !hasUnsynced { syncedAt = MonotonicClock.nanoseconds }
        hasUnsynced = true
    }

    private func synchronizeIfDue() throws(MediaError) {
        guard hasUnsynced, MonotonicClock.nanoseconds - syncedAt >= Self.syncInterval else { return }
        try piece?.writer.flush()
        try piece?.file.synchronize()
        hasUnsynced = false
    }

    // MARK: End

    private func finish(_ end: RecordingEnd) throws(MediaError) {
        try finishPiece()
        self.end(end)
    }

    /// Ends the recording with what is in its files.
    private func end(_ end: RecordingEnd) {
        guard !isOver else { return }
        isOver = true
        result.end = end
        if case .failed(let error) = end {
            // A client that leaves has stopped its recording.
            if error.code == .cancelled, connection?.isCut != true { result.end = .stopped }
            // A file without sound says nothing that the error does not.
            if result.files == 1, piece?.frames == 0 {
                if let file = piece?.file { discard(file) }
                piece = nil
                result.files = 0
            }
        }
        noteFile()
        piece = nil
        report(.ended(result))
    }
}
