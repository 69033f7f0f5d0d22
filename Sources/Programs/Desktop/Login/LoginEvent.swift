/// An event that the login manager reports.
package enum LoginEvent: Equatable, Sendable {
    /// The machine is about to sleep. If `isDelayed`, it waits for ``DesktopBus/releaseSleepDelay()``, at most five seconds,
    /// unless the system is set up differently (`logind.conf(5)`, `InhibitDelayMaxSec=`).
    case willSleep(isDelayed: Bool)
    /// The machine is awake again, or did not sleep after all.
    case didWake
    /// The login manager refuses to let us delay sleep; the text says why. We ask again after the next sleep.
    case delayRefused(String)
    /// The login manager refuses to keep the machine awake while nobody uses it; the text says why.
    case idleLockRefused(String)
}
