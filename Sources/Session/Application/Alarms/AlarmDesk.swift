import LineServer
import Logging
import NIOCore
package import PlayerModel
import SystemSupport

/// Keeps the alarms, and looks at the calendar's clock when one is due. What rings, the ``AlarmRinger`` plays. Confined to the control thread.
///
/// A timer of the kernel waits for the next alarm, and for somebody who sets the clock; without one there is no timer.
package final class AlarmDesk {
    /// An alarm as clients see it.
    package struct Entry: Hashable, Sendable {
        package let alarm: Alarm
        /// When it rings next, in seconds since the beginning of 1970 (UTC); `nil` for never.
        package let next: Double?
    }

    /// Gets an alarm as it is kept, or the reason why nothing was changed.
    package typealias Answer = (Result<Entry, AlarmError>) -> Void

    /// The clock and the time zone of the machine, or those of a test.
    struct Clock {
        var seconds: () -> Double = { CalendarClock.seconds }
        var zone = TimeZoneRules { LocalTime.secondsAheadOfUTC(at: $0) }
    }

    /// After how long it is tried again to make a timer that could not be made.
    private static let patience = TimeAmount.seconds(60)

    private var book = AlarmBook()
    let store: AlarmStore
    private let clock: Clock
    private let eventLoop: any EventLoop
    private let logger: Logger
    private var timer: DescriptorWatch?
    /// When the timer is to fire.
    private var armed: Double?
    private var retry: Scheduled<Void>?
    private var isOpen = false
    /// Whether the alarms are being written, and who waits for the next writing.
    private var isWriting = false
    private var waiting: [(Bool) -> Void] = []
    /// Has an alarm ring that was due at a time.
    var ring: (Alarm, Double) -> Void = { _, _ in }
    /// Has the alarm of that number ring no more, if it does.
    var end: (Int64, AlarmEnd) -> Void = { _, _ in }
    /// Gets what became of alarms.
    var tell: (AlarmEvent) -> Void = { _ in }

    init(stateDirectory: String, clock: Clock = Clock(), eventLoop: any EventLoop, logger: Logger) {
        store = AlarmStore(directory: stateDirectory, logger: logger)
        self.clock = clock
        self.eventLoop = eventLoop
        self.logger = logger
    }

    /// Takes over the alarms of the last run, and begins to look at the clock.
    func open() {
        isOpen = true
        book = store.load()
        book.beginRun()
        look()
    }

    /// Looks at the clock no more.
    func close() {
        isOpen = false
        disarm()
        retry?.cancel()
    }

    /// Whether no alarm is to ring.
    var isAtRest: Bool { book.next(at: clock.seconds(), in: clock.zone) == nil }

    // MARK: What clients want

    /// All alarms, in the order in which they were added.
    package var list: [Entry] { book.alarms.map { entry(of: $0) } }

    private func entry(of alarm: Alarm) -> Entry {
        Entry(alarm: alarm, next: book.nextRing(of: alarm, at: clock.seconds(), in: clock.zone))
    }

    private func tellChange(_ id: Int64) {
        let alarm = book.alarm(id)
        tell(.changed(id, alarm, next: alarm.flatMap { entry(of: $0).next }))
    }

    /// Adds an alarm. `answer` gets it once it is on the disk.
    package func add(_ wish: AlarmWish, answer: @escaping Answer) {
        change(answer) { book, now, zone throws(AlarmError) in try book.add(wish, at: now, in: zone) }
    }

    /// Changes the alarm of a number. `answer` gets it once it is on the disk.
    package func change(_ id: Int64, _ wish: AlarmWish, answer: @escaping Answer) {
        change(answer) { book, now, zone throws(AlarmError) in try book.change(id, wish, at: now, in: zone) }
        if wish.isEnabled == false, book.alarm(id)?.isEnabled == false { end(id, .dismissed) }
    }

    /// Removes the alarm of a number.
    package func remove(_ id: Int64, answer: @escaping (Result<Void, AlarmError>) -> Void) {
        end(id, .removed)
        do throws(AlarmError) { try book.remove(id) } catch { return answer(.failure(error)) }
        arm()
        tellChange(id)
        keep { isKept in answer(isKept ? .success(()) : .failure(.notKept)) }
    }

    private func change(
        _ answer: @escaping Answer, _ body: (inout AlarmBook, Double, TimeZoneRules) throws(AlarmError) -> Alarm
    ) {
        LocalTime.noticeZone()
        let alarm: Alarm
        do throws(AlarmError) { alarm = try body(&book, clock.seconds(), clock.zone) } catch { return answer(.failure(error)) }
        arm()
        tellChange(alarm.id)
        keep { [weak self] isKept in
            guard let self else { return }
            answer(isKept ? .success(entry(of: book.alarm(alarm.id) ?? alarm)) : .failure(.notKept))
        }
    }

    /// Forgets what was to ring again because somebody has asked for that.
    package func endSnoozes() {
        let ended = book.endSnoozes(in: clock.zone)
        for id in ended {
            tellChange(id)
            tell(.ended(id, .dismissed))
        }
        guard !ended.isEmpty else { return }
        arm()
        keep { _ in }
    }

    // MARK: The clock

    /// Notes the volume before an alarm changes it, which a crash must not lose. Returns the one to give back at its end.
    func takesOver(_ id: Int64, level: Double) -> Double {
        defer { keep { _ in } }
        return book.takesOver(id, level: level)
    }

    /// Takes in that an alarm rings no more.
    /// - Parameter minutes: in how many minutes it rings again; `nil` if it does not.
    func ended(_ id: Int64, _ end: AlarmEnd, snoozedFor minutes: Double? = nil) {
        // The next run goes on with what rings at the end of this one.
        if end != .shuttingDown {
            book.end(id, snoozedUntil: minutes.map { clock.seconds() + $0 * 60 }, in: clock.zone)
            keep { _ in }
            arm()
        }
        logger.notice("An alarm rings no more.", metadata: ["alarm": "\(id)", "reason": "\(end.rawValue)"])
        tell(.ended(id, end))
        if end != .shuttingDown { tellChange(id) }
    }

    /// Looks at the clock and at the time zone of the machine.
    func look() {
        guard isOpen else { return }
        LocalTime.noticeZone()
        let due = book.look(at: clock.seconds(), in: clock.zone)
        for (alarm, time) in due.missed {
            logger.warning(
                "An alarm was missed: nothing ran at its time, or the clock was set.", metadata: ["alarm": "\(alarm.id)"])
            tell(.missed(alarm.id, time))
            tellChange(alarm.id)
        }
        if !due.isEmpty { keep { _ in } }
        arm()
        for (alarm, time) in due.rings {
            tellChange(alarm.id)
            ring(alarm, time)
        }
    }

    private func arm() {
        let next = isOpen ? book.next(at: clock.seconds(), in: clock.zone) : nil
        guard next != armed || next == nil else { return }
        disarm()
        guard let next else { return }
        guard let descriptor = CalendarTimer.descriptor(at: Int64(next.rounded(.up))) else {
            logger.error("There is no timer for the next alarm.", metadata: ["reason": "too many descriptors are open"])
            retry?.cancel()
            retry = eventLoop.assumeIsolated().scheduleTask(in: Self.patience) { [weak self] in self?.look() }
            return
        }
        armed = next
        timer = DescriptorWatch(descriptor, on: eventLoop) { [weak self] in
            self?.disarm()
            self?.look()
        }
    }

    private func disarm() {
        timer?.cancel()
        (timer, armed) = (nil, nil)
    }

    // MARK: The disk

    /// Has the alarms written down, one writing after the other, and then calls `whenDone`.
    private func keep(_ whenDone: @escaping (Bool) -> Void) {
        waiting.append(whenDone)
        if !isWriting { write() }
    }

    private func write() {
        isWriting = true
        let told = waiting
        waiting = []
        let bound = NIOLoopBound((self, told), eventLoop: eventLoop)
        store.write(book) { [eventLoop] isKept in
            eventLoop.execute {
                let (desk, told) = bound.value
                desk.isWriting = false
                for whenDone in told { whenDone(isKept) }
                if !desk.isWriting, !desk.waiting.isEmpty { desk.write() }
            }
        }
    }
}
