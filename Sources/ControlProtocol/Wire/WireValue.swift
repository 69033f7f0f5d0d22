/// A value that the daemon and clients exchange: one encodes it, the other decodes it, and `rpc.discover` shows its schema.
package protocol WireValue: JSONRepresentable, Hashable, Sendable {
    /// Reads the value. It ignores members that it does not know: a newer daemon may send more.
    init(json: JSONValue) throws(JSONMismatch)
    /// The schema of the value.
    static var schema: Schema { get }
}

extension WireValue {
    /// Returns the members of `json`, which must be an object.
    static func members(_ json: JSONValue) throws(JSONMismatch) -> JSONObject {
        guard let object = json.objectValue else { throw JSONMismatch("\(Self.self)", isNo: "object") }
        return object
    }
}

/// The values that are sent over the control socket, named as in the protocol. Times are in seconds, levels from 0 to 1.
package enum Wire {}

extension Schema {
    /// The schemas that other schemas refer to by name.
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
