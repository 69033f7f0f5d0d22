/// What `setup --headless` does, for people.
enum HeadlessText {
    /// A sentence about a step, in the form of an order.
    static func step(_ step: HeadlessPlan.Step, _ user: String) -> String {
        switch step {
        case .makeUser(let home): "make the user \(user), with the home directory \(home)"
        case .join(let group): "take \(user) into the group \(group)"
        case .linger: "start the service manager of \(user) at boot, and now (loginctl enable-linger)"
        case .grantRealTime: "let the services of \(user) have real-time priority"
        case .write(let path, _): "write ~\(user)/\(path)"
        case .enable(let units): "have \(units.joined(separator: ", ")) begin with it"
        }
    }
}
