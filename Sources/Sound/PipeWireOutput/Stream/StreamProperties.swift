import AudioTypes
import CPipeWire
import Glibc

/// How a stream presents itself to the sound system, and how it wants to be run: the properties of its node.
struct StreamProperties {
    private let configuration: OutputConfiguration
    /// The title that mixers show; `nil` for the program's name.
    var title: String?
    /// What the owner wants: among others, how the graph runs.
    var orders: OutputOrders

    /// The group of all streams that play the player's sound: one driver runs all nodes of a group, whatever they are linked to.
    private static let group = "fermata-\(getpid())"

    init(_ configuration: OutputConfiguration) {
        self.configuration = configuration
        orders = configuration.orders
    }

    /// The value of `node.name`.
    var nodeName: String { configuration.nodePrefix }

    /// The value of `media.role`.
    var mediaRole: String { orders.mediaRole ?? configuration.mediaRole }

    /// The value of `media.name`.
    var mediaName: String { title ?? configuration.applicationName }

    /// Returns the rate at which the graph should run for a stream in `format`, in hertz. DSD over PCM is noise at any rate but its own,
    /// whatever is preferred.
    func graphRate(_ format: StreamFormat) -> Int {
        orders.preferredSampleRate > 0 && format.coding?.codec != .dop
            ? Int(orders.preferredSampleRate.rounded()) : Int(format.sampleRate.hertz)
    }

    /// Returns the value of `node.rate`.
    func nodeRate(_ format: StreamFormat) -> String { "1/\(graphRate(format))" }

    /// Returns the value of `node.latency`.
    func nodeLatency(_ format: StreamFormat) -> String {
        format.latencyProperty(cycle: orders.cycle)
    }

    /// Returns the properties of a new stream in `format`.
    /// - Parameters:
    ///   - target: `node.name` of the sink to play to; `nil` for the default sink.
    ///   - knowsVolume: whether the stream gets a volume that is known. It wins over the volume that the session manager
    ///     remembers of an earlier stream.
    func entries(_ format: StreamFormat, target: String?, knowsVolume: Bool) -> KeyValuePairs<String, String?> {
        [
            PW_KEY_MEDIA_TYPE: "Audio",
            PW_KEY_MEDIA_CATEGORY: "Playback",
            PW_KEY_MEDIA_ROLE: mediaRole,
            PW_KEY_MEDIA_NAME: mediaName,
            PW_KEY_MEDIA_TITLE: title,
            PW_KEY_APP_NAME: configuration.applicationName,
            PW_KEY_APP_ID: configuration.applicationID,
            PW_KEY_APP_ICON_NAME: configuration.iconName,
            PW_KEY_NODE_NAME: nodeName,
            PW_KEY_NODE_DESCRIPTION: configuration.applicationName,
            PW_KEY_NODE_RATE: configuration.shapesGraph ? nodeRate(format) : nil,
            PW_KEY_NODE_LATENCY: configuration.shapesGraph ? nodeLatency(format) : nil,
            PW_KEY_TARGET_OBJECT: target,
            PW_KEY_NODE_GROUP: configuration.shapesGraph ? Self.group : nil,
            "state.restore-props": knowsVolume ? "false" : nil,
        ]
    }
}
