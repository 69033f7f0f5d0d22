import Glibc

/// What installs packages on a distribution, as far as this project knows how it is called and what the packages are.
package enum PackageManager: String, CaseIterable, Sendable {
    case apt, dnf, pacman, zypper

    /// What may be missing around the daemon.
    package enum Part: CaseIterable, Sendable {
        /// PipeWire and its session manager.
        case soundServer
        /// The message bus of a user's session.
        case sessionBus
        /// The message bus of the machine.
        case systemBus
        /// What gives threads real-time priority.
        case realTime
        /// What has other machines find this one's services.
        case discovery
        /// What makes pictures that cameras read.
        case pairingPicture

        /// What it is called where nobody knows the packages.
        fileprivate var name: String {
            switch self {
            case .soundServer: "pipewire and wireplumber"
            case .sessionBus: "D-Bus with the bus of a user's session"
            case .systemBus: "D-Bus"
            case .realTime: "rtkit"
            case .discovery: "Avahi"
            case .pairingPicture: "libqrencode"
            }
        }
    }

    /// Reads what `os-release` says of a distribution: what it is, and what it is like, the nearest first.
    /// - Parameter text: the text of the file.
    /// - Returns: `nil` for one that this project does not know.
    package init?(osRelease text: String) {
        var values: [String: String] = [:]
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { continue }
            values[String(parts[0])] = parts[1].filter { $0 != "\"" && $0 != "'" }
        }
        let names = [values["ID"] ?? ""] + (values["ID_LIKE"] ?? "").split(separator: " ").map(String.init)
        guard let found = names.lazy.compactMap({ Self.byDistribution[$0] }).first else { return nil }
        self = found
    }

    private static let byDistribution: [String: PackageManager] = [
        "debian": .apt, "ubuntu": .apt, "fedora": .dnf, "rhel": .dnf, "arch": .pacman, "suse": .zypper, "opensuse": .zypper,
    ]

    /// That of this machine, which is looked for once.
    package static let here: PackageManager? = ["/etc/os-release", "/usr/lib/os-release"].lazy.compactMap(text).first
        .flatMap(PackageManager.init(osRelease:))

    /// What a person types to install a part.
    /// - Parameter manager: that of the distribution; `nil` if nobody knows it.
    package static func installing(_ part: Part, with manager: PackageManager? = here) -> String {
        guard let manager, let packages = manager.packages(of: part) else { return "install \(part.name)" }
        return "sudo \(manager.rawValue) \(manager == .pacman ? "-S" : "install") \(packages)"
    }

    /// The names of the packages; `nil` if nobody knows them.
    private func packages(of part: Part) -> String? {
        switch (part, self) {
        case (.soundServer, _): "pipewire wireplumber"
        case (.realTime, _): "rtkit"
        case (.discovery, .apt): "avahi-daemon"
        case (.discovery, _): "avahi"
        case (.pairingPicture, .apt), (.pairingPicture, .zypper): "libqrencode4"
        case (.pairingPicture, .dnf): "qrencode-libs"
        case (.pairingPicture, .pacman): "qrencode"
        case (.sessionBus, .apt): "dbus-user-session"
        case (.systemBus, .apt), (.sessionBus, .pacman), (.systemBus, .pacman): "dbus"
        case (.sessionBus, .dnf), (.systemBus, .dnf): "dbus-broker"
        case (.sessionBus, .zypper), (.systemBus, .zypper): nil
        }
    }

    /// The beginning of a file; `nil` if there is none.
    private static func text(_ path: String) -> String? {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 1 << 14)
        let count = unsafe read(descriptor, &bytes, bytes.count)
        return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
    }
}
