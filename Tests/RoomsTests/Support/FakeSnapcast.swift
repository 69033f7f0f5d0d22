import Glibc
import JSON
import NIOCore
import NIOPosix

/// A Snapcast server without sound: it keeps rooms and groups, answers as the real one, tells everybody but the one who asks, and counts
/// what it is asked. It can also be told to be broken.
final class FakeSnapcast: Sendable {
    /// What it does with a request.
    enum Manner: Sendable {
        case proper
        case silent
        /// Closes the connection in the middle of the answer.
        case breaksOff
        /// Sends these bytes in place of an answer.
        case says([UInt8])
    }

    let port: Int
    private let loop = MultiThreadedEventLoopGroup(numberOfThreads: 1).next()
    private let house: NIOLoopBound<FakeHouse>
    private let channel: any Channel

    /// - Parameter port: where it listens; 0 for a port that the system gives to nobody by itself. Else the control's connection, while it
    ///   looks for a server that is away, could get the port that the server is to have again, and find itself.
    init(rooms: Int = 4, groups: Int = 2, port: Int = 0) throws {
        let loop = loop
        let house = try loop.submit { NIOLoopBound(FakeHouse(rooms: rooms, groups: groups), eventLoop: loop) }.wait()
        self.house = house
        let bootstrap = ServerBootstrap(group: loop)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(FakeConversation(house.value, channel))
                }
            }
        var (found, tries) = (port, 0)
        while true {
            if port == 0 { found = Int.random(in: 20_000..<32_000) }
            do {
                channel = try bootstrap.bind(host: "127.0.0.1", port: found).wait()
                break
            } catch {
                tries += 1
                guard tries < 100 else { throw error }
                // The connections of the server before it may not have ended yet.
                if port != 0 { usleep(50_000) }
            }
        }
        self.port = found
    }

    /// Does something with the house, on its thread.
    func with<Value: Sendable>(_ body: @escaping @Sendable (FakeHouse) throws -> Value) throws -> Value {
        try loop.submit { [house] in try body(house.value) }.wait()
    }

    /// The methods that were called so far, in their order.
    func requests() throws -> [String] { try with(\.requests) }

    /// Calls a method as another program does, such as Snapweb: Fermata is told of it.
    func call(_ line: String) throws {
        try with { house in
            let json = try JSONValue(parsing: line)
            let (_, notice) = house.answer(json["method"]?.stringValue ?? "", json["params"] ?? .null)
            if let notice { house.tell(notice, except: nil) }
        }
    }

    func stop() throws {
        try with { house in for conversation in house.conversations { conversation.channel.close(promise: nil) } }
        try channel.close().wait()
    }
}

/// The rooms of the fake server, and what it does.
final class FakeHouse {
    struct Client {
        var id: String
        var name = ""
        var host = "host"
        var percent = 100
        var muted = false
        var latency = 0
        var connected = true

        var json: JSONValue {
            [
                "config": [
                    "instance": 1, "latency": .integer(Int64(latency)), "name": .string(name),
                    "volume": ["muted": .bool(muted), "percent": .integer(Int64(percent))],
                ],
                "connected": .bool(connected),
                "host": ["arch": "x86_64", "ip": "127.0.0.1", "mac": "00:00:00:00:00:00", "name": .string(host), "os": "Debian"],
                "id": .string(id), "lastSeen": ["sec": 1, "usec": 2],
                "snapclient": ["name": "Snapclient", "protocolVersion": 2, "version": "0.26.0"],
            ]
        }
    }

    struct Group {
        var id: String
        var name = ""
        var muted = false
        var stream = "fermata"
        var clients: [Client] = []
    }

    var groups: [Group]
    var streams = [(id: "fermata", port: 4_953), (id: "words", port: 4_954)]
    /// The cover of what a foreign stream plays, as text; empty for no such stream.
    var cover: [UInt8] = []
    var requests: [String] = []
    /// The number of the request that came last.
    var latestID = JSONValue.null
    var manner = FakeSnapcast.Manner.proper
    var conversations: [FakeConversation] = []
    private var latestGroup: Int

    init(rooms: Int, groups: Int) {
        self.groups = (0..<groups).map { Group(id: "group-\($0)") }
        latestGroup = groups
        for index in 0..<rooms {
            var client = Client(id: "room-\(index)")
            client.name = "Room \(index)"
            self.groups[index % groups].clients.append(client)
        }
    }

    var status: JSONValue {
        let groups = groups.map { group -> JSONValue in
            [
                "clients": .array(group.clients.map(\.json)), "id": .string(group.id), "muted": .bool(group.muted),
                "name": .string(group.name), "stream_id": .string(group.stream),
            ]
        }
        let streams = streams.map { stream -> JSONValue in
            let uri: JSONValue = ["host": .string("127.0.0.1:\(stream.port)"), "query": ["mode": "server"], "scheme": "tcp"]
            return ["id": .string(stream.id), "status": "idle", "uri": uri]
        }
        let foreign: [JSONValue] = cover.isEmpty ? [] : [["id": "radio", "status": "playing", "properties": Self.properties]]
        return ["server": ["groups": .array(groups), "server": ["host": [:]], "streams": .array(foreign + streams)]]
    }

    /// What a stream plays, with a word in the place of the cover.
    private static let properties: JSONValue = [
        "metadata": ["artData": ["data": "COVER", "extension": "jpg"], "title": "Title"], "playbackStatus": "playing",
    ]

    /// Returns the line with the cover in the place of its word: to make it a value of JSON would take long.
    func withCover(_ line: [UInt8]) -> [UInt8] {
        let word = Array(#""COVER""#.utf8)
        guard !cover.isEmpty, let place = line.indices.first(where: { line[$0...].starts(with: word) }) else { return line }
        return Array(line[..<(place + 1)]) + cover + line[(place + word.count - 1)...]
    }

    /// Tells everybody what the foreign stream plays.
    func tellCover() {
        say(
            withCover(
                Self.notice(
                    "Stream.OnProperties", [.init(name: "id", value: "radio"), .init(name: "properties", value: Self.properties)]
                ).bytes))
    }

    /// Changes a room; `false` if there is none.
    func change(_ id: String, _ body: (inout Client) -> Void) -> Bool {
        for group in groups.indices {
            if let place = groups[group].clients.firstIndex(where: { $0.id == id }) {
                body(&groups[group].clients[place])
                return true
            }
        }
        return false
    }

    /// Returns the answer to a request, and what the others are told; an answer without a result is a refusal.
    func answer(_ method: String, _ parameters: JSONValue) -> (result: JSONValue?, notice: JSONValue?) {
        let id = parameters["id"]?.stringValue ?? ""
        func told(_ name: String, _ member: String, _ value: JSONValue) -> (JSONValue?, JSONValue?) {
            (
                .object(JSONObject([.init(name: member, value: value)])),
                Self.notice(name, [.init(name: "id", value: .string(id)), .init(name: member, value: value)])
            )
        }
        switch method {
        case "Server.GetStatus": return (status, nil)
        case "Client.SetVolume":
            let volume = parameters["volume"] ?? .null
            guard
                change(
                    id,
                    {
                        $0.percent = volume["percent"]?.integerValue.map(Int.init) ?? $0.percent
                        $0.muted = volume["muted"]?.boolValue ?? $0.muted
                    })
            else { return (nil, nil) }
            return told("Client.OnVolumeChanged", "volume", volume)
        case "Client.SetLatency":
            // As the real one: no more than its buffer.
            let latency = min(1_000, parameters["latency"]?.integerValue ?? 0)
            guard change(id, { $0.latency = Int(latency) }) else { return (nil, nil) }
            return told("Client.OnLatencyChanged", "latency", .integer(latency))
        case "Client.SetName":
            let name = parameters["name"]?.stringValue ?? ""
            guard change(id, { $0.name = name }) else { return (nil, nil) }
            return told("Client.OnNameChanged", "name", .string(name))
        case "Group.SetName", "Group.SetMute":
            guard let place = groups.firstIndex(where: { $0.id == id }) else { return (nil, nil) }
            if method == "Group.SetName" {
                groups[place].name = parameters["name"]?.stringValue ?? ""
                return told("Group.OnNameChanged", "name", .string(groups[place].name))
            }
            groups[place].muted = parameters["mute"]?.boolValue ?? false
            return told("Group.OnMute", "mute", .bool(groups[place].muted))
        case "Group.SetStream":
            let stream = parameters["stream_id"]?.stringValue ?? ""
            guard let place = groups.firstIndex(where: { $0.id == id }), streams.contains(where: { $0.id == stream }) else {
                return (nil, nil)
            }
            groups[place].stream = stream
            return told("Group.OnStreamChanged", "stream_id", .string(stream))
        case "Group.SetClients":
            guard let place = groups.firstIndex(where: { $0.id == id }) else { return (nil, nil) }
            let wanted = parameters["clients"]?.arrayValue?.compactMap(\.stringValue) ?? []
            for client in groups[place].clients where !wanted.contains(client.id) {
                var alone = Group(id: "group-\(latestGroup)")
                latestGroup += 1
                alone.clients = [client]
                alone.stream = groups[place].stream
                groups.append(alone)
            }
            groups[place].clients.removeAll { !wanted.contains($0.id) }
            let all = Dictionary(uniqueKeysWithValues: groups.flatMap(\.clients).map { ($0.id, $0) })
            groups[place].clients = wanted.compactMap { all[$0] }
            for other in groups.indices where groups[other].id != id && other != place {
                groups[other].clients.removeAll { client in wanted.contains(client.id) }
            }
            groups.removeAll { $0.clients.isEmpty }
            return (status, ["jsonrpc": "2.0", "method": "Server.OnUpdate", "params": status])
        default: return (nil, nil)
        }
    }

    static func notice(_ method: String, _ members: [JSONObject.Member]) -> JSONValue {
        ["jsonrpc": "2.0", "method": .string(method), "params": .object(JSONObject(members))]
    }

    /// Tells all but one.
    func tell(_ notice: JSONValue, except asking: FakeConversation?) {
        for conversation in conversations where conversation !== asking { conversation.send(notice.bytes) }
    }

    /// Sends bytes to everybody.
    func say(_ bytes: [UInt8]) { for conversation in conversations { conversation.send(bytes) } }
}

/// One connection to the fake server.
final class FakeConversation: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    private let house: FakeHouse
    let channel: any Channel
    private var received: [UInt8] = []

    init(_ house: FakeHouse, _ channel: any Channel) {
        self.house = house
        self.channel = channel
        house.conversations.append(self)
    }

    func send(_ line: [UInt8]) {
        var buffer = channel.allocator.buffer(bytes: line)
        buffer.writeString("\r\n")
        channel.writeAndFlush(buffer, promise: nil)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        received += Array(unwrapInboundIn(data).readableBytesView)
        while let feed = received.firstIndex(of: 0x0A) {
            let line = Array(received[..<feed])
            received.removeSubrange(...feed)
            guard let json = try? JSONValue(parsing: line), let method = json["method"]?.stringValue else { continue }
            take(method, json["params"] ?? .null, id: json["id"] ?? .null)
        }
    }

    private func take(_ method: String, _ parameters: JSONValue, id: JSONValue) {
        house.requests.append(method)
        house.latestID = id
        switch house.manner {
        case .silent: break
        case .says(let bytes):
            // An answer is one to this request, also if a slow machine has asked before.
            let first = Array(#"{"id":1,"#.utf8)
            let isAnswer = bytes.starts(with: first)
            send(isAnswer ? Array(#"{"id":\#(id.integerValue ?? 1),"#.utf8) + bytes.dropFirst(first.count) : bytes)
        case .breaksOff:
            channel.writeAndFlush(channel.allocator.buffer(string: #"{"id":1,"jsonrpc":"2.0","resu"#), promise: nil)
            channel.close(promise: nil)
        case .proper:
            let (result, notice) = house.answer(method, parameters)
            let refusal: JSONValue = ["code": -32603, "data": "Client not found", "message": "Internal error"]
            send(
                house.withCover(
                    (result.map { ["id": id, "jsonrpc": "2.0", "result": $0] as JSONValue }
                        ?? ["id": id, "jsonrpc": "2.0", "error": refusal]).bytes))
            if let notice { house.tell(notice, except: self) }
        }
    }

    func channelInactive(context: ChannelHandlerContext) { house.conversations.removeAll { $0 === self } }
}
