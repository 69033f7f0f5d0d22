import Remotes
import SystemSupport
import TLS

/// How the door for the network is. A value.
struct RemoteDoorState: Hashable, Sendable {
    /// Where browsers can connect; none for a door that is closed.
    var addresses: [String] = []
    /// The certificate in use; `nil` without TLS.
    var certificate: DoorCertificate?
    /// Why it is closed, or why it does not use the certificate that it is to use, as a sentence.
    var problem: String?
}

// What is said about the door for the network.
extension Surroundings {
    /// A certificate of the user's that is valid for less than that is told: whoever renews it has had the time, in seconds.
    private static let leastOfFiles: Int64 = 14 * 86_400

    var remoteFinding: Finding {
        if let problem = remote.problem {
            let loss = remote.addresses.isEmpty ? "browsers cannot connect" : "the last certificate is used on"
            return Finding(
                .remote, remote.addresses.isEmpty ? .fault : .warning, "\(loss): \(problem)",
                remedy: "mend that, then fermata reload")
        }
        guard !remote.addresses.isEmpty else {
            return Finding(.remote, .off, "browsers cannot connect; docs/remote.md says how they can")
        }
        let places = "browsers can connect to \(remote.addresses.joined(separator: ", "))"
        if let certificate = remote.certificate, let finding = finding(about: certificate) { return finding }
        if let publishingAbsence, daemon.mpdAddresses.isEmpty {
            return Finding(
                .remote, .warning, "\(places), but other machines do not find it by themselves: \(publishingAbsence.reason)",
                remedy: (publishingAbsence.isRefusal ? "another remote.publish_name" : PackageManager.installing(.discovery))
                    + ", or remote.publish = false in the configuration")
        }
        guard let certificate = remote.certificate else { return Finding(.remote, .good, "\(places), without TLS") }
        let print = Fingerprint.shown(certificate.facts.fingerprint)
        return Finding(.remote, .good, "\(places); the fingerprint of the certificate (SHA-256) is \(print)")
    }

    private func finding(about certificate: DoorCertificate) -> Finding? {
        if certificate.isKeyOpen {
            return Finding(
                .remote, .warning, "others can read the key of the door for the network, \(certificate.keyFile)",
                remedy: "chmod 600 \(certificate.keyFile)")
        }
        let least = certificate.isOwn ? OwnCertificateRule.leastLeft : Self.leastOfFiles
        guard certificateSecondsLeft < least else { return nil }
        let days = certificateSecondsLeft / 86_400
        let message =
            certificateSecondsLeft <= 0
            ? "the certificate of the door for the network is not valid any more"
            : "the certificate of the door for the network is valid for \(days) days only"
        return Finding(
            .remote, certificateSecondsLeft <= 0 ? .fault : .warning, message,
            remedy: certificate.isOwn ? "fermata reload, which makes another one" : "renew it, then fermata reload")
    }
}

/// The fingerprint of a certificate for people.
enum Fingerprint {
    /// Returns it as browsers show it: pairs of digits.
    static func shown(_ digits: String) -> String {
        stride(from: 0, to: digits.utf8.count, by: 2).map { String(digits.dropFirst($0).prefix(2)).uppercased() }
            .joined(separator: ":")
    }
}
