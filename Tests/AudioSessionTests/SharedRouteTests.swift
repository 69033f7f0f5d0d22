import AudioSession
import AudioTypes
import Testing

/// A client has chosen several outputs, which play the same sound.
@Suite("Several outputs at once")
struct SharedRouteTests {
    /// A speaker, a television and headphones.
    private func stage(_ outputs: [String] = []) throws -> SessionModelStage {
        var stage = SessionModelStage()
        stage.add("speaker", .builtInSpeaker)
        stage.add("tv", .hdmi)
        stage.add("headphones", .headphones)
        stage.add("buds", .bluetoothA2DP)
        stage.graph.stream = GraphStream(serial: 50)
        stage.link(to: "speaker")
        stage.show()
        stage.play()
        if !outputs.isEmpty { try choose(outputs, &stage) }
        stage.forget()
        return stage
    }

    /// Chooses outputs, and links our streams as the output does.
    private func choose(_ uids: [String], _ stage: inout SessionModelStage) throws {
        stage.carryOut(try stage.session.select(uids, at: stage.time * 1_000_000))
        link(&stage)
        stage.wait(milliseconds: 3_000)
    }

    /// Links our streams where the session has sent them last.
    private func link(_ stage: inout SessionModelStage) {
        for action in stage.actions.reversed() {
            guard let uids = targets(action) else { continue }
            stage.graph.stream?.reaches = [uids[0]]
            stage.graph.stream?.target = uids[0]
            stage.graph.companions = uids.dropFirst().enumerated().map {
                GraphStream(serial: 60 + UInt64($0.offset), reaches: [$0.element], target: $0.element)
            }
            return stage.show()
        }
    }

    private func targets(_ action: SessionAction) -> [String]? {
        switch action {
        case .setTargets(let uids): uids
        case .setTarget(let uid): uid.map { [$0] }
        default: nil
        }
    }

    private func lose(_ uid: String, _ stage: inout SessionModelStage) {
        stage.remove(uid)
        stage.graph.companions.removeAll { $0.reaches == [uid] }
        stage.show()
        link(&stage)
        stage.wait(milliseconds: 5_000)
    }

    private func outputs(_ stage: SessionModelStage) -> [String] { stage.session.route.outputs.map(\.uid) }

    @Test("get the sound in the order in which they were chosen, and the route tells all of them once")
    func chosen() throws {
        var stage = try stage()
        try choose(["tv", "speaker"], &stage)
        #expect(stage.actions.contains(.setTargets(["tv", "speaker"])))
        #expect(outputs(stage) == ["tv", "speaker"])
        #expect(stage.routeChanges.map(\.reason) == [.override])
        #expect(stage.routeChanges.first?.current.outputs.map(\.uid) == ["tv", "speaker"])
        #expect(stage.session.isRouted(to: "tv") && stage.session.isRouted(to: "speaker"))
        #expect(!stage.session.isRouted(to: "headphones"))
    }

    @Test("are joined and left one by one, and each is told", arguments: [true, false])
    func joined(leavesPrimary: Bool) throws {
        var stage = try stage(["speaker", "tv"])
        try choose(["speaker", "tv", "headphones"], &stage)
        #expect(outputs(stage) == ["speaker", "tv", "headphones"])
        let rest = leavesPrimary ? ["tv", "headphones"] : ["speaker", "tv"]
        try choose(rest, &stage)
        #expect(outputs(stage) == rest)
        #expect(stage.routeChanges.map(\.reason) == [.override, .override])
        #expect(stage.isPlaying)
    }

    @Test("are the route also while there is no stream that plays to them")
    func stopped() throws {
        var stage = SessionModelStage()
        stage.add("speaker", .builtInSpeaker)
        stage.add("tv", .hdmi)
        stage.graph.defaultSink = "speaker"
        stage.show()
        stage.carryOut(try stage.session.select(["tv", "speaker"], at: stage.time * 1_000_000))
        #expect(outputs(stage) == ["tv", "speaker"])
        stage.remove("tv")
        stage.show()
        #expect(outputs(stage) == ["speaker"])
    }

    @Test("become one if only one is chosen", arguments: ["speaker", "tv"])
    func left(uid: String) throws {
        var stage = try stage(["speaker", "tv"])
        try choose([uid], &stage)
        #expect(stage.actions.contains(.setTarget(uid: uid)))
        #expect(outputs(stage) == [uid])
    }

    @Test("lose one, and play on with the others", arguments: ["speaker", "tv", "headphones"])
    func lost(uid: String) throws {
        let all = ["speaker", "tv", "headphones"]
        var stage = try stage(all)
        if uid == "headphones" { stage.send(.soundCut) }
        lose(uid, &stage)
        #expect(stage.isPlaying)
        #expect(stage.began.isEmpty)
        #expect(outputs(stage) == all.filter { $0 != uid })
        #expect(stage.routeChanges.map(\.reason) == [.oldDeviceUnavailable])
        #expect(stage.routeChanges.first?.previous.outputs.map(\.uid) == all)
    }

    @Test("take one in again when it is back, and keep the primary")
    func back() throws {
        var stage = try stage(["tv", "speaker"])
        lose("tv", &stage)
        #expect(outputs(stage) == ["speaker"])
        #expect(stage.actions.contains(.setTarget(uid: "speaker")))
        stage.forget()
        stage.add("tv", .hdmi)
        stage.show()
        link(&stage)
        stage.wait(milliseconds: 1_000)
        #expect(stage.actions.contains(.setTargets(["speaker", "tv"])))
        #expect(outputs(stage) == ["speaker", "tv"])
        #expect(stage.routeChanges.map(\.reason) == [.newDeviceAvailable])
    }

    @Test(
        "pause if the last one of them is private and lost, and only then",
        arguments: [["speaker", "headphones"], ["buds", "headphones"]])
    func lastPrivate(chosen: [String]) throws {
        var stage = try stage(chosen)
        lose(chosen[0], &stage)
        #expect(stage.isPlaying)
        #expect(outputs(stage) == ["headphones"])
        stage.send(.soundCut)
        stage.remove("headphones")
        stage.show()
        stage.link(to: "tv")
        stage.show()
        stage.wait(milliseconds: 5_000)
        #expect(!stage.isPlaying)
        #expect(stage.actions.contains(.pausePlayer(.routeLost)))
        #expect(stage.began.map(\.reason) == [.routeDisconnected])
    }

    @Test("pause if all of them are private and are lost at once")
    func allPrivate() throws {
        var stage = try stage(["buds", "headphones"])
        stage.send(.soundCut)
        stage.remove("buds")
        stage.remove("headphones")
        stage.graph.companions = []
        stage.show()
        #expect(!stage.actions.contains(.endCut))
        stage.link(to: "speaker")
        stage.show()
        stage.wait(milliseconds: 5_000)
        #expect(!stage.isPlaying)
        #expect(stage.actions.contains(.pausePlayer(.routeLost)))
    }

    @Test("let one be heard again that was silenced without reason, when the graph has stood still")
    func falseAlarm() throws {
        var stage = try stage(["speaker", "headphones"])
        stage.send(.soundCut)
        stage.show()
        #expect(!stage.actions.contains(.endCut))
        stage.wait(milliseconds: 400)
        #expect(stage.actions.contains(.endCut))
        #expect(stage.isPlaying)
    }

    @Test("leave out a sink whose headphones were unplugged: its speaker was not chosen")
    func jack() throws {
        var stage = SessionModelStage()
        var device = GraphDevice(name: "card", serial: 1)
        device.port = "headphones-out"
        stage.add("analog", .headphones, device: device)
        stage.add("tv", .hdmi)
        stage.graph.stream = GraphStream(serial: 50)
        stage.link(to: "analog")
        stage.show()
        stage.play()
        try choose(["analog", "tv"], &stage)
        stage.forget()
        let place = try #require(stage.graph.sinks.firstIndex { $0.uid == "analog" })
        stage.graph.sinks[place].type = .builtInSpeaker
        stage.graph.sinks[place].device?.port = "speaker-out"
        stage.send(.soundCut)
        stage.show()
        #expect(stage.actions.contains(.setTarget(uid: "tv")))
        link(&stage)
        stage.wait(milliseconds: 1_000)
        #expect(outputs(stage) == ["tv"])
        #expect(stage.isPlaying)
        stage.forget()
        stage.graph.sinks[place].type = .headphones
        stage.graph.sinks[place].device?.port = "headphones-out"
        stage.show()
        #expect(stage.actions.contains(.setTargets(["tv", "analog"])))
    }

    @Test("are fewer when somebody sends a stream elsewhere")
    func taken() throws {
        var stage = try stage(["speaker", "tv", "headphones"])
        stage.send(.targetTaken("tv"))
        #expect(stage.actions.contains(.setTargets(["speaker", "headphones"])))
        stage.forget()
        stage.send(.targetTaken("speaker"))
        #expect(stage.actions.contains(.setTarget(uid: "headphones")))
        stage.forget()
        stage.send(.targetTaken("headphones"))
        #expect(stage.actions.isEmpty)
    }

    @Test("give way to the loudspeaker, and come back")
    func override() throws {
        var stage = try stage(["tv", "headphones"])
        stage.carryOut(try stage.session.overrideOutput(toSpeaker: true, at: stage.time * 1_000_000))
        #expect(stage.actions.contains(.setTarget(uid: "speaker")))
        stage.forget()
        stage.carryOut(try stage.session.overrideOutput(toSpeaker: false, at: stage.time * 1_000_000))
        #expect(stage.actions.contains(.setTargets(["tv", "headphones"])))
    }

    @Test("are still chosen when the sound server was away, and nothing waits for the private one of them")
    func serverLoss() throws {
        var stage = try stage(["speaker", "headphones"])
        let graph = stage.graph
        stage.send(.serverLost)
        #expect(stage.session.heardPrivately == nil)
        stage.send(.serverConnected)
        stage.graph = graph
        stage.graph.sinks.removeAll { $0.uid == "headphones" }
        stage.show()
        #expect(stage.actions.contains(.resetPlayer))
        stage.graph = graph
        stage.show()
        #expect(stage.actions.contains(.setTargets(["speaker", "headphones"])))
        #expect(stage.began.isEmpty)
    }

    @Test("cannot be chosen together if there is no such output, one is named twice, or one keeps its own time")
    func refused() throws {
        var stage = try stage()
        let refusals: [([String], SessionError.Code)] = [
            (["speaker", "nowhere"], .outputNotFound), (["speaker", "speaker"], .invalidParameter), ([], .invalidParameter),
            (["speaker", "tv"], .invalidParameter), (Array(repeating: "speaker", count: 17), .invalidParameter),
        ]
        for (uids, code) in refusals {
            let error = #expect(throws: SessionError.self) { try stage.session.select(uids, independent: "tv", at: 0) }
            #expect(error?.code == code, "\(uids)")
        }
        #expect(stage.actions.isEmpty)
    }

    @Test("have volumes and delays of their own, which are checked")
    func settings() throws {
        var stage = try stage(["speaker", "tv"])
        let set = try stage.session.setOutputVolume(level: 2, delta: nil, isMuted: true, of: "tv", at: 0)
        #expect(set.volume == RouteVolume(level: 1, isMuted: true))
        #expect(set.actions == [.setOutputVolume(uid: "tv", level: 1, isMuted: true)])
        let primary = try stage.session.setOutputVolume(level: nil, delta: -0.25, isMuted: nil, of: nil, at: 0)
        #expect(primary.actions == [.setOutputVolume(uid: "speaker", level: 0.75, isMuted: nil)])
        #expect(try stage.session.setOutputDelay(0.2, of: "tv", at: 0) == [.setOutputDelays(["tv": 0.2])])
        #expect(stage.session.chosenDelay(of: "tv") == 0.2)
        #expect(try stage.session.setOutputDelay(nil, of: "tv", at: 0) == [.setOutputDelays([:])])
        for seconds in [-0.1, 2.1, .nan, .infinity] {
            let error = #expect(throws: SessionError.self) { try stage.session.setOutputDelay(seconds, of: "tv", at: 0) }
            #expect(error?.code == .invalidParameter)
        }
        #expect(throws: SessionError.self) { try stage.session.setOutputDelay(1, of: "nowhere", at: 0) }
    }
}
