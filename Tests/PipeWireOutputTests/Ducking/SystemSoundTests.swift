import AudioSession
import Glibc
import Testing

@testable import PipeWireOutput

@Suite("Sounds of the system")
struct SilencedSoundTests {
    private func stream(_ serial: UInt64, _ volumes: [Float] = [1], isRunning: Bool = true, role: String = "Notification") -> (
        DuckStream, String
    ) {
        (
            DuckStream(
                serial: serial, application: "", node: "", process: "", memory: "", volumes: volumes, isRunning: isRunning), role
        )
    }

    @Test("are silenced when they appear, when they begin to run, and when anybody sets their volume")
    func again() {
        var sounds = SilencedSounds()
        #expect(sounds.look(at: [stream(1)]).isEmpty)
        sounds.setSilent(true)
        #expect(sounds.look(at: [stream(1, [], isRunning: false), stream(2, role: "Music")]) == [.silence(serial: 1)])
        #expect(sounds.look(at: [stream(1, [], isRunning: false)]).isEmpty)
        #expect(sounds.look(at: [stream(1, [], isRunning: true)]) == [.silence(serial: 1)])
        #expect(sounds.look(at: [stream(1, [0.5])]) == [.silence(serial: 1)])
        #expect(sounds.look(at: [stream(1, [0.5]), stream(3, role: "event")]) == [.silence(serial: 3)])
    }

    @Test("are heard again once their volume is known, and those that have gone are forgotten")
    func restored() {
        var sounds = SilencedSounds()
        sounds.setSilent(true)
        _ = sounds.look(at: [stream(1, []), stream(2), stream(3)])
        _ = sounds.look(at: [stream(1, []), stream(2)])
        sounds.setSilent(false)
        #expect(sounds.look(at: [stream(1, []), stream(2), stream(3)]) == [.restore(serial: 2)])
        #expect(sounds.look(at: [stream(1), stream(2), stream(3)]) == [.restore(serial: 1)])
        #expect(sounds.look(at: [stream(1), stream(2), stream(3)]).isEmpty)
    }
}
