import AudioTypes
import ControlProtocol
import JSON

/// Translates between a Snapcast server, which has started this program as the plugin of a stream, and the daemon. A value: lines in,
/// messages out.
struct PluginBridge {
    /// A message to one of the two sides.
    enum Message: Hashable {
        case toSnapcast(JSONValue)
        case toDaemon(Call)
    }

    /// What a reply of the daemon is for.
    private enum Purpose: Hashable {
        /// To answer Snapcast's request with that id.
        case command(JSONValue)
        case subscription
        case status
        case picture(Int64)
    }

    /// An item, and whether the daemon knew of a picture when it was asked: a file is worth a question before that is known.
    private struct PictureQuestion: Hashable {
        let item: Int64
        let isKnown: Bool

        init?(_ item: Wire.QueueItem) {
            guard item.hasPicture || item.uri.hasPrefix("/") || item.uri.hasPrefix("file:") else { return nil }
            (self.item, isKnown) = (item.id, item.hasPicture)
        }
    }

    /// How many commands of Snapcast may wait for the daemon.
    private static let mostWaiting = 64

    private var purposes: [Int64: Purpose] = [:]
    private var latestID: Int64 = 0
    private var isConnected = false
    private var status: Wire.Status?
    private var tags: [String: String] = [:]
    private var art: PluginProperties.Art?
    /// The question for a picture that was asked last.
    private var askedPicture: PictureQuestion?
    /// Whether something has happened since the status was asked for.
    private var isStale = false
    /// Whether the position is another one than one would expect.
    private var hasMoved = false
    private var told: JSONValue?
    /// The daemon's refusal of the connection, as it was logged last.
    private var refusal: String?

    /// Whether the daemon has told what it plays.
    var isFollowing: Bool { status != nil }

    /// Begins: Snapcast may ask from now on.
    mutating func begin() -> [Message] { [notice("Plugin.Stream.Ready", nil)] }

    // MARK: The daemon

    /// The daemon is there.
    mutating func daemonCame() -> [Message] {
        isConnected = true
        return [call(Methods.Events.subscribe, ["player.", "queue.changed"], for: .subscription)]
    }

    /// The daemon is gone: everything that waits for it fails.
    mutating func daemonLeft() -> [Message] {
        let failure = PluginRefusal(.failed, "fermatad is not there any more")
        let answers = purposes.sorted { $0.key < $1.key }.compactMap { entry -> Message? in
            guard case .command(let id) = entry.value else { return nil }
            return Self.refusal(failure, id)
        }
        purposes = [:]
        (isConnected, status, tags, art, askedPicture) = (false, nil, [:], nil, nil)
        return answers + tell()
    }

    /// Takes a line of the daemon.
    mutating func fromDaemon(_ line: String, now: Double) -> [Message] {
        guard let json = try? JSONValue(parsing: line, maximumDepth: 64) else { return [] }
        if let method = json["method"]?.stringValue { return happened(method, json["params"]?.objectValue ?? [:]) }
        guard let response = try? Response(json: json) else { return [] }
        guard case .integer(let id) = response.id, let purpose = purposes.removeValue(forKey: id) else {
            // An error about the connection as a whole, such as that of another user.
            guard case .failure(let error) = response.result, error.message != refusal else { return [] }
            refusal = error.message
            return [Self.log("Warning", PathlessText.of(error.message))]
        }
        switch (purpose, response.result) {
        case (.command(let id), .success): return [.toSnapcast(["jsonrpc": "2.0", "id": id, "result": "ok"])]
        case (.command(let id), .failure(let error)):
            return [Self.refusal(PluginRefusal(.failed, PathlessText.of(error.message)), id)]
        case (.subscription, .success(let value)): return take(value["status"], now)
        case (.status, .success(let value)): return take(value, now)
        case (.picture(let item), .success(let value)):
            guard status?.item?.id == item, let picture = try? Wire.Picture(json: value) else { return [] }
            art = PluginProperties.Art(picture, of: item)
            // The status that is on its way knows the new place, and tells both.
            return purposes.values.contains(.status) ? [] : tell(now: now)
        case (_, .failure): return []
        }
    }

    private mutating func happened(_ method: String, _ parameters: JSONObject) -> [Message] {
        switch method {
        case "player.metadataChanged":
            tags = [:]
            for member in parameters["tags"]?.objectValue?.members ?? [] { tags[member.name] = member.value.stringValue }
        case "player.itemChanged":
            tags = [:]
            hasMoved = true
        case "player.positionChanged", "player.stateChanged": hasMoved = true
        case "player.chapterChanged", "player.lyricLine", "player.buffering": return []
        default: break
        }
        guard !purposes.values.contains(.status) else {
            isStale = true
            return []
        }
        return [call(Methods.status, (), for: .status)]
    }

    private mutating func take(_ json: JSONValue?, _ now: Double) -> [Message] {
        guard let json, let status = try? Wire.Status(json: json) else { return [] }
        self.status = status
        refusal = nil
        var messages: [Message] = []
        if isStale {
            // One more, which tells of everything since.
            isStale = false
            messages.append(call(Methods.status, (), for: .status))
        }
        if let question = status.item.flatMap(PictureQuestion.init), question != askedPicture, art?.item != question.item {
            askedPicture = question
            messages.append(call(Methods.Media.picture, (.item(question.item), true), for: .picture(question.item)))
        }
        return messages + tell(now: now)
    }

    // MARK: Snapcast

    /// Takes a line of Snapcast, without its end.
    mutating func fromSnapcast(_ line: [UInt8], now: Double) -> [Message] {
        guard line.contains(where: { $0 > 0x20 }) else { return [] }
        let json: JSONValue
        do throws(JSONError) {
            json = try JSONValue(parsing: line)
        } catch {
            return [Self.refusal(PluginRefusal(.parseError, error.description), .null)]
        }
        let id = json["id"]
        guard let method = json["method"]?.stringValue else {
            // An answer to one of our own notices would have no meaning.
            if json["result"] != nil || json["error"] != nil { return [] }
            return [Self.refusal(PluginRefusal(.invalidRequest, "the method is missing"), id ?? .null)]
        }
        do throws(PluginRefusal) {
            switch try PluginRequest(method: method, json["params"] ?? .null) {
            case .properties:
                guard let id else { return [] }
                let properties = properties
                told = properties.lasting
                return [.toSnapcast(["jsonrpc": "2.0", "id": id, "result": properties.json(now: now)])]
            case .order(let method, let parameters):
                guard isConnected else { throw PluginRefusal(.failed, "fermatad is not there") }
                guard purposes.count < Self.mostWaiting else { throw PluginRefusal(.failed, "fermatad does not answer") }
                return [send(method, parameters, for: .command(id ?? .null))]
            }
        } catch {
            return id.map { [Self.refusal(error, $0)] } ?? []
        }
    }

    // MARK: Messages

    private var properties: PluginProperties { PluginProperties(status, tags: tags, art: art) }

    /// Tells Snapcast what has changed, if anything has.
    private mutating func tell(now: Double = 0) -> [Message] {
        let properties = properties
        let lasting = properties.lasting
        guard lasting != told || hasMoved else { return [] }
        (told, hasMoved) = (lasting, false)
        return [notice("Plugin.Stream.Player.Properties", properties.json(now: now))]
    }

    private mutating func call<Parameters, Answer>(
        _ method: Method<Parameters, Answer>, _ parameters: Parameters, for purpose: Purpose
    ) -> Message {
        send(method.name, method.json(of: parameters), for: purpose)
    }

    private mutating func send(_ method: String, _ parameters: JSONObject, for purpose: Purpose) -> Message {
        latestID += 1
        purposes[latestID] = purpose
        return .toDaemon(Call(id: .integer(latestID), method: method, parameters: parameters))
    }

    private func notice(_ method: String, _ parameters: JSONValue?) -> Message {
        .toSnapcast(["jsonrpc": "2.0", "method": .string(method), "params": parameters])
    }

    private static func refusal(_ refusal: PluginRefusal, _ id: JSONValue) -> Message {
        .toSnapcast([
            "jsonrpc": "2.0", "id": id,
            "error": ["code": .integer(refusal.code.rawValue), "message": .string(refusal.message)],
        ])
    }

    /// Makes a line for the log of the Snapcast server.
    static func log(_ severity: String, _ sentence: String) -> Message {
        .toSnapcast([
            "jsonrpc": "2.0", "method": "Plugin.Stream.Log",
            "params": ["severity": .string(severity), "message": .string("fermata: " + sentence)],
        ])
    }
}
