/// What a player's `PropertiesChanged` says about its status.
enum StatusChange: Equatable {
    /// It is this now.
    case now(PlayerStatus)
    /// It is another, to be asked for.
    case unsaid

    /// Reads the signal; nil where it does not speak of the status, or in a way that no player should.
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
