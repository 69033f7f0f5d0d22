/// An option that changes the usual behaviour of a category.
package enum SessionOption: String, CaseIterable, Hashable, Sendable {
    case mixWithOthers, duckOthers, interruptSpokenAudioAndMixWithOthers, defaultToSpeaker, allowBluetoothHFP,
        allowBluetoothA2DP
}
