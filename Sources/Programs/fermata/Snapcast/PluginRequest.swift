import ControlProtocol
import JSON

/// What Snapcast asks of the plugin of a stream: about the player, or of it. A value.
enum PluginRequest: Hashable {
    /// What the player does now.
    case properties
    /// A call of the daemon's protocol that does it: the name of the method, and the parameters.
    case order(String, JSONObject)

    /// Makes a request of the message's method and parameters.
    /// - Throws: what to answer if there is no such method, or the daemon has nothing like it.
    init(method: String, _ parameters: JSONValue) throws(PluginRefusal) {
        switch method {
        case "Plugin.Stream.Player.GetProperties": self = .properties
        case "Plugin.Stream.Player.Control": self = try Self.control(parameters)
        case "Plugin.Stream.Player.SetProperty": self = try Self.property(parameters)
        default: throw PluginRefusal(.methodNotFound, "there is no method \"\(method)\"")
        }
    }

    private static func control(_ parameters: JSONValue) throws(PluginRefusal) -> PluginRequest {
        let details = parameters["params"]
        switch parameters["command"]?.stringValue {
        case "play": return call(Methods.play, .queue)
        case "pause": return call(Methods.pause, ())
        case "playPause": return call(Methods.toggle, ())
        case "stop": return call(Methods.stop, ())
        case "next": return call(Methods.next, false)
        case "previous": return call(Methods.previous, false)
        case "seek":
            guard let offset = details?["offset"]?.numberValue else {
                throw PluginRefusal(.badParameters, "seek needs an offset")
            }
            return call(Methods.seek, .offset(offset))
        case "setPosition":
            guard let position = details?["position"]?.numberValue else {
                throw PluginRefusal(.badParameters, "setPosition needs a position")
            }
            return call(Methods.seek, .position(max(0, position)))
        case let other?: throw PluginRefusal(.badParameters, "there is no command \"\(other)\"")
        case nil: throw PluginRefusal(.badParameters, "the command is missing")
        }
    }

    private static func call<Parameters, Answer>(
        _ method: Method<Parameters, Answer>, _ parameters: Parameters
    ) -> PluginRequest {
        .order(method.name, method.json(of: parameters))
    }

    private static func property(_ parameters: JSONValue) throws(PluginRefusal) -> PluginRequest {
        guard let members = parameters.objectValue?.members, members.count == 1, let member = members.first else {
            throw PluginRefusal(.badParameters, "give one property")
        }
        switch (member.name, member.value) {
        case ("loopStatus", .string(let name)):
            guard let mode = PluginProperties.loops.first(where: { $0.value == name })?.key else {
                throw PluginRefusal(.badParameters, "there is no loopStatus \"\(name)\"")
            }
            return call(Methods.Queue.set, Wire.QueueModeChange(repeat: mode))
        case ("shuffle", .bool(let shuffle)): return call(Methods.Queue.set, Wire.QueueModeChange(shuffle: shuffle))
        case ("mute", .bool(let mute)): return call(Methods.volume, (Wire.VolumeChange(muted: mute), nil))
        case ("volume", let value):
            guard let percent = value.numberValue else { throw PluginRefusal(.badParameters, "the volume is no number") }
            return call(Methods.volume, (Wire.VolumeChange(level: min(max(percent, 0), 100) / 100), nil))
        case (let name, _): throw PluginRefusal(.badParameters, "the property \"\(name)\" cannot be set so")
        }
    }
}

/// Why the plugin does not do what Snapcast asks. A value.
struct PluginRefusal: Error, Hashable {
    /// JSON-RPC's numbers.
    enum Code: Int64 {
        case parseError = -32700
        case invalidRequest = -32600
        case methodNotFound = -32601
        case badParameters = -32602
        case failed = -32603
    }

    let code: Code
    let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}
