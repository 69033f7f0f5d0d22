/// Which addresses a request may connect to. This keeps a stranger's redirect or playlist from reaching into the user's
/// own network.
package enum NetworkReach: Hashable, Sendable {
    /// Every address: for what the user has named, and for what a host in a private network names in turn.
    case everywhere
    /// Public addresses only: for what a public host has named.
    case publicOnly

    /// Returns the reach of what a host names. `isPrivate` is whether the host has a private address, `allowsPrivate`
    /// whether the user lets public hosts name such addresses.
    package func after(isPrivate: Bool, allowsPrivate: Bool) -> NetworkReach {
        isPrivate || allowsPrivate ? self : .publicOnly
    }

    /// Returns whether a request may connect to an address that is private or not.
    package func allows(isPrivate: Bool) -> Bool { !isPrivate || self == .everywhere }
}
