import AudioTypes
import ControlProtocol
import JSON

/// The audio session, for people.
enum SessionText {
    static func text(_ reply: JSONValue) -> String {
        guard let session = try? Wire.Session(json: reply) else { return PlainText.text(reply) }
        let rows: [(String, String)] =
            [
                ("category", Terminal.harmless(session.category) + (session.active ? ", active" : ", not active")),
                ("mode", Terminal.harmless(session.mode)),
                ("options", session.options.isEmpty ? "none" : Terminal.harmless(session.options.joined(separator: ", "))),
                ("buffer", buffer(session)),
                ("sample rate", sampleRate(session)),
                ("latency", session.sampleRate > 0 ? milliseconds(session.outputLatency) : "unknown until something plays"),
                ("route", route(session)),
                ("others", others(session)),
            ]
            + preferences(session) + session.interruptions.map { ("interrupted", interruption($0)) }
        return rows.map { name, value in
            name + String(repeating: " ", count: max(1, 13 - name.count)) + value
        }.joined(separator: "\n")
    }

    /// What somebody has changed of how the session reacts.
    private static func preferences(_ session: Wire.Session) -> [(String, String)] {
        var rows: [(String, String)] = []
        if !session.declinedInterruptions.isEmpty {
            rows.append(("kept away", Terminal.harmless(session.declinedInterruptions.joined(separator: ", "))))
        }
        if !session.prefersInterruptionOnRouteDisconnect { rows.append(("headphones", "playback goes on if they are lost")) }
        if !session.allowsSystemSoundsDuringRecording {
            rows.append(("sounds", "those of the system are silent during recordings"))
        }
        if session.preferredOutputNumberOfChannels > 0 {
            rows.append(("channels", "a card is switched for media with up to \(session.preferredOutputNumberOfChannels)"))
        }
        return rows
    }

    /// Returns a text such as `communication, by Telephone`, with the effect of the interruption.
    static func interruption(_ interruption: Wire.Interruption) -> String {
        let cause = "\(Terminal.harmless(interruption.reason)), by \(Terminal.harmless(interruption.source))"
        if interruption.localRoomMuted { return cause + "; the room of this machine is mute" }
        return interruption.ducked ? cause + "; playing softly" : cause
    }

    /// Returns a text such as `21.3 ms`.
    static func milliseconds(_ seconds: Double) -> String { decimal(seconds * 1_000) + " ms" }

    /// Returns a text such as `48000 Hz`.
    static func hertz(_ hertz: Double) -> String { decimal(hertz) + " Hz" }

    private static func buffer(_ session: Wire.Session) -> String {
        let wish = session.preferredIOBufferDuration > 0 ? milliseconds(session.preferredIOBufferDuration) : nil
        return measured(session.ioBufferDuration, milliseconds) + wished(wish)
    }

    private static func sampleRate(_ session: Wire.Session) -> String {
        let wish = session.preferredSampleRate > 0 ? hertz(session.preferredSampleRate) : nil
        return measured(session.sampleRate, hertz) + wished(wish)
    }

    private static func measured(_ value: Double, _ text: (Double) -> String) -> String {
        value > 0 ? text(value) : "unknown until something plays"
    }

    private static func wished(_ wish: String?) -> String { wish.map { ", \($0) preferred" } ?? ", no preference" }

    private static func route(_ session: Wire.Session) -> String {
        guard let output = session.route.outputs.first else { return "none" }
        let volume = StatusText.volume(Wire.Volume(level: session.outputVolume, muted: session.outputMuted))
        let names = RouteText.names(session.route)
        let most = session.maximumOutputNumberOfChannels
        let channels = most > session.outputChannels ? "\(session.outputChannels) of \(most) ch" : "\(session.outputChannels) ch"
        return "\(names) (\(RouteText.kind(output.type))), \(channels), \(volume)"
    }

    private static func others(_ session: Wire.Session) -> String {
        if session.secondaryAudioShouldBeSilencedHint { return "another program plays: secondary audio should be silent" }
        return session.otherAudioPlaying ? "another program plays" : "silent"
    }

    /// Returns the number with one digit behind the point, or none if that digit is 0.
    private static func decimal(_ value: Double) -> String {
        guard value.isFinite, abs(value) < 1e12 else { return "?" }
        let tenths = Int64((value * 10).rounded())
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(abs(tenths % 10))"
    }
}
