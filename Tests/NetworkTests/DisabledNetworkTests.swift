import Media
import MediaTypes
import Testing

@testable import Network

@Suite("a network that the configuration turns off")
struct DisabledNetworkTests {
    @Test("no address is fetched, and a sentence names the key")
    func refused() throws {
        var configuration = NetworkConfiguration()
        configuration.isEnabled = false
        let address = try WebAddress("http://127.0.0.1:9/")
        let error = #expect(throws: MediaError.self) {
            _ = try NetworkSource(address, configuration, cancellation: CancellationToken())
        }
        #expect(error?.code == .notAllowed)
        #expect(error?.message.contains("network.enabled") == true)
    }
}
