import Application
import ControlProtocol
import JSON
import MediaTypes
import PlayerModel

extension AlarmWish {
    init(_ order: Wire.AlarmOrder) {
        self.init()
        (time, days, uri, fade) = (order.time, order.days, order.uri, order.fade)
        (volume, output, unmutes) = (order.volume, order.output, order.unmute)
        (snooze, isEnabled) = (order.snooze, order.enabled)
    }
}

extension Wire.Alarm {
    init(_ entry: AlarmDesk.Entry) { self.init(entry.alarm, next: entry.next) }

    init(_ alarm: Alarm, next: Double?) {
        let sound = alarm.sound
        self.init(
            alarm: alarm.id, time: alarm.time.text, days: alarm.days.words, uri: MediaAddress.shown(sound.uri), fade: sound.fade,
            volume: sound.volume, snooze: alarm.snooze, output: sound.output, unmute: sound.unmutes, enabled: alarm.isEnabled,
            next: next, ringing: alarm.isRinging, snoozedUntil: alarm.snoozedUntil, missed: alarm.missed)
    }
}

extension Event {
    /// Makes the protocol's event for an event of the alarm clock.
    init(_ event: AlarmEvent) {
        self =
            switch event {
            case .changed(let id, let alarm, let next): .alarmChanged(alarm: id, entry: alarm.map { Wire.Alarm($0, next: next) })
            case .rang(let id, let source): .alarmRang(alarm: id, source: Wire.AlarmSource(rawValue: source.rawValue) ?? .tone)
            case .ended(let id, let end): .alarmEnded(alarm: id, reason: Wire.AlarmEnd(rawValue: end.rawValue) ?? .dismissed)
            case .missed(let id, let due): .alarmMissed(alarm: id, due: due)
            }
    }
}

extension ControlError {
    /// Makes the protocol's error for a change of the alarms that was refused.
    init(_ error: AlarmError) {
        switch error {
        case .notATime: self.init(.invalidParams, error.description, details: ["parameter": "time"])
        case .notDays, .hasPassed: self.init(.invalidParams, error.description, details: ["parameter": "days"])
        case .tooMany: self.init(.limitExceeded, error.description, details: ["limit": "alarms"])
        case .notFound, .noneRings: self.init(.alarmNotFound, error.description)
        case .notKept: self.init(.fileNotWritable, error.description)
        case .notAllowed(let error): self.init(error)
        }
    }
}
