import Media
import MediaTypes
import Testing

@testable import Network

@Suite("Addresses of the network")
struct AddressTests {
    @Test(
        "are taken apart, and what a request line cannot hold is escaped",
        arguments: [
            ("http://Example.org", "http://example.org/"), ("HTTPS://example.org:443/a b.mp3", "https://example.org/a%20b.mp3"),
            ("http://h:8000/live;?x=1#now", "http://h:8000/live;?x=1"), ("http://u:p@h/x", "http://h/x"),
            ("http://[::1]:80/x", "http://[::1]/x"), ("http://h/a/./b/../c", "http://h/a/c"), ("http://h/ü", "http://h/%C3%BC"),
            ("http://h/a\r\nX: y", "http://h/a%0D%0AX:%20y"), ("http://h?q", "http://h/?q"),
            ("http://Bücher.example:81/x", "http://xn--bcher-kva.example:81/x"), ("http://u:p@faß.de", "http://xn--fa-hia.de/"),
            ("http://bu\u{308}cher.example", "http://xn--bcher-kva.example/"),
            ("http://例え。テスト/", "http://xn--r8jz45g.xn--zckzah/"),
        ])
    func taken(_ text: String, normal: String) throws { #expect(try WebAddress(text).text == normal) }

    @Test("keep user and password apart, decoded")
    func credentials() throws {
        let address = try WebAddress("http://user:p%40ss@h/x")
        #expect(address.credentials == "user:p@ss")
    }

    @Test(
        "end their parts at a delimiter with a mark above it, too, which makes one character of both",
        arguments: [
            ("http://h/#\u{33C}x", "http://h/"), ("http://u//#\u{33C}x", "http://u//"),
            ("http://h/a?\u{33C}b", "http://h/a?%CC%BCb"), ("http://u:\u{33C}p@h/\u{33C}x", "http://h/%CC%BCx"),
            ("http://h?\u{33C}", "http://h/?%CC%BC"),
        ])
    func marks(_ text: String, normal: String) throws { #expect(try WebAddress(text).text == normal) }

    @Test(
        "show no password with a mark above a delimiter",
        arguments: ["@\u{30C}h/", "\u{30C}@\u{30C}\u{30C}h/", "@\u{30C}*/", "@h/@\u{30C}"])
    func markedPassword(rest: String) {
        for scheme in ["http:", "https:\u{30C}", "ftp:"] {
            let text = "\(scheme)//user:secret\(rest)"
            #expect(!MediaAddress.shown(text).contains("secret"), "\(text)")
            let error = #expect(throws: MediaError.self) { _ = try MediaLocation(uri: text) }
            #expect(error?.message.contains("secret") == false)
        }
    }

    @Test("keep the user's name from a password that begins with a mark")
    func markedColon() throws {
        let address = try WebAddress("http://user:\u{33C}secret@h/x")
        #expect(address.location == "http://user:%CC%BCsecret@h/x")
        #expect(WebAddress.userAndPassword(try #require(address.credentials)).user == "user")
    }

    @Test("are told by their scheme alone, so that what follows is looked at where it is understood")
    func scheme() {
        for text in ["http:", "HTTPS:", "http://h/x"] { #expect(MediaAddress.isWeb(text)) }
        for text in ["http", "/http:", "httpx://h", ""] { #expect(!MediaAddress.isWeb(text)) }
    }

    @Test(
        "are refused where they are none",
        arguments: [
            "file:///etc/passwd", "ftp://h/x", "concat:http://h/x", "http:/x", "http://", "http://h:0/", "http://h:99999/",
            "http://a b/", "http://h\u{0}/", "//h/x", "crypto+http://h/x", "http://[::1/", "data:audio/wav,x",
            "http://ex\u{FFFF}mple.org/", "http:",
        ])
    func refused(_ text: String) {
        let error = #expect(throws: MediaError.self) { try WebAddress(text) }
        #expect(error?.code == .notAllowed)
    }

    @Test(
        "that are relative belong to the document",
        arguments: [
            ("seg1.ts", "http://h/a/seg1.ts"), ("/x", "http://h/x"), ("../x", "http://h/x"), ("../../../x", "http://h/x"),
            ("?b", "http://h/a/list?b"), ("//other/x", "http://other/x"), ("https://other/x", "https://other/x"),
            ("a/b:c", "http://h/a/a/b:c"), ("#f", "http://h/a/list?q"),
        ])
    func relative(_ reference: String, _ result: String) throws {
        #expect(try WebAddress("http://u:p@h/a/list?q").resolving(reference).text == result)
    }

    @Test("lead no password to another host")
    func noPassword() throws {
        let address = try WebAddress("http://u:p@h/a")
        #expect(try address.resolving("http://other/x").credentials == nil)
        #expect(try address.resolving("//other/x").credentials == nil)
        #expect(try address.resolving("https://h/x").credentials == nil)
        #expect(try address.resolving("http://h:81/x").credentials == nil)
        #expect(try address.resolving("/x").credentials == "u:p")
        #expect(try address.resolving("http://h/x").credentials == "u:p")
        #expect(try address.resolving("http://v:q@h/x").credentials == "v:q")
    }

    @Test(
        "of this machine and of private networks are told from public ones",
        arguments: [
            ("127.0.0.1", true), ("10.1.2.3", true), ("172.31.0.1", true), ("172.32.0.1", false), ("192.168.0.1", true),
            ("169.254.169.254", true), ("100.64.0.1", true), ("0.0.0.0", true), ("224.0.0.1", true), ("255.255.255.255", true),
            ("93.184.216.34", false), ("8.8.8.8", false), ("::1", true), ("::", true), ("fe80::1", true), ("fd00::1", true),
            ("::ffff:127.0.0.1", true), ("::ffff:8.8.8.8", false), ("64:ff9b::7f00:1", true), ("2002:7f00:1::", true),
            ("2606:4700::1111", false), ("64:ff9b:1::808:808", true), ("2001:0:4136:e378:8000:63bf:3fff:fdd2", true),
            ("2001:4860:4860::8888", false), ("::127.0.0.1", true), ("::8.8.8.8", false), ("2130706433", true), ("0x7f.1", true),
        ])
    func privateAddresses(_ text: String, _ isPrivate: Bool) {
        #expect(HostAddress(numeric: text)?.isPrivate == isPrivate)
    }

    @Test("that a public host names may not be private, unless it is allowed")
    func reach() {
        let named = NetworkReach.everywhere.after(isPrivate: false, allowsPrivate: false)
        #expect(!named.allows(isPrivate: true) && named.allows(isPrivate: false))
        #expect(named.after(isPrivate: true, allowsPrivate: false) == .publicOnly)
        #expect(NetworkReach.everywhere.after(isPrivate: true, allowsPrivate: false).allows(isPrivate: true))
        #expect(NetworkReach.everywhere.after(isPrivate: false, allowsPrivate: true).allows(isPrivate: true))
    }
}
