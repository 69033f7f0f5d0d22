import Application
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
                request.succeed(try door.application.setFilters(order, of: wanted.output).map(\.description))
            } catch {
                request.fail(ControlError(error))
            }
        },
    ]
}
