import AudioTypes
import CPipeWire

/// What the owner is told: gathered as it happens, delivered in the loop's thread.
extension PipeWireOutput {
    /// Puts an event in line. Under the lock.
    func tell(_ event: OutputEvent) {
        pendingEvents.append(event)
        wake?.signal()
    }

    /// Does what may not be done within a callback of PipeWire, and delivers. Once for any number of changes.
    func deliver() {
        clearLostConnection()
        applyKnownVolume()
        tellChanges()
        let events = pendingEvents
        pendingEvents.removeAll()
        for event in events { self.events(event) }
    }

    /// Compares the graph and the stream to what was told last.
    private func tellChanges() {
        let model = connection.flatMap { $0.isGraphKnown ? $0.graph?.model : nil }
        if let model {
            let devices = model.devices
            if devices != told.devices || model.defaultSink != told.defaultUID {
                told.devices = devices
                told.defaultUID = model.defaultSink
                pendingEvents.append(.devicesChanged(devices, defaultUID: model.defaultSink))
                remakeFailedStream()
            }
        }
        let target = stream?.nodeID.flatMap { model?.target(of: $0) }
        if target != told.target {
            told.target = target
            pendingEvents.append(.targetChanged(uid: target))
        }
        let state =
            renderer == nil
            ? OutputStreamState.closed
            : streamState.outputState(isLinked: target != nil, hasSinks: !(model?.sinks.isEmpty ?? true))
        if state != told.stream {
            told.stream = state
            pendingEvents.append(.streamChanged(state))
        }
    }

    /// A stream that PipeWire gave up is made again when there may be something new to play to.
    private func remakeFailedStream() {
        guard streamState.reported == PW_STREAM_STATE_ERROR else { return }
        destroyStream()
        makeStream()
        if isActive { stream?.setActive(true) }
    }
}
