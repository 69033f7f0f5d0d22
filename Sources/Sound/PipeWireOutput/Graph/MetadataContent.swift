/// What the session manager's metadata says: the default sink, the user's choice of it, and the targets of single
/// streams.
struct MetadataContent: Hashable {
    /// `node.name` of the default sink.
    private(set) var defaultSink: String?
    /// `node.name` of the default source.
    private(set) var defaultSource: String?
    /// `node.name` of the sink that the user chose, whether or not it exists.
    private(set) var configuredDefault: String?
    private var targets: [UInt32: [String: String]] = [:]

    /// Takes in a change of a key; see ``GraphModel/setMetadata(subject:key:value:)``.
    mutating func set(subject: UInt32, key: String?, value: String?) {
        if subject != 0 {
            if key == nil { targets[subject] = nil }
            if let key, key == "target.object" || key == "target.node" { targets[subject, default: [:]][key] = value }
            return
        }
        if key == nil || key == "default.audio.sink" {
            defaultSink = value.flatMap { BoundMetadata.name(in: $0) }
        }
        if key == nil || key == "default.audio.source" {
            defaultSource = value.flatMap { BoundMetadata.name(in: $0) }
        }
        if key == nil || key == "default.configured.audio.sink" {
            configuredDefault = value.flatMap { BoundMetadata.name(in: $0) }
        }
    }

    /// Forgets the target of a node: another node may get its id soon.
    mutating func forget(node: UInt32) { targets[node] = nil }

    /// Returns the target of a node: from the newer of the two keys in use, else from the older one.
    func target(ofNode id: UInt32) -> Target? {
        if let text = targets[id]?["target.object"] { return text == "-1" ? .anywhere : .object(text) }
        if let text = targets[id]?["target.node"] {
            return UInt32(text).map { .node($0) } ?? .anywhere
        }
        return nil
    }

    /// Returns the entries of a node.
    func entries(ofNode id: UInt32) -> TargetEntries {
        TargetEntries(object: targets[id]?["target.object"], node: targets[id]?["target.node"])
    }

    enum Target: Hashable {
        /// Whatever sink the session manager chooses, whatever the node's own properties say.
        case anywhere
        /// A serial or a `node.name`.
        case object(String)
        /// An id.
        case node(UInt32)
    }
}
