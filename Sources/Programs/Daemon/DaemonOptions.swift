package import SystemSupport

/// The paths and the environment of a daemon, fixed at its start.
package struct DaemonOptions: Hashable, Sendable {
    /// The path of the control socket to listen on, unless ``passedSocket`` is there.
    package var socketPath: String
    /// A listening socket that the service manager passed.
    package var passedSocket: Int32?
    /// The listening sockets for clients of MPD that the service manager passed.
    package var passedMPDSockets: [Int32]
    /// The directory for the state.
    package var stateDirectory: String
    /// The directory for everything that can be found out again; `nil` for none.
    package var cacheDirectory: String?
    /// The name of this daemon, of several; `nil` for the one without a name.
    package var instance: InstanceName?
    /// The daemon's own version.
    package var version: String
    /// The environment, which says where the message buses are.
    package var environment: [String: String]

    package init(
        socketPath: String, passedSocket: Int32?, passedMPDSockets: [Int32] = [], stateDirectory: String, cacheDirectory: String?,
        instance: InstanceName? = nil, version: String,
        environment: [String: String]
    ) {
        self.socketPath = socketPath
        self.passedSocket = passedSocket
        self.passedMPDSockets = passedMPDSockets
        self.stateDirectory = stateDirectory
        self.cacheDirectory = cacheDirectory
        self.instance = instance
        self.version = version
        self.environment = environment
    }
}
