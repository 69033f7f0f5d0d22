/// Where the configuration is looked for, and how it is read from there.
package struct ConfigurationFile: Equatable, Sendable {
    /// The file in use; nil where there is none and the defaults hold.
    package let path: String?

    /// Finds the file: the one asked for, else the user's, else the system's, else none.
    ///
    /// - Parameters:
    ///   - explicit: the file that the command line names; it is used whether it exists or not.
    ///   - environment: the process environment, for `XDG_CONFIG_HOME` and `HOME`.
    package init(explicit: String?, environment: [String: String]) {
        self.init(explicit: explicit, environment: environment, exists: FileText.exists)
    }

    init(explicit: String?, environment: [String: String], exists: (String) -> Bool) {
        path = explicit ?? Self.candidates(environment: environment).first(where: exists)
    }

    /// The files that are looked for without one being named, the first that exists is used.
    package static func candidates(environment: [String: String]) -> [String] {
        [configurationHome(environment).map { "\($0)/fermata/config.toml" }, "/etc/fermata/config.toml"].compactMap { $0 }
    }

    /// The XDG base directory rule: the variable counts only if it holds an absolute path.
    private static func configurationHome(_ environment: [String: String]) -> String? {
        if let home = environment["XDG_CONFIG_HOME"], home.hasPrefix("/") { return home }
        guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
        return "\(home)/.config"
    }

    /// Reads the file as it is now. Blocks on the disk.
    ///
    /// - Throws: the first mistake in the file, or that it cannot be read.
    package func load() throws(ConfigurationError) -> Configuration {
        guard let path else { return Configuration() }
        return try Configuration(parsing: FileText.read(path), file: path)
    }
}
