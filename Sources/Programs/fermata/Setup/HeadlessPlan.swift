import SystemSupport

/// What has to be done so that a user's daemon plays at boot and with nobody logged in. A value: it is made of what is there, and only says what
/// to do.
struct HeadlessPlan: Hashable {
    /// What is there before.
    struct Facts: Hashable {
        /// The name of the user.
        var user: String
        /// The number of the user; `nil` if there is no such user.
        var number: UInt32?
        /// The home directory; `nil` if there is no such user.
        var home: String?
        /// The groups that the user is in.
        var groups: Set<String> = []
        /// The groups that the machine has.
        var allGroups: Set<String> = []
        /// Whether the user's service manager runs from boot on.
        var lingers = false
        /// Whether the user's services may have real-time priority.
        var hasRealTime = false
        /// The units of the programs that are needed and not installed.
        var missingUnits: [String] = []
        /// The text of the configuration that counts for the user; `nil` if there is none.
        var configuration: String?
        /// Which of the files that the plan writes are there, by their paths in the home directory.
        var files: Set<String> = []
    }

    /// One thing to do.
    enum Step: Hashable {
        /// Make the user, with a home directory.
        case makeUser(home: String)
        /// Take the user into a group.
        case join(group: String)
        /// Have the user's service manager run from boot on, and wait until it does.
        case linger
        /// Let the user's services have real-time priority, where no group has it: rtkit gives it only to people who are logged in at the
        /// machine.
        case grantRealTime
        /// Write a file, by its path in the home directory.
        case write(path: String, text: String)
        /// Have units begin with the user's service manager, and begin now.
        case enable(units: [String])

        /// Whether it counts only for a service manager that begins later.
        var needsBoot: Bool {
            switch self {
            case .join, .grantRealTime: true
            case .makeUser, .linger, .write, .enable: false
            }
        }
    }

    /// A machine on which it cannot be done, as a sentence with what helps.
    struct Refusal: Error, Hashable {
        let message: String
    }

    /// The name of the user that is made if nobody names one.
    static let standardUser = "fermata"
    /// The home directory of a user that is made.
    static func home(of user: String) -> String { "/var/lib/\(user)" }
    /// The units that play, in the order in which they begin.
    static let units = ["pipewire.socket", "pipewire.service", "wireplumber.service", "fermata.socket", "fermata.service"]
    /// The groups whose members may use the sound cards, and ask for real-time priority where the machine gives it to a group.
    static let groups = ["audio", realTimeGroup]
    /// The group to which PipeWire's own package gives real-time priority, on Debian for instance (limits.conf(5)).
    static let realTimeGroup = "pipewire"
    /// What the machine's service manager reads about the one of a user: a limit above the priorities that PipeWire asks for.
    static let realTime = "# Written by fermata setup --headless.\n[Service]\nLimitRTPRIO=95\nLimitNICE=-19\n"
    /// The place of that for the user with this number.
    static func realTimePath(_ number: UInt32) -> String {
        "/etc/systemd/system/user@\(number).service.d/50-fermata-headless.conf"
    }
    /// The place of the configuration in a home directory.
    static let configurationPath = ".config/fermata/config.toml"

    /// What WirePlumber reads so that it leaves Bluetooth to a user who does not sit at the machine: from 0.5 on, and before.
    static let bluetooth = [
        (
            path: ".config/wireplumber/wireplumber.conf.d/80-without-login.conf",
            text: "wireplumber.profiles = { main = { monitor.bluez.seat-monitoring = disabled } }\n"
        ),
        (
            path: ".config/wireplumber/bluetooth.lua.d/80-without-login.lua",
            text: "bluez_monitor.properties[\"with-logind\"] = false\n"
        ),
    ]

    /// What is left to do, in order.
    let steps: [Step]
    /// What a person should know, a sentence each.
    let notes: [String]

    /// - Parameter configuration: makes of the text of the configuration that counts one with which playback goes on after a boot; `nil` if it
    ///   already does.
    init(_ facts: Facts, configuration: (String) -> String?) throws(Refusal) {
        guard Self.isName(facts.user) else { throw Refusal(message: "'\(facts.user)' is no name of a user") }
        // Its home directory would be that of the records.
        guard Self.home(of: facts.user) != HeadlessRecord.directory else {
            throw Refusal(message: "'\(facts.user)' cannot play here: that name is taken for records; name another user")
        }
        guard facts.user != "root", facts.number != 0 else {
            throw Refusal(message: "root should not play: name another user with --user, or none, and 'fermata' is made")
        }
        guard facts.missingUnits.isEmpty else {
            throw Refusal(
                message: "these units are not installed: \(facts.missingUnits.joined(separator: ", ")); "
                    + "\(PackageManager.installing(.soundServer)), \(PackageManager.installing(.sessionBus)), and the package of Fermata"
            )
        }
        var (steps, notes): ([Step], [String]) = ([], [])
        if facts.home == nil { steps.append(.makeUser(home: Self.home(of: facts.user))) }
        for group in Self.groups where facts.allGroups.contains(group) && !facts.groups.contains(group) {
            steps.append(.join(group: group))
        }
        if let text = configuration(facts.configuration ?? "") {
            if facts.files.contains(Self.configurationPath) {
                notes.append(
                    "\(facts.user) has a configuration of its own, which stays: to go on playing after a boot, write restore = \"playing\" "
                        + "into its section [playback]")
            } else {
                steps.append(.write(path: Self.configurationPath, text: text))
            }
        }
        for file in Self.bluetooth where !facts.files.contains(file.path) {
            steps.append(.write(path: file.path, text: file.text))
        }
        if !facts.hasRealTime, !facts.allGroups.contains(Self.realTimeGroup) { steps.append(.grantRealTime) }
        if !facts.lingers { steps.append(.linger) }
        steps.append(.enable(units: Self.units))
        self.steps = steps
        self.notes = notes
    }

    /// Whether it can be the name of a user (useradd(8)): nothing that a path or a command would take for something else.
    static func isName(_ text: String) -> Bool {
        guard let first = text.utf8.first, (1...32).contains(text.utf8.count) else { return false }
        let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
        let capitals = UInt8(ascii: "A")...UInt8(ascii: "Z")
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        func isLetter(_ byte: UInt8) -> Bool { letters.contains(byte) || capitals.contains(byte) || byte == UInt8(ascii: "_") }
        return isLetter(first)
            && text.utf8.allSatisfy { isLetter($0) || digits.contains($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".") }
    }
}
