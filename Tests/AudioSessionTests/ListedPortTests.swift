import AudioTypes
import Testing

@testable import AudioSession

@Suite("The lists of outputs and inputs")
struct ListedPortTests {
    /// What a stage has reported of its lists, in words.
    private func told(_ stage: SessionModelStage) -> [String] {
        func words<Device>(_ change: PortListChange<Device>) -> String {
            [("+", change.added), ("-", change.removed), ("~", change.changed)].flatMap { sign, ports in
                ports.map { "\(sign)\($0.uid)\($0.isMuted ? " muted" : "")\($0.isDefault ? " default" : "")" }
            }.joined(separator: " ")
        }
        return stage.events.compactMap { event in
            switch event {
            case .outputsChanged(let change): words(change)
            case .inputsChanged(let change): words(change)
            default: nil
            }
        }
    }

    @Test("tell what came, went and changed, also where the route stays, and the first graph is no change")
    func changes() {
        var stage = SessionModelStage.playing()
        #expect(told(stage).isEmpty)
        stage.add("tv", .hdmi)
        stage.show()
        stage.addSource("microphone", .builtInMic)
        stage.show()
        stage.graph.sinks[1].isMuted = true
        stage.graph.sinks[1].level = 0.4
        stage.graph.defaultSource = "microphone"
        stage.show()
        stage.show()
        stage.remove("tv")
        stage.show()
        stage.removeSource("microphone")
        stage.show()
        #expect(
            told(stage) == [
                "+tv", "+microphone", "~tv muted", "~microphone default", "-tv muted", "-microphone default",
            ])
        #expect(stage.routeChanges.isEmpty)
    }

    @Test("tell nothing of a second node of the same name")
    func sameNames() {
        var stage = SessionModelStage.playing()
        stage.add("tv", .hdmi)
        stage.add("tv", .hdmi)
        stage.graph.sinks[2].level = 0.3
        stage.show()
        #expect(told(stage) == ["+tv"])
        stage.show()
        stage.pause()
        #expect(told(stage) == ["+tv"])
    }

    @Test("tell another default, and of a route only the route")
    func routes() {
        var stage = SessionModelStage.playing()
        stage.add("tv", .hdmi)
        stage.show()
        stage.forget()
        stage.graph.stream?.reaches = ["tv"]
        stage.show()
        #expect(told(stage).isEmpty)
        stage.graph.defaultSink = "tv"
        stage.show()
        #expect(told(stage) == ["~speaker ~tv default"])
    }

    @Test("tell nothing of a sound server that is away, and what is another one when it is back")
    func server() {
        var stage = SessionModelStage.playing()
        stage.add("tv", .hdmi)
        stage.show()
        stage.forget()
        let graph = stage.graph
        stage.send(.serverLost)
        stage.wait(milliseconds: 5_000)
        stage.send(.serverConnected)
        stage.graph = graph
        stage.remove("tv")
        stage.show()
        stage.wait(milliseconds: 5_000)
        #expect(told(stage) == ["-tv"])
    }
}
