import ControlProtocol
import JSON

/// What Snapcast asks of the plugin of a stream: about the player, or of it. A value.
enum PluginRequest: Hashable {
    /// What the player does now.
    case properties
    /// A call of the daemon's protocol that does it.
    case call(String, JSONObject)

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
        case "play": return .call("play", [:])
        case "pause": return .call("pause", [:])
        case "playPause": return .call("toggle", [:])
        case "stop": return .call("stop", [:])
        case "next": return .call("next", [:])
        case "previous": return .call("previous", [:])
        case "seek":
            guard let offset = details?["offset"]?.numberValue else {
                throw PluginRefusal(.badParameters, "seek needs an offset")
            }
            return .call("seek", ["offset": .number(offset)])
        case "setPosition":
            guard let position = details?["position"]?.numberValue else {
                throw PluginRefusal(.badParameters, "setPosition needs a position")
            }
            return .call("seek", ["position": .number(max(0, position))])
        case let other?: throw PluginRefusal(.badParameters, "there is no command \"\(other)\"")
        case nil: throw PluginRefusal(.badParameters, "the command is missing")
        }
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
            return .call("queue.set", ["repeat": .string(mode.rawValue)])
        case ("shuffle", .bool(let shuffle)): return .call("queue.set", ["shuffle": .bool(shuffle)])
        case ("mute", .bool(let mute)): return .call("volume", ["muted": .bool(mute)])
        case ("volume", let value):
            guard let percent = value.numberValue else { throw PluginRefusal(.badParameters, "the volume is no number") }
            return .call("volume", ["level": .number(min(max(percent, 0), 100) / 100)])
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
