package import SystemSupport

/// Finds and reads the configuration file.
package struct ConfigurationFile: Equatable, Sendable {
    /// The path of the file in use; `nil` if there is none and the defaults apply.
    package let path: String?

    /// Finds the file: the explicit one, else the user's, else the system's, else none.
    ///
    /// - Parameters:
    ///   - explicit: the file that the command line names; it is used whether it exists or not.
    ///   - instance: the daemon that is configured, of several; `nil` for the one without a name. Each has a file of its own.
    ///   - environment: the process environment, for `XDG_CONFIG_HOME` and `HOME`.
    package init(explicit: String?, instance: InstanceName? = nil, environment: [String: String]) {
        self.init(explicit: explicit, instance: instance, environment: environment, exists: FileText.exists)
    }

    init(explicit: String?, instance: InstanceName? = nil, environment: [String: String], exists: (String) -> Bool) {
        path = explicit ?? Self.candidates(instance: instance, environment: environment).first(where: exists)
    }

    /// Returns the files to look for if the command line names none. The first that exists is used.
    package static func candidates(instance: InstanceName? = nil, environment: [String: String]) -> [String] {
        let name = instance?.configurationFile ?? "config.toml"
        return [configurationHome(environment).map { "\($0)/fermata/\(name)" }, "/etc/fermata/\(name)"].compactMap { $0 }
    }

    /// Returns the directory for configurations. By the rule of the XDG base directories, the variable counts only if it holds
    /// an absolute path.
    private static func configurationHome(_ environment: [String: String]) -> String? {
        if let home = environment["XDG_CONFIG_HOME"], home.hasPrefix("/") { return home }
        guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
        return "\(home)/.config"
    }

    /// Reads the current contents of the file. Blocks on the disk.
    ///
    /// - Throws: ``ConfigurationError``: the first mistake in the file, or why it cannot be read.
    package func load() throws(ConfigurationError) -> Configuration {
        guard let path else { return Configuration() }
        return try Configuration(parsing: FileText.read(path), file: path)
    }
}
