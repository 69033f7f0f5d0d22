import AudioTypes
import ControlProtocol
import JSON

/// Routes and outputs, for people.
enum RouteText {
    static func route(_ reply: JSONValue) -> String {
        guard let route = try? Wire.Route(json: reply) else { return PlainText.text(reply) }
        if route.outputs.isEmpty { return "the sound goes nowhere" }
        // What one output has of its own matters only beside others.
        return route.outputs.map { port($0) + (route.outputs.count > 1 ? own($0) : "") }.joined(separator: "\n")
    }

    /// Returns the volume of an output and how late it is heard.
    private static func own(_ port: Wire.Port) -> String {
        let volume = port.volume.map { ", " + StatusText.volume(Wire.Volume(level: $0, muted: port.muted ?? false)) } ?? ""
        let delay = port.delay.map { $0 > 0 ? ", \(milliseconds($0)) later than by itself" : "" } ?? ""
        return volume + delay
    }

    private static func milliseconds(_ seconds: Double) -> String { "\(Int((seconds * 1_000).rounded())) ms" }

    static func outputs(_ reply: JSONValue) -> String {
        let outputs = reply.arrayValue?.compactMap { try? Wire.Output(json: $0) } ?? []
        if outputs.isEmpty { return "there are no outputs" }
        let widest = outputs.map { Terminal.width(Terminal.harmless($0.port.uid)) }.max() ?? 0
        return outputs.map { output in
            let marks = (output.current ? " (current)" : "") + (output.default ? " (default)" : "")
            return port(output.port, column: widest) + marks
        }.joined(separator: "\n")
    }

    static func inputs(_ reply: JSONValue) -> String {
        let inputs = reply.arrayValue?.compactMap { try? Wire.Input(json: $0) } ?? []
        if inputs.isEmpty { return "there are no inputs" }
        let widest = inputs.map { Terminal.width(Terminal.harmless($0.uid)) }.max() ?? 0
        return inputs.map { input in
            let uid = Terminal.harmless(input.uid)
            let gap = String(repeating: " ", count: max(0, widest - Terminal.width(uid)) + 2)
            let volume = input.volume.map { ", " + StatusText.volume(Wire.Volume(level: $0, muted: input.muted)) } ?? ""
            let marks = (input.current ? " (current)" : "") + (input.default ? " (default)" : "")
            return "\(uid)\(gap)\(Terminal.harmless(input.name)), \(kind(input.type)), \(input.channels) ch\(volume)\(marks)"
        }.joined(separator: "\n")
    }

    /// Returns the kind of an input in the words of a person.
    private static func kind(_ type: InputType) -> String {
        switch type {
        case .builtInMic: "built-in microphone"
        case .headsetMic: "headset"
        case .bluetoothHFP: "Bluetooth, for calls"
        case .bluetoothLE: "Bluetooth LE"
        case .usbAudio: "USB"
        case .lineIn: "line in"
        case .network: "network"
        case .virtual: "virtual"
        case .unknown: "unknown kind"
        }
    }

    /// Returns the names of the outputs of a route.
    static func names(_ route: Wire.Route) -> String {
        route.outputs.isEmpty ? "nothing" : route.outputs.map { Terminal.harmless($0.name) }.joined(separator: ", ")
    }

    /// Returns the port, its identifier in a column of at least `column` columns.
    private static func port(_ port: Wire.Port, column: Int = 0) -> String {
        let uid = Terminal.harmless(port.uid)
        let gap = String(repeating: " ", count: max(0, column - Terminal.width(uid)) + 2)
        return "\(uid)\(gap)\(Terminal.harmless(port.name)), \(kind(port.type)), \(port.channels) ch"
    }

    /// Returns the kind of an output in the words of a person. Lists for scripts have the words of the protocol.
    static func kind(_ type: OutputType) -> String {
        switch type {
        case .builtInSpeaker: "loudspeaker"
        case .builtInReceiver: "earpiece"
        case .bluetoothLE: "Bluetooth LE"
        case .headphones: "headphones"
        case .headset: "headset"
        case .bluetoothA2DP: "Bluetooth"
        case .bluetoothHFP: "Bluetooth, for calls"
        case .usbAudio: "USB"
        case .hdmi: "HDMI"
        case .displayPort: "DisplayPort"
        case .lineOut: "line out"
        case .airPlay: "AirPlay"
        case .network: "network"
        case .virtual: "virtual"
        case .unknown: "unknown kind"
        }
    }
}
