/// Daemon and client, which are released together.
package enum Release {
    /// Its version, as [Semantic Versioning](https://semver.org) has it. The protocol has one of its own.
    package static let version = "0.1.0"
}
