/// How much later than the others one of several outputs may play.
package enum OutputDelay {
    /// In seconds: enough for a slow television beside a fast amplifier.
    package static let range = 0.0...2.0
}
