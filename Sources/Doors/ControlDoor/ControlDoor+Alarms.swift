import Application
import ControlProtocol
import ControlServer
import PlayerModel

// The methods of the alarm clock.
extension ControlDoor {
    static let alarms: [MethodBinding<ControlDoor>] = [
        MethodBinding(Methods.Alarm.add) { door, order, request in
            door.application.addAlarm(AlarmWish(order), for: Origin(request.client)) { result in
                request(result.map(Wire.Alarm.init).mapError { ControlError($0) })
            }
        },
        MethodBinding(Methods.Alarm.change) { door, change, request in
            door.application.changeAlarm(change.alarm, AlarmWish(change.order), for: Origin(request.client)) { result in
                request(result.map(Wire.Alarm.init).mapError { ControlError($0) })
            }
        },
        MethodBinding(Methods.Alarm.list) { door, _, request in
            request.succeed(door.application.alarms.list.map(Wire.Alarm.init))
        },
        MethodBinding(Methods.Alarm.remove) { door, alarm, request in
            door.application.alarms.remove(alarm) { request($0.mapError { ControlError($0) }) }
        },
        MethodBinding(Methods.Alarm.snooze) { door, minutes, request in
            do throws(AlarmError) {
                try door.application.snoozeAlarm(minutes)
                request.succeed()
            } catch {
                request.fail(ControlError(error))
            }
        },
        MethodBinding(Methods.Alarm.dismiss) { door, _, request in
            door.application.dismissAlarm()
            request.succeed()
        },
    ]
}
