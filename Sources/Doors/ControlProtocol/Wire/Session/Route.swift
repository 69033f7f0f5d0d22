public import AudioTypes

extension Wire {
    /// The outputs that sound goes to and the inputs that it comes from.
    public struct Route: WireObject {
        /// The outputs that the sound goes to, the primary first.
        public var outputs: [Port]
        /// The inputs that sound comes from.
        public var inputs: [Input]

        /// Makes a route.
        package init(outputs: [Port], inputs: [Input] = []) {
            self.outputs = outputs
            self.inputs = inputs
        }

        /// The members of a route.
        package static let shape = WireShape(
            Route.init(outputs:inputs:),
            .of(\.outputs, .required("outputs", .values(), "The outputs that the sound goes to.")),
            .of(\.inputs, .required("inputs", .values(), "The inputs that sound comes from.")))
    }

    /// One end of a route.
    public struct Port: WireObject {
        /// The id of the port, which stays the same across restarts.
        public var uid: String
        /// The name of the port, for people.
        public var name: String
        /// What kind of output it is.
        public var type: OutputType
        /// How many channels there are.
        public var channels: Int
        /// The positions of the channels, such as `FL`; `nil` if they are not known.
        public var channelNames: [String]?
        /// Whether only the listener hears it, so that its loss pauses; `nil` from an older daemon.
        public var isPrivate: Bool?
        /// The volume of the sink, 0…1; `nil` if it is not told.
        public var volume: Double?
        /// Whether the sink's mute switch is on; `nil` if it is not told.
        public var muted: Bool?
        /// The time from the start of a cycle until its first frame is heard here, with the delay, in seconds; `nil` if it is not told.
        public var latency: Double?
        /// By how much it plays later than by itself, in seconds; `nil` if it is not told.
        public var delay: Double?
        /// The greatest volume of the player that it allows, 0…1; `nil` if it allows all, or that is not told.
        public var volumeMaximum: Double?
        /// The volume that the player begins with here, 0…1; `nil` if that is as before, or not told.
        public var volumeAtStart: Double?
        /// Where the volume of the player is set; `nil` if it is not told.
        public var volumeControl: VolumeControl?

        /// Makes a port.
        package init(
            uid: String, name: String, type: OutputType, channels: Int, channelNames: [String]? = nil, isPrivate: Bool? = nil,
            volume: Double? = nil, muted: Bool? = nil, latency: Double? = nil, delay: Double? = nil,
            volumeMaximum: Double? = nil, volumeAtStart: Double? = nil, volumeControl: VolumeControl? = nil
        ) {
            self.uid = uid
            self.name = name
            self.type = type
            self.channels = channels
            self.channelNames = channelNames
            self.isPrivate = isPrivate
            self.volume = volume
            self.muted = muted
            self.latency = latency
            self.delay = delay
            self.volumeMaximum = volumeMaximum
            self.volumeAtStart = volumeAtStart
            self.volumeControl = volumeControl
        }

        /// Makes a port of `device`.
        package init(_ device: OutputDevice) {
            self.init(
                uid: device.uid, name: device.name, type: device.type, channels: device.channelCount,
                channelNames: device.channelNames.isEmpty ? nil : device.channelNames)
        }

        /// The members of a port.
        package static let shape = WireShape(
            Port.init(
                uid:name:type:channels:channelNames:isPrivate:volume:muted:latency:delay:volumeMaximum:volumeAtStart:
                volumeControl:),
            .of(\.uid, Output.uid), .of(\.name, Output.name), .of(\.type, Output.type),
            .of(\.channels, .required("channels", .integer(minimum: 0), "How many channels.")),
            .of(
                \.channelNames,
                .optional("channelNames", .strings, "The positions of the channels, such as `FL`, if they are known.")),
            .of(
                \.isPrivate,
                .optional("private", .boolean, "Whether only the listener hears it, so that its loss can interrupt playback.")),
            .of(
                \.volume,
                .optional("volume", .number(in: Volume.levels), "The volume of the device, 0 to 1; not in the events of routes.")),
            .of(\.muted, .optional("muted", .boolean, "Whether the device is muted; not in the events of routes.")),
            .of(
                \.latency,
                .optional("latency", .number(), "The seconds until sound is heard here, with the delay; only while it plays.")),
            .of(
                \.delay,
                .optional("delay", .number(minimum: 0), "The seconds that it plays later than by itself; only while it plays.")),
            .of(
                \.volumeMaximum,
                .optional(
                    "volumeMaximum", .number(minimum: 0, maximum: 1),
                    "The most that the volume of the player may be here, if there is a ceiling; only in `route.outputs`.")),
            .of(
                \.volumeAtStart,
                .optional(
                    "volumeAtStart", .number(minimum: 0, maximum: 1),
                    "The volume that the player begins with here, if there is one; only in `route.outputs`.")),
            .of(
                \.volumeControl,
                .optional(
                    "volumeControl", .choice,
                    "Whether the volume of the player is set in its stream or at the sink; only in `route.outputs`.")))
    }
}
