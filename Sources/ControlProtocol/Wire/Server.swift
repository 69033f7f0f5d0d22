extension Wire {
    /// The result of `server.info`: a description of the daemon.
    package struct ServerInfo: WireValue {
        /// The name of the daemon, `fermatad`.
        package var name: String
        /// The version of the daemon.
        package var version: String
        /// The version of the protocol.
        package var `protocol`: Int
        /// The daemon's process id.
        package var pid: Int
        /// Seconds since the daemon started.
        package var uptime: Double
        /// The version of the sound server; while there is none, the version of its library. `nil` if the daemon sends null.
        package var pipewire: String?
        /// The version of FFmpeg.
        package var ffmpeg: String
        /// What this daemon can do beyond the protocol's first version.
        package var features: [String]

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

        /// Reads a description.
        package init(json: JSONValue) throws(JSONMismatch) {
            let object = try Self.members(json)
            self.init(
                name: try object.string("name"), version: try object.string("version"), protocol: try object.int("protocol"),
                pid: try object.int("pid"), uptime: try object.number("uptime"), pipewire: object["pipewire"]?.stringValue,
                ffmpeg: try object.string("ffmpeg"), features: try object.strings("features"))
        }

        /// The description as JSON.
        package var json: JSONValue {
            [
                "name": .string(name), "version": .string(version), "protocol": .integer(Int64(self.protocol)),
                "pid": .integer(Int64(pid)), "uptime": .number(uptime),
                "pipewire": pipewire.map(JSONValue.string) ?? .null, "ffmpeg": .string(ffmpeg),
                "features": .array(features.map(JSONValue.string)),
            ]
        }

        /// The schema of a description.
        package static var schema: Schema {
            .object([
                .required("name", .string(), "The name of the daemon."),
                .required("version", .string(), "Its version."),
                .required("protocol", .integer(minimum: 1), "The version of the protocol."),
                .required("pid", .integer(minimum: 1), "Its process id."),
                .required("uptime", .number(minimum: 0), "Seconds since it started."),
                .required("pipewire", .nullable(.string()), "The sound server's version; while there is none, its library's."),
                .required("ffmpeg", .string(), "The version of FFmpeg."),
                .required("features", .array(of: .string()), "What this daemon can do beyond the protocol's first version."),
            ])
        }
    }

    /// The result of `server.statistics`. The counters start at 0 when the daemon starts.
    package struct ServerStatistics: WireValue {
        /// How often audio was not ready in time; a run of such cycles counts once.
        package var underruns: Int64
        /// How many frames of silence were played instead.
        package var underrunFrames: Int64
        /// How many cycles of the graph were served.
        package var callbacks: Int64
        /// How many frames the latest cycle had.
        package var quantum: Int64
        /// How full the sample ring is, 0…1.
        package var ringFill: Double
        /// How many damaged packets were skipped, or were silent in part.
        package var decodeErrors: Int64
        /// How many clients are connected.
        package var clients: Int64
        /// How often the daemon has connected to the sound server again.
        package var reconnects: Int64

        /// Makes counters.
        package init(
            underruns: Int64 = 0, underrunFrames: Int64 = 0, callbacks: Int64 = 0, quantum: Int64 = 0, ringFill: Double = 0,
            decodeErrors: Int64 = 0, clients: Int64 = 0, reconnects: Int64 = 0
        ) {
            self.underruns = underruns
            self.underrunFrames = underrunFrames
            self.callbacks = callbacks
            self.quantum = quantum
            self.ringFill = ringFill
            self.decodeErrors = decodeErrors
            self.clients = clients
            self.reconnects = reconnects
        }

        /// Reads counters.
        package init(json: JSONValue) throws(JSONMismatch) {
            let object = try Self.members(json)
            self.init(
                underruns: try object.integer("underruns"), underrunFrames: try object.integer("underrunFrames"),
                callbacks: try object.integer("callbacks"), quantum: try object.integer("quantum"),
                ringFill: try object.number("ringFill"), decodeErrors: try object.integer("decodeErrors"),
                clients: try object.integer("clients"), reconnects: try object.integer("reconnects"))
        }

        /// The counters as JSON.
        package var json: JSONValue {
            [
                "underruns": .integer(underruns), "underrunFrames": .integer(underrunFrames),
                "callbacks": .integer(callbacks), "quantum": .integer(quantum), "ringFill": .number(ringFill),
                "decodeErrors": .integer(decodeErrors), "clients": .integer(clients), "reconnects": .integer(reconnects),
            ]
        }

        /// The schema of counters.
        package static var schema: Schema {
            .object([
                .required("underruns", .integer(minimum: 0), "How often audio was not ready in time; a run counts once."),
                .required("underrunFrames", .integer(minimum: 0), "How many frames of silence were played instead."),
                .required("callbacks", .integer(minimum: 0), "How many cycles of the graph were served."),
                .required("quantum", .integer(minimum: 0), "How many frames the latest cycle had."),
                .required("ringFill", .number(minimum: 0, maximum: 1), "How full the sample ring is."),
                .required("decodeErrors", .integer(minimum: 0), "How many damaged packets were skipped, or silent in part."),
                .required("clients", .integer(minimum: 0), "How many clients are connected."),
                .required("reconnects", .integer(minimum: 0), "How often the daemon has connected to the sound server again."),
            ])
        }
    }
}
