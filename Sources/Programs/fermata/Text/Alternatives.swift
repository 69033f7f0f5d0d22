extension [String] {
    /// The words as a choice for a person: "title, artist or album".
    var alternatives: String {
        guard count > 1, let last else { return first ?? "" }
        return dropLast().joined(separator: ", ") + " or " + last
    }
}
