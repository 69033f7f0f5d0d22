import ControlProtocol
import JSON
import Testing

@testable import fermata

@Suite("The plugin of a Snapcast stream")
struct PluginTests {
    private static let status = Wire.Status(
        state: .playing, reason: .user,
        item: Wire.QueueItem(
            id: 7, uri: "/music/a.flac", title: "Study", artist: "Ann", album: "Three", trackNumber: 3, date: "1999",
            hasPicture: true),
        position: Wire.Position(seconds: 10, monotonic: 100, rate: 1), duration: 180,
        volume: Wire.Volume(level: 0.404, muted: false),
        queue: Wire.QueueSummary(length: 3, index: 0, revision: 1, modes: Wire.QueueModes(repeat: .all, shuffle: true)))

    /// A bridge whose daemon has told its status, and what it has sent for that.
    private func connected() throws -> PluginBridge {
        var bridge = PluginBridge()
        let begun = texts(bridge.begin())
        #expect(begun == [#"S {"jsonrpc":"2.0","method":"Plugin.Stream.Ready"}"#])
        let came = texts(bridge.daemonCame())
        #expect(
            came
                == [#"D {"jsonrpc":"2.0","id":1,"method":"events.subscribe","params":{"types":["player.","queue.changed"]}}"#])
        let told = messages(&bridge, reply(1, ["sequence": 0, "status": Self.status.json]), 100)
        #expect(
            texts(told).first
                == #"D {"jsonrpc":"2.0","id":2,"method":"media.picture","params":{"item":7,"data":true}}"#)
        #expect(told.count == 2)
        return bridge
    }

    private func texts(_ messages: [PluginBridge.Message]) -> [String] {
        messages.map {
            switch $0 {
            case .toSnapcast(let json): "S " + json.text
            case .toDaemon(let call): "D " + call.json.text
            }
        }
    }

    private func reply(_ id: Int64, _ result: JSONValue) -> String {
        Response(id: .integer(id), result: .success(result)).json.text
    }

    private func messages(_ bridge: inout PluginBridge, _ line: String, _ now: Double) -> [PluginBridge.Message] {
        bridge.fromDaemon(line, now: now)
    }

    private func tell(_ bridge: inout PluginBridge, _ line: String, _ now: Double) -> [String] {
        texts(bridge.fromDaemon(line, now: now))
    }

    private func ask(_ bridge: inout PluginBridge, _ line: String) -> [String] {
        texts(bridge.fromSnapcast(Array(line.utf8), now: 102))
    }

    @Test("the player's properties have Snapcast's names, and the position is that of the moment")
    func properties() throws {
        var bridge = try connected()
        let line = #"{"id":1,"jsonrpc":"2.0","method":"Plugin.Stream.Player.GetProperties"}"#
        #expect(
            ask(&bridge, line) == [
                #"S {"jsonrpc":"2.0","id":1,"result":{"playbackStatus":"playing","loopStatus":"playlist","shuffle":true,"canPlay":true,"#
                    + #""canPause":true,"canSeek":true,"canGoNext":true,"canGoPrevious":true,"canControl":true,"volume":40,"rate":1.0,"#
                    + #""position":12.0,"metadata":{"trackId":"7","title":"Study","artist":["Ann"],"album":"Three","trackNumber":3,"#
                    + #""contentCreated":"1999","duration":180.0}}}"#
            ])
    }

    @Test("the rate is how fast it plays, and in a pause how fast it would")
    func rate() throws {
        func rate(_ position: JSONValue?, _ options: JSONValue?, obstacle: JSONValue? = nil) throws -> JSONValue? {
            guard case .object(var object) = Self.status.json else { return nil }
            object["position"] = position
            object["options"] = options
            object["normalSpeed"] = obstacle
            return PluginProperties(try Wire.Status(json: .object(object))).json(now: 0)["rate"]
        }
        let still: JSONValue = ["seconds": 1.0, "monotonic": 0.0, "rate": 0.0]
        let fast: JSONValue = ["crossfade": 0.0, "replayGain": "off", "speed": 1.5, "rewind": 0.0, "passthrough": []]
        #expect(try rate(["seconds": 1.0, "monotonic": 0.0, "rate": 2.0], fast) == .number(2))
        #expect(try rate(still, fast) == .number(1.5) && rate(nil, fast) == .number(1.5))
        #expect(try rate(still, fast, obstacle: "live") == .number(1))
        #expect(try rate(still, nil) == .number(1))
    }

    @Test("without a daemon the player is stopped and can do nothing, and commands are refused")
    func noDaemon() {
        var bridge = PluginBridge()
        let answer = ask(&bridge, #"{"id":1,"jsonrpc":"2.0","method":"Plugin.Stream.Player.GetProperties"}"#)
        #expect(
            answer.first?.contains(#""playbackStatus":"stopped""#) == true && answer.first?.contains(#""canPlay":false"#) == true)
        let refused = ask(
            &bridge, #"{"id":2,"jsonrpc":"2.0","method":"Plugin.Stream.Player.Control","params":{"command":"play"}}"#)
        #expect(refused == [#"S {"jsonrpc":"2.0","id":2,"error":{"code":-32603,"message":"fermatad is not there"}}"#])
    }

    @Test(
        "what Snapweb and others ask for is one call of the daemon, and is answered once the daemon has answered",
        arguments: [
            (#"{"command":"play","params":{}}"#, "play", nil), (#"{"command":"pause"}"#, "pause", nil),
            (#"{"command":"playPause"}"#, "toggle", nil), (#"{"command":"stop"}"#, "stop", nil),
            (#"{"command":"next"}"#, "next", nil), (#"{"command":"previous"}"#, "previous", nil),
            (#"{"command":"seek","params":{"offset":-5.5}}"#, "seek", #"{"offset":-5.5}"#),
            (#"{"command":"setPosition","params":{"position":5}}"#, "seek", #"{"position":5.0}"#),
            (#"{"loopStatus":"track"}"#, "queue.set", #"{"repeat":"one"}"#),
            (#"{"shuffle":false}"#, "queue.set", #"{"shuffle":false}"#),
            (#"{"volume":40}"#, "volume", #"{"level":0.4}"#), (#"{"mute":true}"#, "volume", #"{"muted":true}"#),
        ] as [(String, String, String?)])
    func commands(parameters: String, method: String, expected: String?) throws {
        var bridge = try connected()
        let name = parameters.contains("command") ? "Control" : "SetProperty"
        let sent = ask(
            &bridge, "{\"id\":5,\"jsonrpc\":\"2.0\",\"method\":\"Plugin.Stream.Player.\(name)\",\"params\":\(parameters)}")
        let params = expected.map { ",\"params\":\($0)" } ?? ""
        #expect(sent == ["D {\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"\(method)\"\(params)}"])
        #expect(tell(&bridge, reply(3, ["done": true]), 0) == [#"S {"jsonrpc":"2.0","id":5,"result":"ok"}"#])
    }

    @Test(
        "what makes no sense is refused, and nothing is sent to the daemon",
        arguments: [
            ("", nil), ("  \r", nil), ("{", -32700), ("\u{0}", nil), ("\u{0}x", -32700), ("[]", -32600), ("7", -32600),
            ("{}", -32600),
            (#"{"id":1,"result":{}}"#, nil), (#"{"id":1,"method":"Plugin.Stream.Dance"}"#, -32601), (#"{"method":"Dance"}"#, nil),
            (#"{"id":1,"method":"Plugin.Stream.Player.Control"}"#, -32602),
            (#"{"id":1,"method":"Plugin.Stream.Player.Control","params":{"command":"dance"}}"#, -32602),
            (#"{"id":1,"method":"Plugin.Stream.Player.Control","params":{"command":"seek","params":[]}}"#, -32602),
            (#"{"id":1,"method":"Plugin.Stream.Player.SetProperty","params":{}}"#, -32602),
            (#"{"id":1,"method":"Plugin.Stream.Player.SetProperty","params":{"rate":2}}"#, -32602),
            (#"{"id":1,"method":"Plugin.Stream.Player.SetProperty","params":{"loopStatus":"ever"}}"#, -32602),
            (#"{"id":1,"method":"Plugin.Stream.Player.SetProperty","params":{"volume":"x"}}"#, -32602),
        ] as [(String, Int?)])
    func nonsense(line: String, code: Int?) throws {
        var bridge = try connected()
        let answers = ask(&bridge, line)
        #expect(answers.count == (code == nil ? 0 : 1))
        if let code { #expect(answers.first?.contains("\"error\":{\"code\":\(code),") == true, "\(answers)") }
    }

    @Test("a failure of the daemon is the answer, and one that goes away fails what waits for it")
    func failures() throws {
        var bridge = try connected()
        let line = #"{"id":5,"jsonrpc":"2.0","method":"Plugin.Stream.Player.Control","params":{"command":"next"}}"#
        _ = ask(&bridge, line)
        let error = Response(id: .integer(3), result: .failure(ControlError(.nothingToPlay, "/home/u/a b.flac is gone"))).json
            .text
        #expect(
            tell(&bridge, error, 0)
                == [#"S {"jsonrpc":"2.0","id":5,"error":{"code":-32603,"message":"a b.flac is gone"}}"#])
        _ = ask(&bridge, line)
        let left = texts(bridge.daemonLeft())
        #expect(left.count == 2 && left[0].contains("fermatad is not there any more"))
        #expect(left[1].contains("Plugin.Stream.Player.Properties") && left[1].contains(#""playbackStatus":"stopped""#))
    }

    @Test("events are told once, and only what has changed: however many come, one status is asked for, and one more behind it")
    func events() throws {
        var bridge = try connected()
        let event = #"{"jsonrpc":"2.0","method":"player.volumeChanged","params":{"sequence":1,"time":1,"level":1,"muted":false}}"#
        #expect(tell(&bridge, event, 0) == [#"D {"jsonrpc":"2.0","id":3,"method":"status"}"#])
        for _ in 0..<50 { #expect(messages(&bridge, event, 0).isEmpty) }
        #expect(tell(&bridge, reply(3, Self.status.json), 0) == [#"D {"jsonrpc":"2.0","id":4,"method":"status"}"#])
        var changed = Self.status
        changed.volume.level = 1
        let told = tell(&bridge, reply(4, changed.json), 0)
        #expect(told.count == 1 && told[0].contains("Plugin.Stream.Player.Properties") && told[0].contains(#""volume":100"#))
        let jump = #"{"jsonrpc":"2.0","method":"player.positionChanged","params":{"sequence":2,"time":1,"position":null}}"#
        _ = messages(&bridge, jump, 0)
        #expect(messages(&bridge, reply(5, changed.json), 0).count == 1)
    }

    @Test("the title of a station takes the place of the item's, until another item begins")
    func tags() throws {
        var bridge = try connected()
        let tags = #"{"jsonrpc":"2.0","method":"player.metadataChanged","params":{"tags":{"title":"News","station":"Radio"}}}"#
        _ = messages(&bridge, tags, 0)
        #expect(tell(&bridge, reply(3, Self.status.json), 0).first?.contains(#""title":"News""#) == true)
        _ = messages(&bridge, #"{"jsonrpc":"2.0","method":"player.itemChanged","params":{"item":null,"reason":"end"}}"#, 0)
        #expect(tell(&bridge, reply(4, Self.status.json), 0).first?.contains(#""title":"Study""#) == true)
    }

    @Test("the cover goes along with the item that it belongs to, unless it is large")
    func cover() throws {
        var bridge = try connected()
        var picture = Wire.Picture(source: .embedded, type: "image/jpeg", size: 6, data: "R0lGODlh")
        let told = tell(&bridge, reply(2, picture.json), 0)
        #expect(told.count == 1 && told[0].contains(#""artData":{"data":"R0lGODlh","extension":"jpg"}"#))
        picture.data = String(repeating: "A", count: 800_000)
        #expect(PluginProperties.Art(picture, of: 7) == nil)
        var other = Self.status
        other.item?.id = 8
        other.item?.hasPicture = false
        let without = PluginProperties(
            other, art: PluginProperties.Art(Wire.Picture(source: .file, type: "image/png", size: 1, data: "AA"), of: 7))
        #expect(without.json(now: 0)["metadata"]?["artData"] == nil)
    }

    @Test("a file is asked for its cover before anybody has looked, and once more when there is one")
    func earlyCover() {
        var bridge = PluginBridge()
        _ = bridge.daemonCame()
        var status = Self.status
        status.item?.hasPicture = false
        let first = tell(&bridge, reply(1, ["status": status.json]), 0)
        #expect(first.first?.contains(#""method":"media.picture""#) == true)
        let none = Response(id: .integer(2), result: .failure(ControlError(.pictureNotFound, "it has no picture"))).json.text
        #expect(tell(&bridge, none, 0) == [])
        let event = #"{"jsonrpc":"2.0","method":"queue.changed","params":{"revision":2,"length":3}}"#
        for number in [3, 4] as [Int64] {
            _ = messages(&bridge, event, 0)
            #expect(tell(&bridge, reply(number, status.json), 0) == [])
        }
        status.item?.hasPicture = true
        _ = messages(&bridge, event, 0)
        #expect(tell(&bridge, reply(5, status.json), 0).first?.contains(#""method":"media.picture""#) == true)
        status.item?.uri = "http://radio/"
        status.item?.hasPicture = false
        status.item?.id = 9
        _ = messages(&bridge, event, 0)
        #expect(!tell(&bridge, reply(7, status.json), 0).contains { $0.contains("media.picture") })
    }

    @Test("lines are cut at their ends, and one that is too long is dropped alone")
    func lines() {
        var input = PluginInput()
        func take(_ text: String) -> [String] { input.take(text.utf8).map { String(decoding: $0, as: UTF8.self) } }
        #expect(take("a\nb") == ["a"])
        #expect(take("c\n\n") == ["bc", ""])
        for _ in 0..<10 { #expect(take(String(repeating: "x", count: 20_000)) == []) }
        #expect(take("\nd\n") == ["d"])
    }
}
