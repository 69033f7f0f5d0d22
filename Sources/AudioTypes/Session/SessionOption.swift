/// What changes a category's usual behaviour.
package enum SessionOption: String, CaseIterable, Hashable, Sendable {
    case mixWithOthers, duckOthers, interruptSpokenAudioAndMixWithOthers, defaultToSpeaker, allowBluetoothHFP,
        allowBluetoothA2DP
}
