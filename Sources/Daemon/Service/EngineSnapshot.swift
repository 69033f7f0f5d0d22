import AudioTypes
import ControlProtocol
import Playback

/// The engine at one moment, as replies tell of it.
struct EngineSnapshot: Sendable {
    let player: Player
    let devices: [OutputDevice]
    let defaultUID: String?
    let targetUID: String?
    let statistics: RenderStatistics
    let decodeErrors: UInt64
    let ringFill: Double
    let reconnects: Int
    let serverVersion: String?

    init(_ engine: isolated Engine) {
        player = engine.currentPlayer()
        devices = engine.devices
        defaultUID = engine.defaultDeviceUID
        targetUID = engine.targetUID
        statistics = engine.statistics
        decodeErrors = engine.decodeErrors
        ringFill = engine.ringFill
        reconnects = engine.reconnects
        serverVersion = engine.serverVersion
    }

    /// The sink that plays us, or would: the one our links reach, else the default.
    var device: OutputDevice? {
        let uid = targetUID ?? defaultUID
        return devices.first { $0.uid == uid }
    }

    var status: Wire.Status {
        let queue = player.queue
        return Wire.Status(
            state: Wire.PlayerState(player.state), reason: Wire.StateReason(player.reason),
            item: player.item.map(Wire.QueueItem.init), position: player.position.map(Wire.Position.init),
            duration: player.duration, volume: Wire.Volume(player.volume),
            queue: Wire.QueueSummary(
                length: queue.items.count, index: queue.currentIndex, revision: queue.revision,
                modes: Wire.QueueModes(queue.modes)),
            format: player.sourceDescription.map(Wire.AudioFormat.init),
            output: device.map { Wire.OutputSummary(uid: $0.uid, name: $0.name, type: $0.type) })
    }

    var route: Wire.Route { Wire.Route(outputs: device.map { [Wire.Port($0)] } ?? []) }

    var outputs: [Wire.Output] {
        devices.map { Wire.Output(port: Wire.Port($0), current: $0 == device, default: $0.uid == defaultUID) }
    }
}
