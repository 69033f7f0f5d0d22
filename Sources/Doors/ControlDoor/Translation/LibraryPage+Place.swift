import ControlProtocol
import JSON

extension Wire.LibraryPage {
    /// Returns the place to go on from; `nil` for the beginning.
    /// - Parameter read: makes a place of this list of a text; returns `nil` for any other text.
    /// - Throws: ``ControlError/Code/invalidParams`` if `after` is no place of this list. With the beginning in its stead, a client that
    ///   asks until nothing follows would ask for ever.
    func place<Place>(_ read: (String) -> Place?) throws(ControlError) -> Place? {
        guard let after else { return nil }
        guard let place = read(after) else {
            throw ControlError(
                .invalidParams, "\"after\" has to be the \"next\" of a part of the same list", details: ["parameter": "after"])
        }
        return place
    }
}
