import Glibc
import Logging
import Remotes
import SystemSupport
import TLS

/// What is known of the certificate of the door for the network, for people.
struct DoorCertificate: Hashable, Sendable {
    /// What it says.
    let facts: CertificateFacts
    /// Whether the daemon has made it.
    let isOwn: Bool
    /// The file with its key.
    let keyFile: String
    /// Whether others than the user can read that file.
    let isKeyOpen: Bool
}

/// The certificate of the door for the network: the user's, or one of the daemon's own in the directory of its state, which nobody but the user
/// may read. Blocks on the disk: for the start and for reading the configuration again.
struct CertificateStore {
    /// The most bytes of a file: more than any chain of certificates has.
    private static let largestFile = 256 << 10

    private let directory: String
    private let logger: Logger

    init(directory: String, logger: Logger) {
        self.directory = directory
        self.logger = logger
    }

    private var path: String { "\(directory)/remote-tls.pem" }

    /// Reads a certificate; one of the daemon's own that is not there, damaged or not good any more is made anew.
    func load(
        _ source: CertificateSource, _ rule: OwnCertificateRule, at time: Int64
    ) throws(TLSError) -> (TLSCredentials, DoorCertificate) {
        switch source {
        case .own:
            let credentials = try own(rule, at: time)
            return (credentials, facts(of: credentials, isOwn: true, keyFile: path))
        case .files(let certificate, let key):
            guard !certificate.isEmpty else {
                throw TLSError(.file, "remote.key_file in the configuration needs remote.certificate_file")
            }
            let keyFile = key ?? certificate
            let (text, keyText) = (try read(certificate), try read(keyFile))
            do throws(TLSError) {
                let credentials = try TLSCredentials(certificate: text, key: keyText)
                return (credentials, facts(of: credentials, isOwn: false, keyFile: keyFile))
            } catch {
                if error.code == .libraryMissing { throw error }
                throw TLSError(error.code, "\(error.code == .badCertificate ? certificate : keyFile): \(error)")
            }
        }
    }

    private func facts(of credentials: TLSCredentials, isOwn: Bool, keyFile: String) -> DoorCertificate {
        var status = stat()
        let isOpen = stat(keyFile, &status) == 0 && status.st_mode & 0o077 != 0
        return DoorCertificate(facts: credentials.facts, isOwn: isOwn, keyFile: keyFile, isKeyOpen: isOpen)
    }

    private func read(_ path: String) throws(TLSError) -> [UInt8] {
        do throws(FileFailure) {
            return try RegularFile.read(path, atMost: Self.largestFile, followsLinks: true)
        } catch {
            throw TLSError(.file, "\(path) cannot be read: \(error)")
        }
    }

    private func own(_ rule: OwnCertificateRule, at time: Int64) throws(TLSError) -> TLSCredentials {
        let kept = try kept()
        if let (_, credentials) = kept {
            let facts = credentials.facts
            if rule.isGood(names: facts.names, addresses: facts.addresses, validUntil: facts.validUntil, at: time) {
                return credentials
            }
            logger.notice(
                """
                The door for the network gets another certificate: the last one ends soon, or lacks a name or an address. Clients that \
                know it by its fingerprint have to be paired again.
                """)
        }
        let (from, until) = OwnCertificateRule.validity(at: time)
        let text = try OwnCertificate.make(
            names: rule.names, addresses: rule.addresses, from: from, until: until, keyOf: kept?.text)
        try write(text)
        return try TLSCredentials(certificate: text, key: text)
    }

    /// What was made before; `nil` if that is nothing, or damaged.
    private func kept() throws(TLSError) -> (text: [UInt8], credentials: TLSCredentials)? {
        let text: [UInt8]
        do throws(FileFailure) {
            text = try RegularFile.read(path, atMost: Self.largestFile)
        } catch {
            if error.number == ENOENT { return nil }
            // The system may let us read it the next time: no descriptor is left, or the disk has trouble.
            guard error.isUnwanted else { throw TLSError(.file, "\(path) cannot be read: \(error)") }
            setAside("it cannot be read: \(error)")
            return nil
        }
        do throws(TLSError) {
            return (text, try TLSCredentials(certificate: text, key: text))
        } catch {
            guard [.badCertificate, .badKey, .keyOfAnother].contains(error.code) else { throw error }
            setAside("\(error)")
            return nil
        }
    }

    private func setAside(_ reason: String) {
        logger.error("\(path) is set aside, and another certificate is made: \(reason)")
        RegularFile.setAside(path)
    }

    private func write(_ text: [UInt8]) throws(TLSError) {
        do {
            try Directories.make(directory)
            var file = try NewFile(for: path)
            try file.write(text)
            try file.replace()
        } catch {
            throw TLSError(.file, "\(path) cannot be written: \(error)")
        }
    }
}
