/// Where a daemon runs, decided once at its start.
package struct DaemonOptions: Hashable, Sendable {
    /// The control socket to listen on, unless one is passed in.
    package var socketPath: String
    /// A listening socket that the service manager passed.
    package var passedSocket: Int32?
    /// Where the state is kept.
    package var stateDirectory: String
    /// Where what can be found out again is kept; `nil` for nowhere.
    package var cacheDirectory: String?
    /// The daemon's own version.
    package var version: String
    /// The environment: where the message buses are.
    package var environment: [String: String]

    package init(
        socketPath: String, passedSocket: Int32?, stateDirectory: String, cacheDirectory: String?, version: String,
        environment: [String: String]
    ) {
        self.socketPath = socketPath
        self.passedSocket = passedSocket
        self.stateDirectory = stateDirectory
        self.cacheDirectory = cacheDirectory
        self.version = version
        self.environment = environment
    }
}
