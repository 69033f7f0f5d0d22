import Testing

@testable import PlayerModel

@Suite("The announced item")
struct AnnouncedItemTests {
    @Test("an item is announced once, and again after another item or a stop")
    func once() {
        var announced = AnnouncedItem()
        #expect(announced.announce(1) && !announced.announce(1))
        #expect(announced.announce(2) && announced.announce(1))
        announced.forget()
        #expect(announced.announce(1) == true)
    }
}
