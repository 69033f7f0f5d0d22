import Testing

@testable import TLS

@Suite("Certificates of the daemon's own")
struct OwnCertificateTests {
    private let now: Int64 = 1_800_000_000

    @Test("a certificate has its names, addresses and time, and its key fits")
    func made() throws {
        let names = ["kitchen", "kitchen.local", "music_room.home", "localhost"]
        let addresses: [[UInt8]] = [[192, 168, 1, 5], [UInt8](repeating: 0, count: 15) + [1]]
        let text = try OwnCertificate.make(names: names, addresses: addresses, from: now, until: now + 86_400)
        let facts = try TLSCredentials(certificate: text, key: text).facts
        #expect(facts.names == names && facts.addresses == addresses && facts.validUntil == now + 86_400)
        #expect(facts.fingerprint.utf8.count == 64 && facts.fingerprint.allSatisfy(\.isHexDigit))
        let other = try OwnCertificate.make(names: names, addresses: addresses, from: now, until: now + 86_400)
        #expect(try TLSCredentials(certificate: other, key: other).facts.fingerprint != facts.fingerprint)
    }

    @Test("a certificate that follows another one keeps its key")
    func kept() throws {
        let first = try OwnCertificate.make(names: ["a"], addresses: [], from: now, until: now + 86_400)
        let second = try OwnCertificate.make(names: ["b"], addresses: [], from: now, until: now + 86_400, keyOf: first)
        #expect(first != second)
        #expect(try TLSCredentials(certificate: first, key: second).facts.names == ["a"])
    }

    @Test("a key of another certificate, a text without either and garbage are told apart")
    func refused() throws {
        let first = try OwnCertificate.make(names: ["a"], addresses: [], from: now, until: now + 86_400)
        let second = try OwnCertificate.make(names: ["a"], addresses: [], from: now, until: now + 86_400)
        func code(_ certificate: [UInt8], _ key: [UInt8]) -> TLSError.Code? {
            do throws(TLSError) {
                _ = try TLSCredentials(certificate: certificate, key: key)
                return nil
            } catch {
                return error.code
            }
        }
        #expect(code(first, second) == .keyOfAnother)
        let begin = String(decoding: first, as: UTF8.self).range(of: "-----BEGIN CERTIFICATE")
        let certificate = Array(first[begin...])
        #expect(code(certificate, certificate) == .badKey)
        #expect(code([], first) == .badCertificate && code(Array("garbage".utf8), first) == .badCertificate)
        #expect(code(first, Array("garbage".utf8)) == .badKey)
    }
}

extension String {
    /// Where a text begins, in bytes; the end if it is not there.
    fileprivate func range(of text: String) -> Int {
        let (own, other) = (Array(utf8), Array(text.utf8))
        return own.indices.first { own[$0...].starts(with: other) } ?? own.count
    }
}
