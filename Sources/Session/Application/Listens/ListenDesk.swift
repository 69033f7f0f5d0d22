import Logging
import NIOCore
import Network
import PlayerModel

/// Has services in the web told what is heard, as far as the configuration names them. Where it names none, nothing of it runs. Confined to the
/// control thread.
final class ListenDesk {
    let senders: [ListenSender]
    /// The item that was told to be heard.
    private var told: Int64?

    init(directory: String, eventLoop: any EventLoop, logger: Logger) {
        senders = ListenService.allCases.map { ListenSender($0, directory: directory, eventLoop: eventLoop, logger: logger) }
    }

    /// Whether any service is told.
    var isOn: Bool { senders.contains(where: \.isOn) }

    /// Takes over which services are told.
    func configure(_ settings: ListenSettings, _ network: NetworkConfiguration) {
        for sender in senders {
            let own: ListenTurn.Settings? =
                switch sender.service {
                case .listenBrainz: settings.listenBrainz.map { .listenBrainz($0) }
                case .lastFM: settings.lastFM.map { .lastFM($0) }
                }
            sender.configure(own, network)
        }
    }

    /// Takes in what was heard of an item that is over or was left.
    func heard(_ report: ListeningReport) {
        // The same item may begin anew.
        told = nil
        for sender in senders where sender.isOn {
            if let listen = sender.service.listen(report) { sender.heard(listen) }
        }
    }

    /// Takes in what plays now. An item is told once, when it is heard.
    /// - Parameter date: now, in seconds since 1970.
    func plays(_ item: QueueItem, date: Double) {
        guard item.id != told else { return }
        told = item.id
        guard let listen = Listen(item, duration: item.duration, startedAt: date) else { return }
        for sender in senders where sender.isOn && sender.service.wants(listen) { sender.plays(listen) }
    }

    /// Ends everything. What waits is kept.
    func end() { for sender in senders { sender.end() } }
}
