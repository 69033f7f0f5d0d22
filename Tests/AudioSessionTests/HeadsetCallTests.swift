import AudioSession
import AudioTypes
import Testing

@Suite("A call on a Bluetooth headset")
struct HeadsetCallTests {
    private var headset: GraphDevice { GraphDevice(name: "headset", serial: 9) }

    /// A player interrupted by a call, on a headset that is heard as `music`.
    private func calling() -> SessionModelStage {
        var stage = SessionModelStage()
        stage.add("speaker", .builtInSpeaker)
        stage.add("music", .bluetoothA2DP, device: headset)
        stage.graph.stream = GraphStream(serial: 50)
        stage.link(to: "music")
        stage.show()
        stage.play()
        stage.startStream(1, role: "Communication")
        stage.show()
        stage.forget()
        return stage
    }

    private func hangUp(_ stage: inout SessionModelStage) {
        stage.stopStream(1)
        stage.show()
    }

    /// The headset leaves `old` and comes back as `new`, the sound being sent to the speaker in between.
    private func leave(_ old: String, _ stage: inout SessionModelStage) {
        stage.remove(old)
        stage.link(to: "speaker")
        stage.show()
    }

    private func comeBack(as new: String, _ type: OutputType, _ stage: inout SessionModelStage) {
        stage.add(new, type, device: headset)
        stage.link(to: new)
        stage.show()
    }

    @Test("that changes its profile when the call ends: the music waits for it, and goes on there")
    func endsDuringChange() {
        var stage = calling()
        leave("music", &stage)
        stage.wait(milliseconds: 500)
        comeBack(as: "call", .bluetoothHFP, &stage)
        stage.wait(milliseconds: 60_000)
        #expect(stage.expectsResume, "another profile of the same headset is no loss")
        leave("call", &stage)
        stage.wait(milliseconds: 700)
        hangUp(&stage)
        #expect(!stage.isPlaying && stage.expectsResume)
        stage.wait(milliseconds: 700)
        #expect(!stage.isPlaying)
        comeBack(as: "music", .bluetoothA2DP, &stage)
        #expect(stage.isPlaying && !stage.expectsResume)
    }

    @Test("that is switched off then: the music does not go on aloud")
    func switchedOff() {
        var stage = calling()
        leave("music", &stage)
        hangUp(&stage)
        stage.wait(milliseconds: 2_000)
        #expect(!stage.isPlaying && stage.expectsResume)
        stage.wait(milliseconds: 3_000)
        #expect(!stage.isPlaying && !stage.expectsResume)
        #expect(stage.began.map(\.reason) == [.routeDisconnected])
    }

    @Test("whose sink is back before the sound has found its way to it: nothing is heard aloud in between")
    func backButNotReached() {
        var stage = calling()
        leave("music", &stage)
        stage.add("music", .bluetoothA2DP, device: headset)
        stage.show()
        hangUp(&stage)
        #expect(!stage.isPlaying && stage.expectsResume)
        stage.link(to: "music")
        stage.show()
        #expect(stage.isPlaying)
    }

    @Test("another call that comes while the music waits for the headset: it goes on after that one")
    func secondCall() {
        var stage = calling()
        leave("music", &stage)
        hangUp(&stage)
        stage.startStream(2, role: "Communication")
        stage.show()
        comeBack(as: "music", .bluetoothA2DP, &stage)
        stage.wait(milliseconds: 5_000)
        #expect(!stage.isPlaying && stage.expectsResume)
        stage.stopStream(2)
        stage.show()
        #expect(stage.isPlaying)
    }

    @Test("a pause while the music waits for the headset is final")
    func pausedMeanwhile() {
        var stage = calling()
        leave("music", &stage)
        hangUp(&stage)
        stage.pause()
        comeBack(as: "music", .bluetoothA2DP, &stage)
        stage.wait(milliseconds: 5_000)
        #expect(!stage.isPlaying && !stage.expectsResume)
    }

    @Test("a sound server that goes while the music waits for the headset: it goes on with both")
    func serverGoes() {
        var stage = calling()
        leave("music", &stage)
        hangUp(&stage)
        stage.send(.serverLost)
        stage.send(.serverConnected)
        stage.show()
        #expect(!stage.isPlaying && stage.expectsResume)
        comeBack(as: "music", .bluetoothA2DP, &stage)
        #expect(stage.isPlaying)
    }
}
