import AudioTypes
import RealtimeAudio

// The sound server: found, lost and found again.
extension PipeWireOutput {
    func connect() {
        do throws(ServerConnection.Failure) {
            let made = try ServerConnection(
                loop, connected: { [unowned self] version in serverAnswered(version) },
                lost: { [unowned self] message in serverWentAway(message) })
            connection = made
            monitor = unsafe GraphMonitor(made.core) { [unowned self] in changeTimer?.arm(after: Self.settleTime) }
        } catch {
            if !isLost { events(.serverLost(message: error.message)) }
            isLost = true
            retryTimer?.arm(after: backOff.wait())
        }
    }

    /// How long changes of the graph are gathered before they are told, in nanoseconds: the registry tells one object at a time.
    private static let settleTime: UInt64 = 1_000_000

    private func serverAnswered(_ version: String) {
        // Told again whenever the server's properties change.
        guard isLost || !isConnected else { return }
        backOff.reset()
        isLost = false
        isConnected = true
        openStream()
        events(.serverConnected(version: version))
    }

    /// Called from inside the connection: it must live until this returns, so the timer takes it down.
    private func serverWentAway(_ message: String) {
        guard !isLost else { return }
        isLost = true
        isConnected = false
        events(.serverLost(message: message))
        retryTimer?.arm(after: backOff.wait())
    }

    func retry() {
        guard isLost else { return }
        closeStream()
        monitor = nil
        connection = nil
        reportedDevices = nil
        reportedTargetUID = nil
        connect()
    }

    func reportGraph() {
        guard let monitor, !isLost else { return }
        monitor.nodeID = stream?.nodeID
        let devices = monitor.devices
        if devices != reportedDevices || monitor.defaultUID != reportedDefaultUID {
            reportedDevices = devices
            reportedDefaultUID = monitor.defaultUID
            events(.devicesChanged(devices, defaultUID: monitor.defaultUID))
        }
        let target = monitor.targetUID
        if target != reportedTargetUID {
            reportedTargetUID = target
            events(.targetChanged(uid: target))
        }
    }
}
