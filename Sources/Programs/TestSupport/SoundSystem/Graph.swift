import FoundationEssentials

/// PipeWire's objects at one moment, as `pw-dump` shows them.
package struct Graph: Sendable {
    /// Every object: nodes, ports, links, clients, devices, metadata.
    package let objects: [GraphObject]

    /// Reads the output of `pw-dump`.
    init(dump: [UInt8]) throws(TestSupportError) {
        do {
            objects = try JSONDecoder().decode([GraphObject].self, from: Data(dump))
        } catch {
            throw TestSupportError(.unexpectedAnswer, "pw-dump: \(error)")
        }
    }

    /// The nodes.
    package var nodes: [GraphObject] { objects.filter { $0.type == "PipeWire:Interface:Node" } }
    /// The links.
    package var links: [GraphObject] { objects.filter { $0.type == "PipeWire:Interface:Link" } }
    /// The playback streams.
    package var playbackStreams: [GraphObject] { nodes.filter { $0.properties["media.class"] == "Stream/Output/Audio" } }

    /// Returns the node with this `node.name`; if several have it, the newest.
    package func node(named name: String) -> GraphObject? { nodes.last { $0.properties["node.name"] == name } }

    /// Returns whether any port of `source` is linked to any port of `target`.
    package func isLinked(_ source: GraphObject, to target: GraphObject) -> Bool {
        links.contains { $0.outputNode == source.id && $0.inputNode == target.id }
    }

    /// Returns the greatest latency that a port of `sink` tells towards the sound's end, in seconds; `nil` before it has ports.
    package func latencyToEnd(of sink: GraphObject) -> Double? {
        objects.filter { $0.properties["node.id"] == "\(sink.id)" }.compactMap(\.latencyToEnd).max()
    }
}

/// One object of a ``Graph``.
package struct GraphObject: Sendable {
    /// The object's id, which PipeWire uses again after the object has gone.
    package let id: Int
    /// The interface, such as `PipeWire:Interface:Node`.
    package let type: String
    /// The state of a node or link, such as `running`; empty for other objects.
    package let state: String
    /// All properties, numbers and booleans in their JSON spelling.
    package let properties: [String: String]
    /// The volume of each channel of a node, linear, where 1 means unchanged; empty for other objects. Mixers show the cube
    /// root.
    package let channelVolumes: [Double]
    /// The volume of a node as a whole, linear; `nil` for other objects.
    package let volume: Double?
    /// The latency that a port tells towards the sound's end, in seconds, without what depends on the graph's cycle; `nil` for other objects.
    package let latencyToEnd: Double?
    /// Whether a node is muted.
    package let isMuted: Bool
    /// The id of the node from which a link comes.
    package let outputNode: Int?
    /// The id of the node to which a link goes.
    package let inputNode: Int?
}

extension GraphObject: Decodable {
    private enum Keys: String, CodingKey {
        case id, type, info, props, metadata, state, params
        case outputNode = "output-node-id"
        case inputNode = "input-node-id"
    }

    private struct Parameters: Decodable {
        struct Volumes: Decodable {
            let channelVolumes: [Double]?
            let volume: Double?
            let mute: Bool?
        }
        struct Latency: Decodable {
            let direction: String
            let maxNs: Double
        }
        let volumes: [Volumes]?
        let latencies: [Latency]?
        enum CodingKeys: String, CodingKey {
            case volumes = "Props"
            case latencies = "Latency"
        }
    }

    private struct Spelling: Decodable {
        let text: String

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let string = try? container.decode(String.self) {
                text = string
            } else if let flag = try? container.decode(Bool.self) {
                text = "\(flag)"
            } else if let integer = try? container.decode(Int.self) {
                text = "\(integer)"
            } else if let number = try? container.decode(Double.self) {
                text = "\(number)"
            } else {
                text = ""
            }
        }
    }

    /// Reads one object of `pw-dump`. If it has no `info`, the fields from there have their default values.
    package init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: Keys.self)
        id = try object.decode(Int.self, forKey: .id)
        type = try object.decode(String.self, forKey: .type)
        let info = try? object.nestedContainer(keyedBy: Keys.self, forKey: .info)
        state = (try? info?.decode(String.self, forKey: .state)) ?? ""
        let properties =
            (try? info?.decode([String: Spelling].self, forKey: .props))
            ?? (try? object.decode([String: Spelling].self, forKey: .props)) ?? [:]
        self.properties = properties.mapValues(\.text)
        let parameters = try? info?.decode(Parameters.self, forKey: .params)
        let volumes = parameters?.volumes?.first
        volume = volumes?.volume
        latencyToEnd = parameters?.latencies?.first { $0.direction == "Input" }.map { $0.maxNs / 1e9 }
        channelVolumes = volumes?.channelVolumes ?? []
        isMuted = volumes?.mute ?? false
        outputNode = try? info?.decode(Int.self, forKey: .outputNode)
        inputNode = try? info?.decode(Int.self, forKey: .inputNode)
    }
}
