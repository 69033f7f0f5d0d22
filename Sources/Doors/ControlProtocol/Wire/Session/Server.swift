extension Wire {
    /// The result of `server.info`: a description of the daemon.
    public struct ServerInfo: WireObject {
        /// The name of the daemon, `fermatad`.
        public var name: String
        /// The version of the daemon.
        public var version: String
        /// The version of the protocol.
        public var `protocol`: Int
        /// The daemon's process id.
        public var pid: Int
        /// Seconds since the daemon started.
        public var uptime: Double
        /// The version of the sound server; while there is none, the version of its library. `nil` if the daemon sends null.
        public var pipewire: String?
        /// The version of FFmpeg.
        public var ffmpeg: String
        /// What this daemon can do beyond the protocol's first version.
        public var features: [String]

        /// Makes a description.
        package init(
            name: String = "fermatad", version: String, protocol: Int = OpenRPCDocument.protocolVersion, pid: Int,
            uptime: Double, pipewire: String?, ffmpeg: String, features: [String]
        ) {
            self.name = name
            self.version = version
            self.protocol = `protocol`
            self.pid = pid
            self.uptime = uptime
            self.pipewire = pipewire
            self.ffmpeg = ffmpeg
            self.features = features
        }

        /// The members of a description.
        package static let shape = WireShape(
            ServerInfo.init(name:version:protocol:pid:uptime:pipewire:ffmpeg:features:),
            .of(\.name, .required("name", .string, "The name of the daemon.")),
            .of(\.version, .required("version", .string, "Its version.")),
            .of(\.protocol, .required("protocol", .integer(minimum: 1), "The version of the protocol.")),
            .of(\.pid, .required("pid", .integer(minimum: 1), "Its process id.")),
            .of(\.uptime, .required("uptime", .number(minimum: 0), "Seconds since it started.")),
            .of(
                \.pipewire,
                .nullable("pipewire", .string, "The sound server's version; while there is none, its library's.")),
            .of(\.ffmpeg, .required("ffmpeg", .string, "The version of FFmpeg.")),
            .of(
                \.features,
                .required("features", .strings, "What this daemon can do beyond the protocol's first version.")))
    }

    /// The result of `server.statistics`. The counters start at 0 when the daemon starts.
    public struct ServerStatistics: WireObject {
        /// How often audio was not ready in time; a run of such cycles counts once.
        public var underruns: Int64
        /// How many frames of silence were played instead.
        public var underrunFrames: Int64
        /// How many cycles of the graph were served.
        public var callbacks: Int64
        /// How many frames the latest cycle had.
        public var quantum: Int64
        /// How full the sample ring is, 0…1.
        public var ringFill: Double
        /// How many damaged packets were skipped, or were silent in part.
        public var decodeErrors: Int64
        /// How many clients are connected.
        public var clients: Int64
        /// How often the daemon has connected to the sound server again.
        public var reconnects: Int64
        /// How long the longest turn of a client took, in seconds: for so long all others waited.
        public var longestTurn: Double
        /// How long the longest question to the library took, in seconds.
        public var longestQuestion: Double
        /// How many hear over the network what plays.
        public var listeners: Int64

        /// Makes counters.
        package init(
            underruns: Int64 = 0, underrunFrames: Int64 = 0, callbacks: Int64 = 0, quantum: Int64 = 0, ringFill: Double = 0,
            decodeErrors: Int64 = 0, clients: Int64 = 0, reconnects: Int64 = 0, longestTurn: Double = 0,
            longestQuestion: Double = 0, listeners: Int64 = 0
        ) {
            self.underruns = underruns
            self.underrunFrames = underrunFrames
            self.callbacks = callbacks
            self.quantum = quantum
            self.ringFill = ringFill
            self.decodeErrors = decodeErrors
            self.clients = clients
            self.reconnects = reconnects
            self.longestTurn = longestTurn
            self.longestQuestion = longestQuestion
            self.listeners = listeners
        }

        /// The members of the counters.
        package static let shape = WireShape(
            ServerStatistics.init(
                underruns:underrunFrames:callbacks:quantum:ringFill:decodeErrors:clients:reconnects:longestTurn:
                longestQuestion:listeners:),
            .of(
                \.underruns,
                .required("underruns", .integer(minimum: 0), "How often audio was not ready in time; a run counts once.")),
            .of(
                \.underrunFrames,
                .required("underrunFrames", .integer(minimum: 0), "How many frames of silence were played instead.")),
            .of(\.callbacks, .required("callbacks", .integer(minimum: 0), "How many cycles of the graph were served.")),
            .of(\.quantum, .required("quantum", .integer(minimum: 0), "How many frames the latest cycle had.")),
            .of(\.ringFill, .required("ringFill", .number(minimum: 0, maximum: 1), "How full the sample ring is.")),
            .of(
                \.decodeErrors,
                .required("decodeErrors", .integer(minimum: 0), "How many damaged packets were skipped, or silent in part.")),
            .of(\.clients, .required("clients", .integer(minimum: 0), "How many clients are connected.")),
            .of(
                \.reconnects,
                .required(
                    "reconnects", .integer(minimum: 0), "How often the daemon has connected to the sound server again.")),
            .of(
                \.longestTurn,
                .required(
                    "longestTurn", .number(minimum: 0),
                    "What one client has had done at the longest before another one had its turn, in seconds.")),
            .of(
                \.longestQuestion,
                .required(
                    "longestQuestion", .number(minimum: 0), "How long the longest question to the library took, in seconds.")),
            .of(
                \.listeners,
                .required("listeners", .integer(minimum: 0), "How many hear over the network what plays.")))
    }
}
