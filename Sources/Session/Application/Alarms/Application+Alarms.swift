import MediaTypes
package import PlayerModel

// The alarm clock.
extension Application {
    /// Adds an alarm. `answer` gets it once it is on the disk.
    package func addAlarm(_ wish: AlarmWish, for origin: Origin, answer: @escaping AlarmDesk.Answer) {
        if let refusal = refusal(of: wish, for: origin) { return answer(.failure(refusal)) }
        alarms.add(wish, answer: answer)
    }

    /// Changes the alarm of a number. `answer` gets it once it is on the disk.
    package func changeAlarm(_ id: Int64, _ wish: AlarmWish, for origin: Origin, answer: @escaping AlarmDesk.Answer) {
        if let refusal = refusal(of: wish, for: origin) { return answer(.failure(refusal)) }
        alarms.change(id, wish, answer: answer)
    }

    /// Why a client may not have that played.
    private func refusal(of wish: AlarmWish, for origin: Origin) -> AlarmError? {
        guard let uri = wish.uri else { return nil }
        if let refusal = refusal(ofAddress: uri, for: origin) { return .notAllowed(refusal) }
        // When it rings, nobody knows any more who may reach which addresses.
        guard origin.isFar, MediaAddress.isWeb(uri) else { return nil }
        return .notAllowed(
            PlaybackError(
                .media(.notAllowed), "clients of the network have alarms play the library and stored playlists only", uri: uri))
    }

    /// Silences the alarm that rings, and has it ring again.
    /// - Parameter minutes: in how many minutes; `nil`: in as many as it has itself.
    /// - Throws: if none rings.
    package func snoozeAlarm(_ minutes: Double?) throws(AlarmError) {
        guard let alarm = ringer.ringing else { throw .noneRings }
        let wanted = minutes ?? alarm.snooze
        ringer.end(.snoozed, snoozedFor: min(max(wanted, Alarm.snoozes.lowerBound), Alarm.snoozes.upperBound))
    }

    /// Ends the alarm that rings, and those that were to ring again.
    package func dismissAlarm() {
        ringer.end(.dismissed)
        alarms.endSnoozes()
    }
}
