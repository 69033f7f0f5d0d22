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
        MethodBinding(Methods.Output.setFilters) { door, parameters, request in
            let (output, equalizer, automaticLevel) = parameters
            let order: FilterOrder =
                switch equalizer {
                case nil: .inherit
                case "off": .off
                case let text?: .equalizer(text, hasAutomaticLevel: automaticLevel)
                }
            do throws(FilterError) {
                request.succeed(try door.application.setFilters(order, of: output).map(\.description))
            } catch {
                request.fail(ControlError(error))
            }
        },
    ]
}
