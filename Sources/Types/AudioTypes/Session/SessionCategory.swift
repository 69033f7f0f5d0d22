/// What the session needs sound for, and whether its sound mixes with that of other programs. The model is AVAudioSession.
package enum SessionCategory: String, CaseIterable, Hashable, Sendable {
    case ambient, soloAmbient, playback, record, playAndRecord, multiRoute
}
