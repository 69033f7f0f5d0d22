/// The settings of announcements.
package struct AnnouncementSettings: Hashable, Sendable {
    /// The longest time to open an announcement, and the longest time that one is heard, in seconds.
    package var limitSeconds = 60.0
    /// The length of a fade in seconds; 0 for none.
    package var fadeSeconds = 0.01
    /// Whether an announcement ends when the private output is lost that plays it.
    package var isGuarded = true

    /// Makes the default settings.
    package init() {}
}
