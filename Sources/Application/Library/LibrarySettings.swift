/// The library's part of the configuration.
package struct LibrarySettings: Hashable, Sendable {
    /// The directories of music: absolute paths. Without any, there is no library.
    package var directories: [String] = []
    /// Whether the library is brought up to date when the daemon starts.
    package var scansAtStart = true
    /// A sentence about a value of the configuration that is not used; `nil` if all are.
    package var problem: String?

    /// Makes settings without a library.
    package init() {}
}
