import MessageBus

/// What a player's `PropertiesChanged` signal says about its status.
enum StatusChange: Equatable {
    /// The player has this status now.
    case now(PlayerStatus)
    /// The status changed, but the signal does not say to what: ask the player.
    case unsaid

    /// Reads the signal; nil if it does not mention the status, or mentions it in a form that no player should use.
    init?(_ message: borrowing BusMessage) {
        guard message.has("sa{sv}as"), message.readText() != nil, message.enter(.array, "{sv}") else { return nil }
        var status: PlayerStatus?
        while message.enter(.dictionaryEntry, "sv") {
            if message.readText() == "PlaybackStatus", message.peeks(.variant, "s") {
                status = message.readTextVariant().flatMap(PlayerStatus.init(word:))
            } else {
                message.skip("v")
            }
            message.leave()
        }
        message.leave()
        if let status {
            self = .now(status)
            return
        }
        guard message.enter(.array, "s") else { return nil }
        while let name = message.readText() {
            if name == "PlaybackStatus" {
                self = .unsaid
                return
            }
        }
        return nil
    }
}
