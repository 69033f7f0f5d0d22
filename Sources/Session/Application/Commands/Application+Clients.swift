import AudioSession
import Media

// Clients, which come without a word and leave.
extension Application {
    /// Notes that a client gives a command. Until it leaves, more commands may come, and each is to be heard soon. A door calls
    /// this with each request of a person or a program, before the request.
    package func clientActs(_ origin: Origin) {
        if !driver.session.expectsCommands(of: origin.client) { driver.handle(.clientActed(origin.client)) }
    }

    /// Ends everything that a client waits for, and everything that lasts only as long as the client is there.
    package func clientLeft(_ origin: Origin) {
        endWaiting(of: origin)
        forgetStartingRecordings(of: origin)
        if origin.door == .control { remotes.clientLeft(origin.client) }
        driver.handle(.clientLeft(origin.client))
    }

    func endWaiting(of origin: Origin) {
        graphAwaiting.clientLeft(origin)
        prober.clientLeft(origin)
        radio.clientLeft(origin)
        permissions.clientLeft(origin)
        fingerprints.clientLeft(origin)
        comparisons.clientLeft(origin)
        looks.clientLeft(origin)
        pictures.clientLeft(origin)
        library.clientLeft(origin)
        storedPlaylists.clientLeft(origin)
        cancellations.cancel(origin)
    }
}
