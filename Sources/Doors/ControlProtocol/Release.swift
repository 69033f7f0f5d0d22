/// The release of the daemon and the client, which are released together.
public enum Release {
    /// The version of the release, as [Semantic Versioning](https://semver.org) defines it. The protocol has its own version.
    public static let version = "0.1.0"
}
