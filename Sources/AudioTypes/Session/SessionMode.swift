/// What kind of sound a session has, within its category.
package enum SessionMode: String, CaseIterable, Hashable, Sendable {
    case `default`, spokenAudio, moviePlayback, voiceChat, videoChat, measurement, voicePrompt
}
