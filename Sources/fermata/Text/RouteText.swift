import AudioTypes
import ControlProtocol

/// Routes and outputs, for people.
enum RouteText {
    static func route(_ reply: JSONValue) -> String {
        guard let route = try? Wire.Route(json: reply) else { return PlainText.text(reply) }
        return route.outputs.isEmpty ? "the sound goes nowhere" : route.outputs.map(port).joined(separator: "\n")
    }

    static func outputs(_ reply: JSONValue) -> String {
        let outputs = reply.arrayValue?.compactMap { try? Wire.Output(json: $0) } ?? []
        if outputs.isEmpty { return "there are no outputs" }
        return outputs.map { output in
            let marks = (output.current ? " (current)" : "") + (output.default ? " (default)" : "")
            return port(output.port) + marks
        }.joined(separator: "\n")
    }

    /// Returns the names of the outputs of a route.
    static func names(_ route: Wire.Route) -> String {
        route.outputs.isEmpty ? "nothing" : route.outputs.map { Terminal.harmless($0.name) }.joined(separator: ", ")
    }

    private static func port(_ port: Wire.Port) -> String {
        "\(Terminal.harmless(port.uid))  \(Terminal.harmless(port.name)), \(port.type.rawValue), \(port.channels) ch"
    }
}
