import MediaTypes
import RealtimeAudio
import Synchronization
import SystemSupport

/// The work of a recording's thread: takes in what comes, obeys orders, and says when the thread may sleep. Confined to that thread.
final class RecordingRun {
    /// The most frames that are taken in before orders are looked at again.
    private static let longestTurn = 65_536

    private let isOnConnection: Bool
    /// Whether the sound of an item waits for what the control thread tells of the item.
    private let awaitsItems: Bool
    private let told: ToldProgress
    private let sound: RecordedSound
    private let output: RecordingOutput
    /// Until when the sound of an item waits for title and depth of the item; `nil` if none does.
    private var waitsUntil: Int64?

    init(
        _ task: RecordingWorker.Task, _ buffer: CaptureBuffer, _ second: CaptureBuffer?, _ muted: MutedFrames,
        _ told: ToldProgress, _ gaps: ExpectedGaps,
        report: @escaping (RecordingEvent) -> Void
    ) {
        isOnConnection = task.destination == .connection
        awaitsItems = task.splitsAtItems || task.followsDepth
        self.told = told
        sound = RecordedSound(task.plan, buffer, second, muted, gaps, report: report)
        output = RecordingOutput(task, sound, report: report)
    }

    /// Whether the recording has ended.
    var isOver: Bool { output.isOver }

    // MARK: Sleep

    /// Returns whether the thread may sleep until sound, an order or a time-out wakes it.
    func maySleep() -> Bool {
        // Without its connection the recording takes nothing out of the buffer, so a look at that would not let it sleep. But it tells
        // when the first frame was sound.
        if output.waitsForConnection { return sound.maySleepUntouched() }
        if waitsUntil != nil, !sound.waitsForSecond { return true }
        return sound.maySleep(untilWaiting: output.patience)
    }

    /// The number of the client's socket; -1 if there is none.
    var socket: CInt { output.socket }

    /// Ends the recording: its client has closed the connection.
    func clientLeft() { output.end(.stopped) }

    /// How long the thread may sleep, in milliseconds; -1 for ever.
    var timeout: Int32 {
        var next = min(output.nextSynchronization ?? .max, waitsUntil ?? .max)
        if sound.waitsForSecond { next = min(next, MonotonicClock.nanoseconds + SecondSource.patience) }
        return next == .max ? -1 : Int32(clamping: max(0, next - MonotonicClock.nanoseconds) / 1_000_000 + 1)
    }

    // MARK: Orders

    /// Makes the first file.
    func begin() {
        guard !isOnConnection else { return }
        attempt { run throws(MediaError) in
            try run.output.begin()
            run.tellProgress()
            run.output.tellFile()
        }
    }

    /// Takes in what has come, then obeys `orders`.
    func turn(_ orders: [RecordingWorker.Order]) {
        if output.waitsForConnection, !connect(orders) { return }
        attempt { run throws(MediaError) in
            if let end = run.waitsUntil, MonotonicClock.nanoseconds >= end { run.waitsUntil = nil }
            try run.takeIn(atMost: Self.longestTurn)
            for order in orders where !run.isOver { try run.obey(order) }
            try run.output.settle()
        }
        tellProgress()
    }

    /// Takes the client's connection out of `orders`; what comes before it is recorded waits in the buffer. Returns whether it is
    /// there.
    private func connect(_ orders: [RecordingWorker.Order]) -> Bool {
        sound.tellBeginningAhead()
        for order in orders {
            switch order {
            case .connect(let sink): output.connect(sink)
            case .stop(let end): if output.waitsForConnection { output.end(end) }
            case .sendLevels(let isWanted): output.sendLevels(isWanted)
            case .changeFormat(let plan, let buffer, let muted):
                output.take(plan) { sound.take(plan, buffer, muted) }
            case .mark(let cause): sound.mark(cause, at: output.frames)
            case .split, .play, .deepen: break
            }
        }
        return !output.waitsForConnection && !isOver
    }

    private func tellProgress() {
        let progress = output.progress
        told.progress.withLock { $0 = progress }
    }

    private func obey(_ order: RecordingWorker.Order) throws(MediaError) {
        switch order {
        case .split, .stop, .changeFormat: try takeInEverything()
        // At most to the beginning of the next item.
        case .play, .deepen, .mark: try takeIn(atMost: Int.max)
        case .sendLevels, .connect: break
        }
        guard !isOver else { return }
        switch order {
        case .split(let title): try output.split(title: title)
        case .play(let played):
            let waited = waitsUntil != nil
            waitsUntil = nil
            try output.play(played, atItem: waited)
        case .deepen(let format): try output.deepen(format)
        case .sendLevels(let isWanted): output.sendLevels(isWanted)
        case .connect: break
        case .changeFormat(let plan, let buffer, let muted):
            try output.changeFormat(plan) { sound.take(plan, buffer, muted) }
        case .mark(let cause): sound.mark(cause, at: output.frames)
        case .stop(let end): try output.finish(end)
        }
    }

    /// Does `work`; an error ends the recording.
    private func attempt(_ work: (RecordingRun) throws(MediaError) -> Void) {
        do throws(MediaError) { try work(self) } catch { output.end(.failed(error)) }
    }

    // MARK: Sound

    /// Takes in all sound that has come, whatever waits for a title.
    private func takeInEverything() throws(MediaError) {
        sound.isInHurry = true
        defer { sound.isInHurry = false }
        repeat {
            waitsUntil = nil
            try takeIn(atMost: Int.max)
        } while waitsUntil != nil && !isOver
    }

    private func takeIn(atMost most: Int) throws(MediaError) {
        var taken = 0
        sound.goOn()
        while taken < most, !isOver, waitsUntil == nil, !sound.waitsForSecond {
            switch sound.next(at: output.frames) {
            case .nothing: return try output.copyHeard()
            case .early: break
            case .marker(let marker): try takeIn(marker)
            case .sound(let stretch):
                unsafe try output.take(sound.planes(of: stretch), count: stretch.count)
                sound.release(stretch)
                taken += stretch.count
            }
        }
    }

    private func takeIn(_ marker: CaptureMarker) throws(MediaError) {
        if sound.waitsForBeginning {
            if let leftOut = sound.beginInTime(marker, at: output.frames) { try output.beginInTime(leftOut) }
            return
        }
        sound.begin(marker)
        try output.meet(marker)
        if isOver { return }
        // Title and depth come from the control thread, a moment after the first frame.
        if marker.beginsItem, awaitsItems {
            waitsUntil = MonotonicClock.nanoseconds + Int64(RecordingWorker.longestWait * 1e9)
        }
    }
}
