/// What a person types to bring about what is missing around the daemon, in one place for all that name it: the daemon, which says it to its
/// clients, and the client, where no daemon answers.
package enum Remedy {
    /// The sound server of this user runs.
    package static let soundServer = "systemctl --user enable --now pipewire.socket"
    /// The session manager of this user runs.
    package static let sessionManager = "systemctl --user enable --now wireplumber"
    /// The message bus of this user's session runs.
    package static let sessionBus = "\(PackageManager.installing(.sessionBus)), then log in again"
    /// The message bus of the machine runs.
    package static let systemBus = PackageManager.installing(.systemBus)
    /// The thread of the sound gets real-time priority. rtkit gives it only to people who are logged in at the machine.
    package static let realTime =
        "\(PackageManager.installing(.realTime)), then start fermatad anew; where nobody logs in: sudo fermata setup --headless --user NAME"
    /// This user may use the sound cards, also where nobody sits at the screen.
    package static let soundCards = "sudo usermod -aG audio \"$USER\", then start the machine again"
}
