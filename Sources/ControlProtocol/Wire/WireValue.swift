/// A value that travels: the daemon encodes it, clients decode it, and `rpc.discover` shows its schema.
package protocol WireValue: JSONRepresentable, Hashable, Sendable {
    /// Reads the value, passing over members it does not know: a newer daemon may have more.
    init(json: JSONValue) throws(JSONMismatch)
    /// What the value looks like.
    static var schema: Schema { get }
}

extension WireValue {
    /// The members of a value of this type.
    static func members(_ json: JSONValue) throws(JSONMismatch) -> JSONObject {
        guard let object = json.objectValue else { throw JSONMismatch("\(Self.self)", isNo: "object") }
        return object
    }
}

/// The values that travel over the control socket, named as in the protocol. Times are seconds, levels 0…1.
package enum Wire {}

extension Schema {
    /// The schemas that others refer to by name.
    package static let named: [String: Schema] = [
        "Error": ControlError.schema,
        "Interruption": Wire.Interruption.schema,
        "MediaDescription": Wire.MediaDescription.schema,
        "Output": Wire.Output.schema,
        "Position": Wire.Position.schema,
        "QueueAddition": Wire.QueueAddition.schema,
        "QueueItem": Wire.QueueItem.schema,
        "QueueModes": Wire.QueueModes.schema,
        "QueuePage": Wire.QueuePage.schema,
        "QueueRemoval": Wire.QueueRemoval.schema,
        "QueueRevision": Wire.QueueRevision.schema,
        "Route": Wire.Route.schema,
        "ServerInfo": Wire.ServerInfo.schema,
        "ServerStatistics": Wire.ServerStatistics.schema,
        "Session": Wire.Session.schema,
        "SkippedEntry": Wire.SkippedEntry.schema,
        "Status": Wire.Status.schema,
        "Volume": Wire.Volume.schema,
    ]
}
