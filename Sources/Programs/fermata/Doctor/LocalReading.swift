/// What the client itself sees around it, whether or not a daemon answers. A value without a rule.
struct LocalReading: Hashable {
    /// Where the sockets of this user are.
    enum RuntimeDirectory: Hashable {
        case good
        /// `XDG_RUNTIME_DIR` is not set.
        case unset
        /// Why the directory cannot be used, as part of a sentence.
        case unusable(path: String, reason: String)
    }

    /// Whether somebody listens on a socket.
    enum Listener: Hashable {
        case answers
        /// Why not, as part of a sentence.
        case absent(path: String, reason: String)
    }

    /// Whether the daemon answers.
    enum Daemon: Hashable {
        case answers(version: String)
        /// Why not, as a sentence.
        case absent(String)
        /// It takes connections, and has not answered within this many seconds.
        case hangs(seconds: Int)
    }

    /// What the user's service manager says of the daemon's units.
    struct Units: Hashable {
        /// The name without an ending, as in `fermata` or `fermata@kitchen`.
        var name = "fermata"
        var isInstalled = false
        /// Whether somebody has forbidden that it begins.
        var isMasked = false
        /// Whether the socket or the service begins with the user's manager.
        var isEnabled = false
        /// Whether the socket listens.
        var hasSocket = false
        /// Whether the manager has given the service up.
        var hasFailed = false
        /// The last line that the service has logged as an error; `nil` if there is none.
        var lastError: String?
    }

    /// Whether the user's service manager answers.
    enum Manager: Hashable {
        /// The daemon that is meant is not the service manager's.
        case unasked
        case absent
        case answers(Units)
    }

    /// What may be done with the sound cards.
    enum Cards: Hashable {
        case usable
        /// The machine has none that the kernel knows.
        case none
        /// They belong to somebody else.
        case locked
    }

    var runtimeDirectory = RuntimeDirectory.good
    var daemon = Daemon.absent("no daemon answers")
    /// The version of this program.
    var version = ""
    /// What is wrong with the configuration of a daemon that does not run; `nil` if nothing is.
    var mistake: String?
    var manager = Manager.unasked
    /// Whether the user's service manager runs while nobody is logged in; `nil` if nobody knows.
    var lingers: Bool?
    var pipewire = Listener.answers
    var sessionBus = Listener.answers
    var cards = Cards.usable
}
