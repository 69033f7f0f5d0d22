package import Desktop
package import MessageBus

// The message buses, for doors that are objects on them.
extension Application {
    /// Adds an object that uses the connection to the session bus, before ``start(_:environment:restoring:)``. It is made, used
    /// and freed on the bus thread.
    package func addBusGuest(_ guest: @escaping DesktopBus.Guest) { driver.addGuest(guest) }

    /// Has the object of this type do something, on the bus thread, after earlier orders. Does nothing before the start and
    /// after the end.
    package func post<Participant: BusParticipant & SendableMetatype>(
        to type: Participant.Type, _ order: @escaping @Sendable (Participant) -> Void
    ) {
        driver.post(to: type, order)
    }
}
