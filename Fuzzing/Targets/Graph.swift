import AudioSession
import AudioTypes
import CPipeWire
import PlayerModel

@testable import PipeWireOutput

extension FuzzTarget {
    /// The graph as the server and every program at it could tell it, up to what the session makes of it and clients are told.
    static let graph = FuzzTarget("graph", atMost: 2_048) { bytes in
        var invention = Invention(bytes)
        var model = GraphModel()
        var ledger = DuckLedger()
        var session = Session()
        var now: Int64 = 0
        model.setMetadata(MetadataContent())
        while !invention.isEmpty {
            let id = UInt32(invention.pick(8))
            switch invention.pick(16) {
            case 0, 1: model.addNode(id, properties: invention.properties())
            case 2: model.addCard(id, properties: invention.properties())
            case 3: model.addLink(id, GraphLink(output: UInt32(invention.pick(8)), input: UInt32(invention.pick(8))))
            case 4: model.setProperties(invention.properties(), of: id)
            case 5: model.setRunning(invention.bool(), node: id)
            case 6: model.setVolumes(ReportedVolume.believable((0..<invention.pick(4)).map { _ in invention.float() }), node: id)
            case 7: model.setPort(invention.port(), card: id)
            case 8: model.setActivePort(invention.port(), card: id)
            case 9: model.setAnswered(id)
            case 10: model.remove(id)
            case 11: model.setMetadata(subject: id, key: invention.text(metadataKeys), value: invention.text(graphWords))
            case 12: model.setSetting(invention.text(settings), value: invention.text(graphWords))
            case 13: _ = invention.bool() ? ledger.start(decibels: -14) : ledger.stop()
            case 14: model.setMetadata(invention.bool() ? MetadataContent() : nil)
            default: now += invention.pick(2) == 0 ? 100_000_000 : 3_000_000_000
            }
            _ = ledger.hear(model.nodes.values.filter { model.isOther($0) }.map { DuckStream($0) }, server: 1)
            _ = ledger.step()
            guard let snapshot = model.snapshot(stream: id) else { continue }
            for sink in snapshot.sinks {
                if let level = sink.level { precondition(level >= 0 && level.isFinite, "the level \(level)") }
                precondition(sink.channelCount > 0)
            }
            _ = session.handle(.graphChanged(snapshot), at: now)
            _ = session.handle(.playerChanged(invention.bool() ? .playing(byUser: true) : .paused(byUser: true)), at: now)
            _ = session.handle(.deadline, at: now)
        }
    }

    /// Parameters of nodes and cards (SPA pods) as any program can send them.
    static let pods = FuzzTarget("pods", atMost: 1_024) { bytes in
        guard bytes.count >= 16 else { return }
        // The server passes on what is as long as its head says.
        let storage = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 8)
        defer { storage.deallocate() }
        storage.copyMemory(from: bytes)
        let size = min(storage.load(as: UInt32.self), UInt32(bytes.count - 8))
        storage.storeBytes(of: size, as: UInt32.self)
        guard let pod = UnsafePointer<spa_pod>(storage.assumingMemoryBound(to: spa_pod.self).baseAddress) else { return }
        var mute: Int32 = -1
        let factors = [Float](unsafeUninitializedCapacity: 64) { buffer, count in
            count = Int(fermata_parse_volume(pod, buffer.baseAddress, 64, &mute))
        }
        if let volume = Volume(linear: ReportedVolume.believable(factors)) {
            precondition(volume.level.isFinite && volume.level >= 0, "the level \(volume.level) of \(factors)")
            _ = volume.factors(channelCount: 2)
        }
        if let port = GraphPort(pod) { _ = port.name.count + port.type.count }
        var index: Int32 = -1
        if let name = fermata_parse_profile(pod, &index) { _ = String(cString: name).count }
        let codecs = [UInt32](unsafeUninitializedCapacity: 32) { buffer, count in
            guard let base = buffer.baseAddress else { return }
            count = Int(fermata_parse_burst_codecs(pod, base, 32))
        }
        _ = codecs.compactMap { PassthroughCodec(number: $0) }
        _ = SinkFormats.ratesOfDSD.filter { fermata_takes_directly(pod, $0) }
    }
}

private let metadataKeys = ["default.audio.sink", "default.configured.audio.sink", "target.object", "target.node"]
private let settings = ["clock.allowed-rates", "clock.force-rate"]
private let propertyKeys = [
    "object.serial", "node.name", "media.class", "node.link-group", "client.id", "device.id", "card.profile.device",
    "audio.channels", "audio.position", "node.description", "device.name", "device.form-factor", "device.bus", "device.api",
    "media.role", "application.name", "target.object", "api.bluez5.codec", "wireplumber.is-fallback",
]
private let graphWords = [
    "Audio/Sink", "Stream/Output/Audio", "Audio/Duplex", "a", "b", "0", "1", "2", "3", "-1", "9223372036854775807",
    "18446744073709551615", "[ FL FR ]", "headphones", "headset", "speaker", "bluetooth", "usb", "Communication", "true",
    "{\"name\":\"a\"}", "[ 44100, 48000 ]", "99999999999999999999",
]

extension Invention {
    fileprivate mutating func properties() -> [String: String] { dictionary(propertyKeys, graphWords) }

    fileprivate mutating func port() -> GraphPort {
        var port = GraphPort(
            index: pick(4), device: bool() ? pick(4) : Int(count()), name: text(graphWords), type: text(graphWords),
            isAvailable: bool())
        port.parts = [pick(4)]
        port.isInput = bool()
        return port
    }
}
