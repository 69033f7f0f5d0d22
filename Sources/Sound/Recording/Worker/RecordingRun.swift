import AudioTypes
import Conversion
import Media
import MediaTypes
import RealtimeAudio
import Synchronization
import SystemSupport

/// The work of a recording's thread. Confined to that thread.
final class RecordingRun {
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
    /// Which frames of the buffer are recorded as silence.
    private var muted: MutedFrames
    /// Whether the last frame that was taken in was.
    private var isMuted = false
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
    private let pieces: RecordingPieces
    /// What writes the piece, if its sound is encoded.
    private var encoded: EncodedPiece?
    private var result = RecordingResult()
    private var levelsSentAt: Int64 = 0
    /// The frames of silence that are still to be written for a gap.
    private var unwrittenSilence: Int64 = 0
    /// The length of what was recorded in formats before this one, in seconds.
    private var secondsBefore = 0.0
    /// When the first frame of the piece was sound: seconds since 1970, by the clock on the wall.
    private var pieceBegan = 0.0
    /// Whether any sound has come.
    private var hasBegun = false
    /// Whether it was told when the first frame was sound.
    private var hasToldBeginning = false
    /// Leaves out what comes before the time at which the recording begins; `nil` from then on.
    private var beginning: TimedBeginning?
    /// The second source of a meeting; `nil` if it is none.
    private let second: SecondSource?
    /// Whether the second source has to bring frames before anything goes on.
    private var waitsForSecond = false
    /// Whether nothing more waits for the second source, because the sound ends here.
    private var isInHurry = false
    /// When the frames were sound; `nil` if nobody has to know.
    private var times: RecordedTimes?
    /// The frames that the client can decode of what was sent to it; counted only if it gets pieces.
    private var sentFrames: Int64 = 0
    /// Until when the sound of an item waits for the title of the item; `nil` if none does.
    private var waitsUntil: Int64?
    private var titlePace = TitlePace()
    /// The title that plays and has no file of its own yet, because the station tells titles too often; `nil` if there is none.
    private var lateTitle: PlayedTitle?
    /// How many of the frames that wait, as sound or silence, are written already.
    private var writtenAhead = 0
    /// What copies packets; `nil` if sound is encoded.
    private var copying: PacketCopying?

    /// Whether the recording has ended.
    private(set) var isOver = false

    init(
        _ task: RecordingWorker.Task, _ buffer: CaptureBuffer, _ second: CaptureBuffer?, _ muted: MutedFrames,
        _ told: ToldProgress, _ gaps: ExpectedGaps,
        report: @escaping (RecordingEvent) -> Void
    ) {
        self.task = task
        plan = task.plan
        self.told = told
        self.gaps = gaps
        self.buffer = buffer
        self.muted = muted
        self.report = report
        consumer = buffer.consumer
        planes = CapturedPlanes(plan)
        cutter = PieceCutter(task.plan)
        detector = task.plan.wish.silence.map { SilenceDetector($0, task.plan) }
        title = task.title
        tags = task.tags
        pieces = RecordingPieces(task.destination, task.journal, report: report)
        copying = task.packets.map { PacketCopying($0) }
        self.second = second.map { SecondSource($0) }
        if sendsPieces || second != nil { times = RecordedTimes(at: plan.input.sampleRate) }
        beginning = task.plan.wish.startsAt.map { TimedBeginning(at: $0, task.plan.input.sampleRate) }
    }

    private var rate: Double { Double(buffer.format.sampleRate.hertz) }

    /// Whether the client gets pieces, each with its time.
    private var sendsPieces: Bool { plan.wish.latency != nil }

    /// How many frames are to wait before the thread is woken: a quarter of a second, or of a small buffer, or what the client wants at once.
    private var wakeMark: Int {
        let seconds = min(meter != nil ? 0.05 : 0.25, plan.wish.latency ?? .infinity)
        return min(Int(rate * seconds), buffer.capacity / 4)
    }

    /// Whether nothing can be written before the client's connection is there.
    private var waitsForConnection: Bool {
        pieces.isOnConnection && pieces.connection == nil
    }

    /// Returns whether the thread may sleep until sound, an order or a time-out wakes it.
    func maySleep() -> Bool {
        // Without its connection the recording takes nothing out of the buffer, so a look at that would not let it sleep. But it tells
        // when the first frame was sound.
        if waitsForConnection { return !tellsBeginningAhead || consumer.maySleep(untilWaiting: 1) }
        if waitsForSecond, let second { return second.maySleep() }
        return waitsUntil != nil || !hasWork && consumer.maySleep(untilWaiting: wakeMark)
    }

    /// Whether it is to be told when the first frame was sound, although nothing is taken in.
    private var tellsBeginningAhead: Bool { sendsPieces && beginning == nil && !hasToldBeginning }

    /// Whether there is work that nobody wakes the thread for.
    private var hasWork: Bool { unwrittenSilence > 0 }

    /// The number of the client's socket; -1 if there is none.
    var socket: CInt { pieces.connection?.number ?? -1 }

    /// Ends the recording: its client has closed the connection.
    func clientLeft() { end(.stopped) }

    /// How long the thread may sleep, in milliseconds; -1 for ever.
    var timeout: Int32 {
        var next = min(pieces.nextSynchronization ?? .max, waitsUntil ?? .max)
        if waitsForSecond { next = min(next, MonotonicClock.nanoseconds + SecondSource.patience) }
        return next == .max ? -1 : Int32(clamping: max(0, next - MonotonicClock.nanoseconds) / 1_000_000 + 1)
    }

    // MARK: Steps

    /// Makes the first file. The first file of a copy is made with its first packet, which tells what kind of file it is.
    func begin() {
        guard !pieces.isOnConnection else { return }
        attempt { run throws(MediaError) in
            if run.copying == nil { try run.beginPiece() }
            run.tellProgress()
            run.report(.began(path: run.pieces.path))
        }
    }

    /// Takes in what has come, then obeys `orders`.
    func turn(_ orders: [RecordingWorker.Order]) {
        if waitsForConnection, !connect(orders) { return }
        attempt { run throws(MediaError) in
            if let end = run.waitsUntil, MonotonicClock.nanoseconds >= end { run.waitsUntil = nil }
            try run.takeIn(atMost: Self.longestTurn)
            for order in orders where !run.isOver { try run.obey(order) }
            if !run.isOver { try run.sendPiece() }
            if !run.isOver { try run.beginLateTitle() }
            if !run.isOver { try run.pieces.synchronizeIfDue() }
        }
        tellProgress()
    }

    /// Takes the client's connection out of `orders`; what comes before it is recorded waits in the buffer. Returns whether it is
    /// there.
    private func connect(_ orders: [RecordingWorker.Order]) -> Bool {
        if tellsBeginningAhead, let time = consumer.nextTime { tellBeginning(time) }
        for order in orders {
            switch order {
            case .connect(let sink): pieces.connection = sink
            case .stop(let end): if pieces.connection == nil { self.end(end) }
            case .sendLevels(let isWanted): sendLevels(isWanted)
            case .changeFormat(let plan, let buffer, let muted): take(plan, buffer, muted)
            case .mark(let cause): markNothing(cause)
            case .split, .play: break
            }
        }
        return pieces.connection != nil && !isOver
    }

    private func tellProgress() {
        let progress = RecordingWorker.Progress(
            seconds: result.seconds, missed: result.missed, lost: copying?.lostFrames ?? 0, path: pieces.path)
        told.progress.withLock { $0 = progress }
    }

    private func obey(_ order: RecordingWorker.Order) throws(MediaError) {
        switch order {
        case .split, .stop, .changeFormat: try takeInEverything()
        // At most to the beginning of the next item.
        case .play: try takeIn(atMost: Int.max)
        case .mark: try takeIn(atMost: Int.max)
        case .sendLevels, .connect: break
        }
        guard !isOver else { return }
        switch order {
        case .split(let title):
            if let title { self.title = title }
            try endPiece()
        case .play(let played):
            try play(played)
        case .sendLevels(let isWanted): sendLevels(isWanted)
        case .connect: break
        case .changeFormat(let plan, let buffer, let muted): try changeFormat(plan, buffer, muted)
        case .mark(let cause): markNothing(cause)
        case .stop(let end): try finish(end)
        }
    }

    /// The player plays something else, or the same again if `played` is `nil`.
    private func play(_ played: PlayedTitle?) throws(MediaError) {
        let waited = waitsUntil != nil
        waitsUntil = nil
        // The packets themselves tell where titles change within the media.
        if copying?.heedsTitle(played, of: title, atItem: waited) == false { return }
        guard let played else { return }
        // What an item begins with is the user's choice, and a file of its own.
        guard waited || mayBegin(played) else { return }
        begin(played)
        try endPiece()
    }

    private func begin(_ played: PlayedTitle) {
        (title, tags) = (played.text, played.tags)
        lateTitle = nil
    }

    /// Returns whether a title of a station begins a file at once. If it does not, it waits for ``beginLateTitle()``.
    private func mayBegin(_ played: PlayedTitle) -> Bool {
        // The station is back at the title that the file has.
        if lateTitle != nil, played.text == title {
            lateTitle = nil
            return false
        }
        if titlePace.takes(at: result.seconds) { return true }
        lateTitle = played
        return false
    }

    /// Begins a file with the title that waits, if it is time.
    private func beginLateTitle() throws(MediaError) {
        guard let late = lateTitle, titlePace.takes(at: result.seconds) else { return }
        begin(late)
        try endPiece()
    }

    /// Does `work`; an error ends the recording.
    private func attempt(_ work: (RecordingRun) throws(MediaError) -> Void) {
        do throws(MediaError) { try work(self) } catch { end(.failed(error)) }
    }

    // MARK: Sound

    /// Takes in all sound that has come, whatever waits for a title.
    private func takeInEverything() throws(MediaError) {
        isInHurry = true
        defer { isInHurry = false }
        repeat {
            waitsUntil = nil
            try takeIn(atMost: Int.max)
        } while waitsUntil != nil && !isOver
    }

    private func takeIn(atMost most: Int) throws(MediaError) {
        var taken = 0
        waitsForSecond = false
        while taken < most, !isOver, waitsUntil == nil, !waitsForSecond {
            if unwrittenSilence > 0 {
                var count = Int(min(unwrittenSilence, Int64(CapturedPlanes.silentCount)))
                count = fillSecond(count)
                if let second {
                    unsafe try write(planes.silentPlanes(beside: second), count: count)
                } else {
                    unsafe try write(planes.silentPlanes(), count: count)
                }
                unwrittenSilence -= Int64(count)
                taken += count
                continue
            }
            switch consumer.next(atMost: 4_096) {
            case .nothing: return try copyHeard()
            case .marker(let marker): try takeIn(marker)
            case .frames(let count):
                if let left = leaveOut(of: count) {
                    consumer.release(left)
                    continue
                }
                // Sound that was kept ready has lost the marker of its first frame. The marker of a later gap does not tell when the
                // sound began.
                hasBegun = true
                let count = try takeIn(frames: count)
                consumer.release(count)
                taken += count
            }
        }
    }

    /// Takes in the first of `count` frames, as many as are muted or not as the first one is, and returns how many these are.
    private func takeIn(frames count: Int) throws(MediaError) -> Int {
        guard copying == nil else {
            unsafe try copy(planes.planes(of: consumer), count: count)
            return count
        }
        let (isMuted, whole) = muted.look(at: consumer.takenCount, atMost: count)
        let part = fillSecond(whole)
        guard part > 0 else { return 0 }
        if isMuted != self.isMuted {
            self.isMuted = isMuted
            markNothing(isMuted ? .muted : .unmuted)
        }
        if let second, !isMuted {
            unsafe try write(planes.planes(of: consumer, beside: second), count: part)
        } else {
            unsafe try write(isMuted ? planes.silentPlanes() : planes.planes(of: consumer), count: part)
        }
        return part
    }

    /// Has the second source make the next `count` frames, if there is one. Returns how many of them can be written now.
    private func fillSecond(_ count: Int) -> Int {
        guard let second else { return count }
        let time = times?.time(of: result.frames) ?? MonotonicClock.nanoseconds
        let isLate = isInHurry || MonotonicClock.nanoseconds - time > SecondSource.patience
        let made = second.fill(count, from: time, isLate: isLate)
        waitsForSecond = made < count
        return made
    }

    /// Reports what changes with the next frame, before which nothing is missing.
    private func markNothing(_ cause: RecordingMark.Cause) {
        report(.marked(RecordingMark(cause: cause, frame: result.frames + unwrittenSilence, missing: 0, filled: 0)))
    }

    private func takeIn(_ marker: CaptureMarker) throws(MediaError) {
        if beginning != nil { return try takeInBeforeBeginning(marker) }
        if !hasBegun { tellBeginning(marker.capturedAt) }
        hasBegun = true
        // What is sent tells the time of its first frame alone, so nothing may be missing in it.
        if marker.missingFrames > 0 { try sendPiece() }
        // What the player does not play is left out of its recordings, and nothing counts it.
        var leavesOut = marker.place.segment != 0
        if copying != nil {
            try copyHeard()
            copying?.meet(marker)
        } else if !takeInGaps(marker) {
            leavesOut = true
        }
        times?.note(marker.capturedAt, of: result.frames + unwrittenSilence)
        if leavesOut { try followClock() }
        try endIfOutOfTime()
        if isOver { return }
        // The title comes from the control thread, a moment after the first frame.
        if marker.beginsItem, task.splitsAtItems {
            waitsUntil = MonotonicClock.nanoseconds + Int64(RecordingWorker.longestWait * 1e9)
        }
    }

    /// Tells when the first frame was sound, once.
    private func tellBeginning(_ time: Int64) {
        if !hasToldBeginning { report(.firstFrame(at: time)) }
        hasToldBeginning = true
    }

    /// Takes in a marker while the recording waits for its time.
    private func takeInBeforeBeginning(_ marker: CaptureMarker) throws(MediaError) {
        beginning?.note(marker.capturedAt)
        guard let beginning, let late = beginning.missing else { return }
        self.beginning = nil
        hasBegun = true
        if late > 0 { mark(.late, late) }
        let first = unwrittenSilence > 0 ? beginning.time : marker.capturedAt
        tellBeginning(first)
        times?.note(first, of: 0)
        try endIfOutOfTime()
    }

    /// Ends the recording if so much was left out that its time is over.
    private func endIfOutOfTime() throws(MediaError) {
        if cutter.isOutOfTime, unwrittenSilence == 0, !isOver { try finish(.maximumDuration) }
    }

    /// Returns how many of the next `count` frames are left out because they come before the time at which the recording begins; `nil` if it
    /// has begun.
    private func leaveOut(of count: Int) -> Int? {
        guard let left = beginning?.leaveOut(of: count), let time = beginning?.time else { return nil }
        guard beginning?.missing == 0 else { return left }
        beginning = nil
        hasBegun = true
        tellBeginning(time)
        times?.note(time, of: 0)
        return left
    }

    /// Returns whether silence takes the place of all that is missing.
    private func takeInGaps(_ marker: CaptureMarker) -> Bool {
        let before = unwrittenSilence
        result.dropped += marker.droppedFrames
        if marker.missedFrames > 0 {
            let cause = gaps.cause(of: marker.ringFrame, slack: UInt64(rate)) ?? .missed
            // What was left out on purpose is not missing.
            if cause != .paused, cause != .interrupted { result.missed += marker.missedFrames }
            mark(cause, marker.missedFrames)
        }
        if marker.droppedFrames > 0 { mark(.dropped, marker.droppedFrames) }
        return unwrittenSilence - before >= marker.missingFrames
    }

    /// Lets the piece end when the clock on the wall says so, although it has no frames of some of the time that has gone by.
    private func followClock() throws(MediaError) {
        guard plan.wish.splitsOnClock, pieces.isOpen else { return }
        let next = nameNext()
        if pieces.isEmpty { return countPiece(from: next.clock, secondOfDay: next.secondOfDay) }
        if cutter.leaveOut(seconds: next.clock - pieceBegan - cutter.secondsInPiece) { try finishPiece() }
    }

    /// Counts the frames of a piece whose first one was sound at `clock`.
    private func countPiece(from clock: Double, secondOfDay: Double) {
        pieceBegan = clock
        cutter.beginPiece(secondOfDay: secondOfDay)
    }

    private func mark(_ cause: RecordingMark.Cause, _ missing: Int64) {
        let isWanted = plan.wish.fillsGaps && cause != .paused && cause != .interrupted
        let filled = isWanted ? min(missing, Int64(Self.longestFilledGap * rate)) : 0
        let frame = result.frames + unwrittenSilence
        report(.marked(RecordingMark(cause: cause, frame: frame, missing: missing, filled: filled)))
        unwrittenSilence += filled
        cutter.leaveOut(frames: missing - filled)
    }

    /// Writes frames, and ends pieces and the recording where they end.
    private func write(_ planes: CapturedPlanes.Planes, count: Int) throws(MediaError) {
        var done = 0
        defer { writtenAhead = 0 }
        while done < count, !isOver {
            writtenAhead = done
            if !pieces.isOpen { try beginPiece() }
            var part = count - done
            if let room = cutter.room { part = Int(min(Int64(part), max(1, room))) }
            let silence = unsafe silenceEnds(planes, from: done, count: part)
            if let silence { part = silence }
            unsafe try encoded?.write(planes, from: done, count: part)
            unsafe measure(planes, from: done, count: part, end: result.frames + Int64(part))
            done += part
            if try !endsAfter(Int64(part)), silence != nil { try endSilence() }
        }
    }

    /// Counts frames that were written to the piece. Returns whether that ended it.
    private func endsAfter(_ frames: Int64) throws(MediaError) -> Bool {
        pieces.add(frames)
        result.frames += frames
        result.seconds = secondsBefore + cutter.seconds(plus: frames)
        switch cutter.wrote(frames) {
        case .end: try finish(.maximumDuration)
        case .split: try finishPiece()
        case nil: return false
        }
        return true
    }

    private func silenceEnds(_ planes: CapturedPlanes.Planes, from start: Int, count: Int) -> Int? {
        guard let rule = plan.wish.silence else { return nil }
        let isWanted = rule.action == .stop || cutter.secondsInPiece >= rule.shortestPiece
        return unsafe detector?.scan(planes, from: start, count: count, isWanted: isWanted)
    }

    private func endSilence() throws(MediaError) {
        if plan.wish.silence?.action == .stop { try finish(.silence) } else { try finishPiece() }
    }

    private func sendLevels(_ isWanted: Bool) {
        guard isWanted else { return meter = nil }
        if meter == nil { meter = LevelMeter(plan.input) }
    }

    /// - Parameter end: the recording's frames up to the last of these.
    private func measure(_ planes: CapturedPlanes.Planes, from start: Int, count: Int, end: Int64) {
        unsafe meter?.add(planes, from: start, count: count)
        let now = MonotonicClock.nanoseconds
        guard now - levelsSentAt >= Self.levelInterval, let levels = meter?.take(end: end) else { return }
        levelsSentAt = now
        report(.levels(levels))
    }

    // MARK: Files

    private func beginPiece() throws(MediaError) {
        guard let format = plan.format.encoded else { return }
        let name = nameNext()
        try pieces.begin(at: name.time, title: title, suffix: format.suffix) { sink throws(MediaError) in
            let piece = EncodedPiece(
                try AudioWriter(sink, format: format, input: plan.input, tags: name.tags, name: sink.path))
            encoded = piece
            return piece
        }
        countPiece(from: name.clock, secondOfDay: name.secondOfDay)
    }

    /// Returns when the next frame was sound, and the tags of a piece that begins with it.
    private func nameNext() -> (time: LocalTime, clock: Double, secondOfDay: Double, tags: [String: String]) {
        let waiting = Int64(buffer.fillCount) + unwrittenSilence - Int64(writtenAhead)
        let begin = CalendarClock.seconds - Double(waiting) / rate
        let time = LocalTime.at(begin)
        var tags = tags.merging(plan.wish.tags) { _, ofPlan in ofPlan }
        if !title.isEmpty, tags["title"] == nil { tags["title"] = title }
        return (time, begin, time.secondOfDay + begin.truncatingRemainder(dividingBy: 1), tags)
    }

    /// Goes on with the sound in `buffer`. What is of another format needs a file of its own.
    private func changeFormat(_ plan: RecordingPlan, _ buffer: CaptureBuffer, _ muted: MutedFrames) throws(MediaError) {
        // The packets themselves tell where they are coded in another way.
        if copying != nil { return take(plan, buffer, muted) }
        try endPiece { run in run.take(plan, buffer, muted) }
    }

    /// Completes the piece, and does `change` before the next one. If the piece has no frame, the next one takes its place at once.
    private func endPiece(before change: (RecordingRun) -> Void = { _ in }) throws(MediaError) {
        guard pieces.isEmpty, copying == nil else {
            try finishPiece()
            return change(self)
        }
        pieces.discard()
        change(self)
        try beginPiece()
        // Only the first piece begins before its first frame.
        report(.began(path: pieces.path))
    }

    private func take(_ plan: RecordingPlan, _ buffer: CaptureBuffer, _ muted: MutedFrames) {
        unwrittenSilence = 0
        self.plan = plan
        self.buffer = buffer
        self.muted = muted
        consumer = buffer.consumer
        planes = CapturedPlanes(plan)
        if copying == nil { countAnew(at: plan.input.sampleRate) }
        detector = plan.wish.silence.map { SilenceDetector($0, plan) }
        if meter != nil { meter = LevelMeter(plan.input) }
    }

    /// Counts the frames to come at another rate.
    private func countAnew(at rate: SampleRate) {
        secondsBefore = result.seconds
        var plan = plan
        if let most = plan.wish.maximumDuration { plan.wish.maximumDuration = max(0, most - secondsBefore) }
        if let duration = plan.wish.duration { plan.wish.duration = max(0, duration - secondsBefore) }
        cutter = PieceCutter(plan, at: rate)
    }

    /// Sends what is complete, if the client gets pieces.
    private func sendPiece() throws(MediaError) {
        guard sendsPieces, let encoded, let connection = pieces.connection else { return }
        try encoded.flush()
        try connection.sendPiece(frame: sentFrames, time: times?.time(of: sentFrames) ?? 0)
        sentFrames = encoded.durableCount
    }

    /// Completes the piece, if there is one. The next one begins with the next frame, or the next packet.
    private func finishPiece() throws(MediaError) {
        try pieces.finish()
        try sendPiece()
        encoded = nil
        copying?.piece = nil
    }

    // MARK: End

    private func finish(_ end: RecordingEnd) throws(MediaError) {
        // A recording that fails before there is sound leaves no file.
        if case .failed = end, pieces.fileCount == 1, pieces.isEmpty { return self.end(end) }
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
            if error.code == .cancelled, pieces.connection?.isCut != true { result.end = .stopped }
            // A file without sound says nothing that the error does not.
            if pieces.fileCount == 1, pieces.isEmpty { pieces.discard() }
        }
        pieces.giveUp()
        result.files = pieces.fileCount
        result.file = pieces.lastFile
        report(.ended(result))
    }
}

// MARK: - Packets

extension RecordingRun {
    /// Takes in frames that are heard, and copies the packets that they were decoded from.
    private func copy(_ planes: CapturedPlanes.Planes, count: Int) throws(MediaError) {
        var done = 0
        while done < count, !isOver {
            let silence = unsafe silenceEnds(planes, from: done, count: count - done)
            let part = silence ?? count - done
            unsafe measure(planes, from: done, count: part, end: result.frames)
            done += part
            copying?.heard(part)
            try copyHeard()
            if silence != nil, !isOver { try endSilence() }
        }
    }

    /// Copies the packets that are heard by now.
    private func copyHeard() throws(MediaError) {
        while !isOver, let (entry, join) = copying?.next() {
            if join.isOtherStream, pieces.isOnConnection { return try finish(.formatChanged) }
            let isOther = join.isOtherStream || join.isJump && !pieces.isOnConnection
            if let title = join.title, task.splitsAtItems, title.text != self.title || lateTitle != nil,
                isOther || mayBegin(title)
            {
                begin(title)
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
        report(.marked(RecordingMark(cause: .dropped, frame: result.frames, missing: lost, filled: 0)))
    }

    private func beginCopy(with packet: PlayedPacket) throws(MediaError) {
        guard case .copied(let wanted) = plan.format else { return }
        let format = packet.stream.format
        let container = try RecordedFormat.container(for: format, wanted: wanted)
        if title.isEmpty, task.splitsAtItems {
            let played = copying?.title(of: packet) ?? PlayedTitle(packet.tags)
            (title, tags) = (played.text, played.tags)
        }
        let name = nameNext()
        try pieces.begin(at: name.time, title: title, suffix: container.suffix(codec: format.codec)) {
            sink throws(MediaError) in
            let piece = try CopiedPiece(sink, container, first: packet, tags: name.tags, name: sink.path)
            copying?.piece = piece
            return piece
        }
        if cutter.rate != format.sampleRate { countAnew(at: format.sampleRate) }
        countPiece(from: name.clock, secondOfDay: name.secondOfDay)
        // A connection has no path to tell.
        if pieces.fileCount == 1, !pieces.isOnConnection { report(.began(path: pieces.path)) }
    }
}
