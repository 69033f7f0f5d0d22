/// What the session needs sound for, and how it gets along with others. The model is AVAudioSession's.
package enum SessionCategory: String, CaseIterable, Hashable, Sendable {
    case ambient, soloAmbient, playback, record, playAndRecord, multiRoute
}
