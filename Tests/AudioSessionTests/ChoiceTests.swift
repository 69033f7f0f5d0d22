import AudioSession
import AudioTypes
import Testing

/// Somebody chooses another output than the Bluetooth headphones, which go before the change has settled.
@Suite("A choice of output")
struct ChoiceTests {
    enum Way: CaseIterable { case byDefault, byTarget, byClient }

    private func stageOnBuds() -> SessionModelStage {
        var stage = SessionModelStage()
        stage.add("speaker", .builtInSpeaker)
        stage.add("buds", .bluetoothA2DP)
        stage.graph.stream = GraphStream(serial: 50)
        stage.link(to: "buds")
        stage.show()
        stage.play()
        stage.forget()
        return stage
    }

    /// Somebody wants the sound elsewhere; nothing has moved yet.
    private func choose(_ uid: String, _ way: Way, _ stage: inout SessionModelStage) throws {
        switch way {
        case .byDefault: stage.graph.configuredDefault = uid
        case .byTarget: stage.graph.stream?.target = uid
        case .byClient: stage.carryOut(try stage.session.select(uid, at: stage.time * 1_000_000))
        }
        stage.show()
    }

    private func lose(_ stage: inout SessionModelStage) {
        stage.send(.soundCut)
        stage.remove("buds")
        stage.show()
        stage.link(to: "speaker")
        stage.show()
        stage.wait(milliseconds: 5_000)
    }

    @Test("is told at once, and what was left may go", arguments: Way.allCases, [true, false])
    func leftThenLost(way: Way, isNoticed: Bool) throws {
        var stage = stageOnBuds()
        try choose("speaker", way, &stage)
        if isNoticed {
            // The sign may come before the graph shows where the links lead now.
            stage.send(.soundCut)
            #expect(!stage.actions.contains(.endCut))
        }
        stage.graph.stream?.reaches = ["speaker"]
        stage.show()
        #expect(stage.actions.contains(.endCut) == isNoticed)
        stage.wait(milliseconds: 1_000)
        #expect(stage.routeChanges.map(\.reason) == [.override])
        lose(&stage)
        #expect(stage.isPlaying)
        #expect(stage.began.isEmpty)
        #expect(stage.routeChanges.count == 1)
    }

    @Test("made during a call is where the music goes on, though what was left went meanwhile", arguments: Way.allCases)
    func duringCall(way: Way) throws {
        var stage = stageOnBuds()
        stage.startStream(1, role: "Communication")
        stage.show()
        try choose("speaker", way, &stage)
        stage.graph.stream?.reaches = ["speaker"]
        stage.show()
        stage.remove("buds")
        stage.stopStream(1)
        stage.show()
        #expect(stage.isPlaying)
    }

    @Test("of the headphones is none of the speaker that they are lost to", arguments: Way.allCases)
    func chosenThenLost(way: Way) throws {
        var stage = stageOnBuds()
        try choose("speaker", way, &stage)
        stage.graph.stream?.reaches = ["speaker"]
        stage.show()
        stage.wait(milliseconds: 5_000)
        try choose("buds", way, &stage)
        stage.graph.stream?.reaches = ["buds"]
        stage.show()
        stage.wait(milliseconds: 500)
        // The links go first: for a moment it looks like somebody's doing.
        stage.send(.soundCut)
        stage.graph.stream?.reaches = ["speaker"]
        stage.show()
        #expect(!stage.actions.contains(.endCut))
        lose(&stage)
        #expect(!stage.isPlaying)
        #expect(stage.actions.contains(.pausePlayer(.routeLost)))
    }

    @Test("that went with the session manager, or with the output it was for, is nobody's wish for a speaker")
    func forgotten() {
        for isManagerGone in [true, false] {
            var stage = stageOnBuds()
            stage.graph.configuredDefault = "speaker"
            stage.add("filter", .virtual)
            stage.graph.stream?.target = isManagerGone ? "buds" : "filter"
            stage.show()
            stage.wait(milliseconds: 5_000)
            if isManagerGone {
                stage.graph.hasSessionManager = false
                stage.show()
                stage.graph.hasSessionManager = true
            } else {
                stage.remove("filter")
            }
            stage.send(.soundCut)
            stage.graph.stream?.target = nil
            stage.graph.stream?.reaches = ["speaker"]
            stage.show()
            #expect(!stage.actions.contains(.endCut))
            lose(&stage)
            #expect(!stage.isPlaying)
        }
    }

    @Test("decides whether a loss pauses, whenever and however it was made", arguments: 0..<300)
    func lastChoiceCounts(seed: Int) throws {
        var dice = SeededGenerator(seed: UInt64(seed))
        var stage = stageOnBuds()
        for _ in 0..<Int.random(in: 0...4, using: &dice) {
            let uid = Bool.random(using: &dice) ? "speaker" : "buds"
            let way = Way.allCases.randomElement(using: &dice) ?? .byDefault
            // Who goes to the headphones and back before they have settled is taken for having lost them, to be safe.
            if uid == "speaker", wanted(stage) == "buds" { stage.wait(milliseconds: 2_600) }
            try choose(uid, way, &stage)
            if way != .byDefault { stage.graph.stream?.target = uid }
            if way == .byTarget { stage.send(.targetTaken(stage.graph.stream?.target == "speaker" ? "buds" : "speaker")) }
            stage.show()
            move(&stage, to: wanted(stage), &dice)
            stage.wait(milliseconds: Int64.random(in: 0...3_500, using: &dice))
            #expect(stage.isPlaying)
        }
        let isOnBuds = wanted(stage) == "buds"
        if isOnBuds { move(&stage, to: Bool.random(using: &dice) ? "speaker" : nil, &dice) }
        if stage.graph.stream?.target == "buds" { stage.graph.stream?.target = nil }
        lose(&stage)
        #expect(stage.isPlaying != isOnBuds)
    }

    /// Where the session manager plays the stream.
    private func wanted(_ stage: SessionModelStage) -> String {
        stage.graph.stream?.target ?? stage.graph.configuredDefault ?? "buds"
    }

    private func move(_ stage: inout SessionModelStage, to uid: String?, _ dice: inout SeededGenerator) {
        guard stage.graph.stream?.reaches != [uid].compactMap({ $0 }) else { return }
        if stage.graph.stream?.reaches == ["buds"] {
            stage.send(.soundCut)
            if Bool.random(using: &dice) {
                stage.graph.stream?.reaches = []
                stage.show()
            }
        }
        stage.graph.stream?.reaches = [uid].compactMap { $0 }
        stage.show()
    }

    @Test("of what is not there now takes nothing from where the sound is")
    func absent() throws {
        var stage = stageOnBuds()
        stage.carryOut(stage.session.setConfiguredOutput("television", at: stage.time * 1_000_000))
        stage.show()
        stage.send(.soundCut)
        stage.graph.stream?.reaches = ["speaker"]
        stage.show()
        #expect(!stage.actions.contains(.endCut))
        lose(&stage)
        #expect(!stage.isPlaying)
    }

    @Test("that nothing overrides is not made anew when the override is taken back")
    func noOverride() throws {
        var stage = stageOnBuds()
        try choose("speaker", .byClient, &stage)
        stage.forget()
        stage.carryOut(try stage.session.overrideOutput(toSpeaker: false, at: stage.time * 1_000_000))
        #expect(stage.actions.isEmpty)
    }

    @Test("that somebody else has replaced is forgotten")
    func taken() throws {
        var stage = stageOnBuds()
        try choose("speaker", .byClient, &stage)
        stage.send(.targetTaken("television"))
        stage.carryOut(try stage.session.overrideOutput(toSpeaker: true, at: stage.time * 1_000_000))
        stage.carryOut(try stage.session.overrideOutput(toSpeaker: false, at: stage.time * 1_000_000))
        #expect(stage.actions.last == .setTarget(uid: "speaker"), "that was another choice's end")
        stage.send(.targetTaken("speaker"))
        stage.carryOut(try stage.session.overrideOutput(toSpeaker: true, at: stage.time * 1_000_000))
        stage.carryOut(try stage.session.overrideOutput(toSpeaker: false, at: stage.time * 1_000_000))
        #expect(stage.actions.last == .setTarget(uid: nil))
    }
}
