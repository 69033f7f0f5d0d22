import AudioSession
import AudioTypes
import PlayerModel

extension SavedOutput {
    /// Makes the saved form of an output that is heard.
    init(_ sink: GraphSink) {
        self.init(uid: sink.uid, name: sink.name, device: sink.device?.name ?? "", port: sink.device?.port ?? "")
    }
}

extension GraphSink {
    /// Makes the output that was heard in an earlier run. The numbers of that run's server mean nothing now, so they are 0.
    init(_ saved: SavedOutput) {
        var device: GraphDevice?
        if !saved.device.isEmpty {
            device = GraphDevice(name: saved.device, serial: 0)
            device?.port = saved.port
        }
        self.init(uid: saved.uid, serial: 0, name: saved.name, type: .unknown, channelCount: 0, device: device)
    }
}
