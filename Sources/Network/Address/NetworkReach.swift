/// Which addresses may be gone to: what keeps a stranger's redirect or playlist from reaching into the user's own network.
package enum NetworkReach: Hashable, Sendable {
    /// Everything: what the user asked for by name, and what lies in the same private network.
    case everywhere
    /// Public addresses only: what a public host named.
    case publicOnly

    /// The reach of what a host with an address like this names.
    func after(isPrivate: Bool, allowsPrivate: Bool) -> NetworkReach {
        isPrivate || allowsPrivate ? self : .publicOnly
    }

    /// Whether an address like this may be gone to.
    func allows(isPrivate: Bool) -> Bool { !isPrivate || self == .everywhere }
}
