import AudioSession
import AudioTypes
import Testing

@Suite("The input of the route")
struct InputTests {
    /// A session that plays and records, with a microphone that is the default input.
    private static func stage(_ category: SessionCategory = .playAndRecord) throws -> SessionModelStage {
        var stage = SessionModelStage.playing()
        stage.addSource("microphone", .builtInMic)
        stage.graph.defaultSource = "microphone"
        stage.show()
        stage.wait(milliseconds: 1_000)
        stage.carryOut(stage.session.setProfile(try SessionProfile(category: category), at: stage.time * 1_000_000))
        stage.wait(milliseconds: 1_000)
        stage.forget()
        return stage
    }

    private static func uids(_ route: Route?) -> [String]? { route?.inputs.map(\.device.uid) }

    @Test("goes to a headset that becomes the default, and back when it leaves, each told once")
    func headset() throws {
        var stage = try Self.stage()
        stage.addSource("headset", .headsetMic)
        stage.show()
        stage.graph.defaultSource = "headset"
        stage.show()
        #expect(stage.routeChanges.isEmpty)
        stage.wait(milliseconds: 1_000)
        #expect(stage.routeChanges.map(\.reason) == [.newDeviceAvailable])
        #expect(Self.uids(stage.routeChanges.first?.previous) == ["microphone"])
        #expect(Self.uids(stage.routeChanges.first?.current) == ["headset"])
        #expect(stage.routeChanges.first?.current.outputs.map(\.uid) == ["speaker"])
        #expect(stage.routeChanges.first?.current.inputs.first?.isDefault == true)
        stage.forget()
        stage.removeSource("headset")
        stage.graph.defaultSource = "microphone"
        stage.show()
        stage.wait(milliseconds: 1_000)
        #expect(stage.routeChanges.map(\.reason) == [.oldDeviceUnavailable])
        #expect(stage.isPlaying)
    }

    @Test("is the one that a client chose, is told at once, and is found again after it was away")
    func choice() throws {
        var stage = try Self.stage()
        stage.addSource("line", .lineIn)
        stage.show()
        stage.wait(milliseconds: 1_000)
        stage.forget()
        stage.carryOut(try stage.session.selectInput("line", at: stage.time * 1_000_000))
        #expect(stage.routeChanges.map(\.reason) == [.override])
        #expect(stage.session.route.inputs.first?.isDefault == false)
        stage.removeSource("line")
        stage.show()
        stage.wait(milliseconds: 1_000)
        stage.addSource("line", .lineIn)
        stage.show()
        stage.wait(milliseconds: 1_000)
        #expect(stage.routeChanges.map(\.reason) == [.override, .oldDeviceUnavailable, .newDeviceAvailable])
        #expect(stage.session.chosenInput == "line")
        #expect(throws: SessionError.self) { try stage.session.selectInput("nobody", at: 0) }
    }

    @Test("that leaves without another is told as no route, and the sound server's absence as nothing")
    func nothingLeft() throws {
        var stage = try Self.stage()
        let graph = stage.graph
        stage.send(.serverLost)
        stage.wait(milliseconds: 5_000)
        stage.send(.serverConnected)
        stage.graph = graph
        stage.show()
        stage.wait(milliseconds: 5_000)
        #expect(stage.routeChanges.isEmpty)
        stage.removeSource("microphone")
        stage.graph.defaultSource = nil
        stage.show()
        stage.wait(milliseconds: 1_000)
        #expect(stage.routeChanges.map(\.reason) == [.noSuitableRouteForCategory])
        #expect(Self.uids(stage.routeChanges.first?.current) == [])
    }

    @Test("is part of the route only in a category with input, and comes and goes with the category")
    func category() throws {
        var stage = try Self.stage(.playback)
        stage.addSource("headset", .headsetMic)
        stage.graph.defaultSource = "headset"
        stage.show()
        stage.wait(milliseconds: 1_000)
        #expect(stage.routeChanges.isEmpty && stage.session.route.inputs.isEmpty)
        stage.carryOut(stage.session.setProfile(try SessionProfile(category: .playAndRecord), at: stage.time * 1_000_000))
        #expect(stage.routeChanges.map(\.reason) == [.categoryChange])
        #expect(Self.uids(stage.routeChanges.first?.previous) == [])
        #expect(Self.uids(stage.routeChanges.first?.current) == ["headset"])
    }

    @Test("has a volume, of which each change is told once")
    func volume() throws {
        var stage = try Self.stage()
        for (level, isMuted) in [(0.5, false), (1.2, false), (1.5, false), (1.0, true)] {
            stage.graph.sources[0].level = level
            stage.graph.sources[0].isMuted = isMuted
            stage.show()
        }
        let told = stage.events.compactMap { event in
            if case .inputVolumeChanged(let level, let isMuted) = event { isMuted ? -level : level } else { nil }
        }
        #expect(told == [1, -1])
    }

    @Test("is no Bluetooth headset's microphone without the option, as long as there is another")
    func headsetByOption() throws {
        var stage = try Self.stage()
        stage.addSource("bluetooth", .bluetoothHFP)
        stage.graph.defaultSource = "bluetooth"
        stage.show()
        #expect(stage.session.input?.uid == "microphone")
        stage.carryOut(
            stage.session.setProfile(
                try SessionProfile(category: .playAndRecord, options: [.allowBluetoothHFP]), at: stage.time * 1_000_000))
        #expect(stage.session.input?.uid == "bluetooth")
        stage.carryOut(stage.session.setProfile(try SessionProfile(category: .playAndRecord), at: stage.time * 1_000_000))
        stage.removeSource("microphone")
        stage.show()
        #expect(stage.session.input?.uid == "bluetooth")
    }

    @Test("cancels the echo in a talk, and never in a measurement, unless a client chose otherwise")
    func echo() throws {
        var stage = try Self.stage()
        stage.addSource("clean", .virtual)
        stage.graph.sources[1].cancelsEcho = true
        stage.show()
        let time = stage.time * 1_000_000
        #expect(stage.session.input?.uid == "microphone")
        stage.carryOut(stage.session.setProfile(try SessionProfile(category: .playAndRecord, mode: .voiceChat), at: time))
        #expect(stage.session.input?.uid == "clean")
        stage.graph.defaultSource = "clean"
        stage.show()
        stage.carryOut(stage.session.setProfile(try SessionProfile(category: .record, mode: .measurement), at: time))
        #expect(stage.session.input?.uid == "microphone")
        stage.carryOut(try stage.session.selectInput("clean", at: time))
        #expect(stage.session.input?.uid == "clean")
    }

    @Test("takes a volume in every category, within its range, and leaves what is not given")
    func setVolume() throws {
        var stage = try Self.stage(.playback)
        stage.graph.sources[0].level = 0.5
        stage.show()
        for (level, delta, isMuted, wanted) in [
            (0.25, nil, nil, 0.25), (7, nil, true, 1), (-1, nil, false, 0), (nil, 0.25, nil, 0.75), (nil, -3, nil, 0),
            (nil, nil, true, nil),
        ] as [(Double?, Double?, Bool?, Double?)] {
            let (volume, actions) = try stage.session.setInputVolume(level: level, delta: delta, isMuted: isMuted, at: 0)
            #expect(actions == [.setInputVolume(uid: "microphone", level: wanted, isMuted: isMuted)])
            #expect(volume == RouteVolume(level: wanted ?? 0.5, isMuted: isMuted ?? false))
        }
        stage.graph.sources[0].level = 0.25
        stage.show()
        #expect(stage.events.contains(.inputVolumeChanged(level: 0.25, isMuted: false)))
    }

    @Test("takes no volume if there is none, or no sound server", arguments: [false, true])
    func noVolume(isServerAway: Bool) throws {
        var stage = try Self.stage()
        if isServerAway { stage.send(.serverLost) } else { stage.removeSource("microphone") }
        stage.show()
        #expect {
            try stage.session.setInputVolume(level: 1, delta: nil, isMuted: nil, at: 0)
        } throws: { error in
            (error as? SessionError)?.code == (isServerAway ? .mediaServicesFailed : .inputNotFound)
        }
    }
}
