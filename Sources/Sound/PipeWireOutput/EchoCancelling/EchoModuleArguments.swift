/// The arguments of PipeWire's module `echo-cancel`, as the text that it parses.
///
/// The module takes in what is played from the monitor of an output (`monitor.mode`), so nothing has to be played through a sink of
/// its own. What it records from is bound to one input: if that goes, the module ends, instead of recording from another one.
struct EchoModuleArguments {
    /// The name of the module.
    static let module = "libpipewire-module-echo-cancel"
    /// The name of the plugin that the module uses.
    static let plugin = "aec/libspa-aec-webrtc"
    /// The uid of the source that the module makes.
    let uid: String
    /// The server's number for the input.
    let microphone: UInt64
    /// The name of the input, for people. Any program may give its nodes any name.
    let name: String
    /// The name of the program.
    let application: String
    /// The server's socket; `nil` for the default one.
    let remote: String?

    /// The longest name of the input that becomes part of the names of the streams, in characters.
    private static let longestName = 128

    /// Returns `node.name` of the stream that takes in what is played, for the source `uid`.
    static func referenceName(_ uid: String) -> String { "\(uid)-reference" }

    /// The text.
    var text: String {
        let title = "\(name.prefix(Self.longestName)) without echo"
        let stream = "application.name = \(Self.quoted(application)) media.name = \(Self.quoted(title))"
        let remote = remote.map { "remote.name = \(Self.quoted($0)) " } ?? ""
        return """
            { \(remote)monitor.mode = true library.name = \(Self.plugin) audio.rate = 48000 audio.position = [ MONO ]
              capture.props = { node.name = \(Self.quoted("\(uid)-input")) node.description = \(Self.quoted(title))
                target.object = \(microphone) node.dont-reconnect = true node.dont-fallback = true
                state.restore-props = false \(stream) }
              source.props = { node.name = \(Self.quoted(uid)) node.description = \(Self.quoted(title))
                state.restore-props = false }
              sink.props = { node.name = \(Self.quoted(Self.referenceName(uid))) node.description = \(Self.quoted(title))
                state.restore-props = false \(stream) } }
            """
    }

    /// Returns `text` as a string of JSON.
    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": result += "\\\(scalar)"
            case _ where scalar.value < 0x20 || scalar.value == 0x7F: result += " "
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
