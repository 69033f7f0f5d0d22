import Application
import AudioSession
import AudioTypes
import ControlProtocol
import ControlServer
import Filters

// The methods about what an output does to the sound.
extension ControlDoor {
    static let output: [MethodBinding<ControlDoor>] = [
        MethodBinding(Methods.Output.filters) { door, uid, request in
            request.succeed(Wire.OutputFilters(door.application, curveOf: uid))
        },
        MethodBinding(Methods.Output.setFilters) { door, wanted, request in
            do throws(FilterError) {
                let order = try FilterOrder(wanted)
                request.succeed(
                    try door.application.setFilters(order, of: wanted.output, for: Origin(request.client)).map(\.description))
            } catch {
                request.fail(ControlError(error))
            }
        },
        MethodBinding(Methods.Output.volumeLimits) { door, _, request in
            request.succeed(door.application.volumeRules.map(Wire.VolumeLimits.init))
        },
        MethodBinding(Methods.Output.setVolumeLimits) { door, parameters, request in
            let (output, maximum, atStart, control) = parameters
            let rule = VolumeRule(maximum: maximum, atStart: atStart, control: control.map(VolumeControl.init))
            do throws(SessionError) {
                try door.application.setVolumeRule(rule, of: output)
                request.succeed(Wire.Volume(door.application.snapshot.player))
            } catch {
                request.fail(ControlError(error))
            }
        },
    ]
}
