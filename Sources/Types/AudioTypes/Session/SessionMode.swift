/// The kind of sound that a session plays, within its category.
package enum SessionMode: String, CaseIterable, Hashable, Sendable {
    case `default`, spokenAudio, moviePlayback, voiceChat, videoChat, measurement, voicePrompt
}
