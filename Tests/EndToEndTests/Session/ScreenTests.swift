import Glibc
import TestSupport
import Testing

@Suite("A screen behind HDMI, and media with more channels than it plays", .serialized)
struct ScreenTests {
    /// A desktop whose only card is a screen, a daemon, and a file with eight channels.
    private struct Desk {
        let system: PrivateSoundSystem
        let screen: ExportedScreen
        let configuration: String
        let path: String
        var daemon: DaemonProcess
        var client: ControlClient

        static func set(allowed: Bool = true) async throws -> Desk {
            let system = try await PrivateSoundSystem.start(.at(rate: 48_000))
            let screen = try await ExportedScreen(socket: system.serverSocket)
            try await system.waitForDefaultSink("alsa_output.screen.hdmi-stereo")
            let path = system.directory.file("film.wav")
            try AudioFiles.writeWave(AudioFixture.unique(frameCount: 48_000 * 20, sampleRate: 48_000, channelCount: 8), to: path)
            let configuration = "[session]\nsurround_profiles = \(allowed)\n"
            let daemon = try await DaemonProcess.start(in: system, configuration: configuration)
            let desk = Desk(
                system: system, screen: screen, configuration: configuration, path: path, daemon: daemon,
                client: try daemon.connect())
            try await desk.waitForRoute("alsa_output.screen.hdmi-stereo")
            return desk
        }

        func waitForRoute(_ uid: String) async throws {
            try await waitUntil("the route \(uid)") {
                (try? await client.call("route.get"))?.string(at: "result.outputs.0.uid") == uid
            }
        }

        func play() async throws { try await client.call("play", #"{"uri":"\#(path)"}"#) }

        func waitForSound() async throws {
            try await waitUntil("the sound") {
                let status = try? await client.call("status")
                return status?.number(at: "result.position.rate") == 1
            }
        }
    }

    @Test("plays all of them in another profile, which it has before the sound begins, and goes back behind the stop")
    func loan() async throws {
        let desk = try await Desk.set()
        let before = try await desk.client.call("session.get")
        #expect(before.number(at: "result.outputChannels") == 2)
        #expect(before.number(at: "result.maximumOutputNumberOfChannels") == 8)
        try await desk.play()
        try await desk.waitForRoute("alsa_output.screen.hdmi-surround71")
        #expect(desk.screen.profile == "output:hdmi-surround71")
        try await desk.waitForSound()
        try await desk.system.waitForLink(from: "fermata", to: "alsa_output.screen.hdmi-surround71")
        #expect(try await desk.client.call("session.get").number(at: "result.outputChannels") == 8)
        try await desk.client.call("stop")
        try await waitUntil("the profile from before") { desk.screen.profile == "output:hdmi-stereo" }
        try await desk.waitForRoute("alsa_output.screen.hdmi-stereo")
        try await desk.daemon.stop()
    }

    @Test("stays as it is unless the configuration or a client wants that")
    func wish() async throws {
        let desk = try await Desk.set(allowed: false)
        try await desk.play()
        try await desk.waitForSound()
        #expect(desk.screen.profile == "output:hdmi-stereo")
        try await desk.client.call("stop")
        let set = try await desk.client.call("session.setPreferredOutputNumberOfChannels", #"{"channels":8}"#)
        #expect(set.number(at: "result.preferredOutputNumberOfChannels") == 8)
        try await desk.play()
        try await desk.waitForRoute("alsa_output.screen.hdmi-surround71")
        // The daemon gives it back when it ends.
        try await desk.daemon.stop()
        try await waitUntil("the profile from before") { desk.screen.profile == "output:hdmi-stereo" }
    }

    @Test("is given back by the next run if the daemon was killed, and left to a person who switches it meanwhile")
    func killed() async throws {
        var desk = try await Desk.set()
        try await desk.play()
        try await desk.waitForRoute("alsa_output.screen.hdmi-surround71")
        _ = try await desk.daemon.process.stop(SIGKILL)
        #expect(desk.screen.profile == "output:hdmi-surround71")
        desk.daemon = try await DaemonProcess.start(in: desk.system, configuration: desk.configuration)
        desk.client = try desk.daemon.connect()
        try await waitUntil("the profile from before") { desk.screen.profile == "output:hdmi-stereo" }
        try await desk.waitForRoute("alsa_output.screen.hdmi-stereo")
        try await desk.play()
        try await desk.waitForRoute("alsa_output.screen.hdmi-surround71")
        try await desk.waitForSound()
        desk.screen.choose(.stereo)
        try await desk.waitForRoute("alsa_output.screen.hdmi-stereo")
        try await desk.waitForSound()
        try await desk.client.call("stop")
        try await desk.daemon.stop()
        #expect(desk.screen.profile == "output:hdmi-stereo")
    }

    @Test("that does not switch is heard as it is, after a moment")
    func deaf() async throws {
        let desk = try await Desk.set()
        desk.screen.becomeDeaf()
        try await desk.play()
        try await desk.waitForSound()
        #expect(desk.screen.profile == "output:hdmi-stereo")
        try await desk.daemon.stop()
    }
}
