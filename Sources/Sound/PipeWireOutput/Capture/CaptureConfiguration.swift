package import AudioTypes
import CPipeWire

/// How a capture stream presents itself to the sound system, and what it captures.
package struct CaptureConfiguration: Hashable, Sendable {
    /// Where the sound comes from.
    package var source: CaptureSource
    /// The name that mixers show for the stream.
    package var title: String
    /// What the stream is for; the last part of its `node.name`.
    package var purpose = "capture"
    /// How long a cycle of the graph should be at most, in seconds; 0 for one that saves power.
    package var longestCycle = 0.0
    /// Streams of one group are run by one driver; `nil` for a stream that stands alone.
    package var group: String?

    /// Whether the sound is what a sink plays.
    var capturesSink: Bool {
        if case .output = source { true } else { false }
    }

    /// Makes a configuration.
    package init(source: CaptureSource, title: String) {
        self.source = source
        self.title = title
    }

    /// Returns the properties of a new stream in `format`.
    func entries(_ format: StreamFormat, _ output: OutputConfiguration) -> KeyValuePairs<String, String?> {
        let (target, isSink): (String?, Bool) =
            switch source {
            case .input(let uid): (uid, false)
            case .output(let uid): (uid, true)
            }
        return [
            PW_KEY_MEDIA_TYPE: "Audio",
            PW_KEY_MEDIA_CATEGORY: "Capture",
            PW_KEY_MEDIA_ROLE: "Production",
            PW_KEY_MEDIA_NAME: title,
            PW_KEY_APP_NAME: output.applicationName,
            PW_KEY_APP_ID: output.applicationID,
            PW_KEY_APP_ICON_NAME: output.iconName,
            PW_KEY_NODE_NAME: "\(output.nodePrefix)-\(purpose)",
            PW_KEY_NODE_DESCRIPTION: title,
            PW_KEY_NODE_LATENCY: format.latencyProperty(
                cycle: longestCycle > 0 ? longestCycle : OutputOrders.cycle(for: 0, isSteady: true)),
            PW_KEY_NODE_RATE: "1/\(format.sampleRate.hertz)",
            PW_KEY_NODE_GROUP: group,
            PW_KEY_TARGET_OBJECT: target,
            PW_KEY_STREAM_CAPTURE_SINK: isSink ? "true" : nil,
            // Two channels in one must not become louder than each of them was: what is recorded as whole numbers would be cut off.
            "channelmix.normalize": "true",
            // What an earlier stream was turned down to, or muted, must not silence a recording.
            "state.restore-props": "false",
        ]
    }
}
