import AudioTypes
import Recording

// Recordings of silence, by order or because an input is muted; and those whose input takes in another sound than they name.
extension Recordings {
    /// Records silence in place of the sound, or the sound again; the recording keeps its time.
    package func setMuted(_ id: Int64, _ isMuted: Bool) throws(RecordingError) -> RecordingStatus {
        let recording = try find(id)
        try recording.request.requireMutable(isMuted)
        guard recording.isMuted != isMuted else { return recording.status }
        recording.isMuted = isMuted
        recording.worker.setMuted(isMuted)
        publish(.phaseChanged(recording.status))
        return recording.status
    }

    /// The mute switches of these inputs are on, and those of all others off.
    func inputsAreMuted(_ uids: Set<String>) {
        mutedInputs = uids
        for recording in active where recording.hasBegun && !recording.isEnding { tellInputMute(of: recording) }
    }

    /// The inputs take sound in through these ports, by their uids. A recording that names another port ends: nobody may be recorded by
    /// surprise.
    func inputPorts(are ports: [String: String]) {
        for recording in active where !recording.isEnding && recording.request.keepsInput {
            guard let port = recording.request.inputPort, case .capture(.input(let uid?)) = recording.request.source,
                let active = ports[uid], active != port
            else { continue }
            end(recording, .inputLost)
        }
    }

    /// Tells whether the input of a recording is muted, if that has changed.
    func tellInputMute(of recording: ActiveRecording, isBeginning: Bool = false) {
        let isMuted = recording.expectedInputs.contains { mutedInputs.contains($0) }
        guard isMuted != recording.isInputMuted else { return }
        recording.isInputMuted = isMuted
        recording.worker.mark(isMuted ? .inputMuted : .inputUnmuted)
        if !isBeginning { publish(.phaseChanged(recording.status)) }
    }
}

extension RecordingRequest {
    /// Throws if the recording cannot be muted that is to be.
    func requireMutable(_ isMuted: Bool) throws(RecordingError) {
        guard isMuted, isCopy else { return }
        throw .plan(
            RecordingPlan.Refusal(
                parameter: "muted", message: "a copy has the packets as they are, so it cannot be muted: pause it instead"))
    }
}
