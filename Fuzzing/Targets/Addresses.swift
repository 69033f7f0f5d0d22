import MediaTypes

@testable import Media
@testable import Network

extension FuzzTarget {
    /// An address, a reference that a list or a redirect makes from there, and where both may lead.
    static let addresses = FuzzTarget("addresses", atMost: 512) { bytes in
        var invention = Invention(bytes)
        let text = String(decoding: invention.line(), as: UTF8.self)
        let reference = String(decoding: invention.line(), as: UTF8.self)
        _ = try? MediaLocation(uri: text)
        guard let address = try? WebAddress(text) else { return }
        check(address)
        // What is shown is the address again, but for its credentials.
        guard let again = try? WebAddress(address.text) else { fatalError("\(address.text) is no address") }
        precondition(again.text == address.text, "\(again.text) was \(address.text)")
        if let next = try? address.resolving(reference) { check(next) }
    }

    private static func check(_ address: WebAddress) {
        precondition(!address.host.isEmpty && address.port > 0)
        precondition(address.text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F }, "a request would end in \(address.text)")
    }

    /// An address with a password in it: nothing that is shown of it, or said about it, has the password.
    static let shown = FuzzTarget("shown", atMost: 512) { bytes in
        var invention = Invention(bytes)
        let scheme = invention.pick(["http:", "https:", "HTTP:", "hTTpS:"])
        // Scalars, as a mark behind one of these makes another character of it.
        let name = String(decoding: invention.line(), as: UTF8.self).unicodeScalars
        let user = String(name.filter { !"/?#@".unicodeScalars.contains($0) })
        let more = String(decoding: invention.line(), as: UTF8.self)
        let place = String(decoding: invention.line(), as: UTF8.self)
        let reference = String(decoding: invention.rest(), as: UTF8.self)
        // A path may be called so.
        guard ![user, more, place, reference].contains(where: { $0.contains(password) }) else { return }
        let text = "\(scheme)//\(user):\(password)\(more)@\(place)"
        check(MediaAddress.shown(text), shownOf: text)
        do throws(MediaError) {
            _ = try MediaLocation(uri: text)
        } catch {
            check(error.message, shownOf: text)
        }
        do throws(MediaError) {
            let address = try WebAddress(text)
            check(address.text, shownOf: text)
            let next = try address.resolving(reference)
            check(next.text, shownOf: text)
            // It goes along to its own host, and nowhere else.
            let isSame = (next.isSecure, next.host, next.port) == (address.isSecure, address.host, address.port)
            precondition(isSame || !next.location.contains(password), "\(text) sends its password to \(next.location)")
        } catch {
            check(error.message, shownOf: text)
        }
    }

    /// No port, so that what follows a host's name cannot be one.
    private static let password = "hunter2"

    private static func check(_ shown: String, shownOf text: String) {
        precondition(!shown.contains(password), "\(shown) is shown of \(text)")
    }

    /// The policy: addresses of hosts as bytes.
    static let hosts = FuzzTarget("hosts", atMost: 17) { bytes in
        guard bytes.count >= 4 else { return }
        let four = HostAddress(Array(bytes.prefix(4)))
        guard bytes.count >= 16 else { return }
        let sixteen = HostAddress(Array(bytes.prefix(16)))
        // Written as IPv6 (mapped and translated) an address is as private as it is by itself.
        let mapped = HostAddress([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF] + four.bytes)
        let translated = HostAddress([0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0] + four.bytes)
        precondition(mapped.isPrivate == four.isPrivate && translated.isPrivate == four.isPrivate)
        for isPrivate in [four.isPrivate, sixteen.isPrivate] {
            let reach = NetworkReach.everywhere.after(isPrivate: isPrivate, allowsPrivate: false)
            precondition(isPrivate || !reach.allows(isPrivate: true), "a public host leads into the private network")
        }
    }
}
