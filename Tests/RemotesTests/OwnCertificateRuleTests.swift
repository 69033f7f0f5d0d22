import Testing

@testable import Remotes

@Suite("Which certificate of its own a daemon uses")
struct OwnCertificateRuleTests {
    private let now: Int64 = 1_800_000_000

    @Test("it has the machine's names, also in its own network, those of the configuration, and the addresses that stay")
    func names() {
        let rule = OwnCertificateRule(
            names: ["Study.example.org", "music.home", "attic", "not a name", "", ".x"],
            addresses: [[0, 0, 0, 0], [192, 168, 1, 5], [UInt8](repeating: 0, count: 16)])
        #expect(
            rule.names == [
                "study.example.org", "study", "study.local", "music.home", "attic", "attic.local", "localhost",
            ])
        #expect(rule.addresses == [[192, 168, 1, 5]])
        #expect(OwnCertificateRule(names: [], addresses: []).names == ["localhost"])
        #expect(OwnCertificateRule(names: (0..<1_000).map { "a\($0)" }, addresses: []).names.count <= 66)
    }

    @Test("it does as long as it has all names and addresses and does not end soon; more of them do no harm")
    func good() {
        let rule = OwnCertificateRule(names: ["a"], addresses: [[10, 0, 0, 1]])
        let (from, until) = OwnCertificateRule.validity(at: now)
        #expect(from < now && until - from <= 825 * 86_400)
        func isGood(_ names: [String], _ addresses: [[UInt8]], at time: Int64) -> Bool {
            rule.isGood(names: names, addresses: addresses, validUntil: until, at: time)
        }
        #expect(isGood(rule.names + ["more"], rule.addresses + [[10, 0, 0, 2]], at: now))
        #expect(!isGood(Array(rule.names.dropFirst()), rule.addresses, at: now) && !isGood(rule.names, [], at: now))
        #expect(isGood(rule.names, rule.addresses, at: until - OwnCertificateRule.leastLeft))
        #expect(!isGood(rule.names, rule.addresses, at: until - OwnCertificateRule.leastLeft + 1))
        // A clock that was ahead.
        #expect(isGood(rule.names, rule.addresses, at: from - 86_400))
    }
}
