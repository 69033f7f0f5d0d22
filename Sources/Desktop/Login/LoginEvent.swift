/// What the login manager tells.
package enum LoginEvent: Equatable, Sendable {
    /// The machine is about to sleep. If `isDelayed`, it waits for ``DesktopBus/releaseSleepDelay()``, but not for ever: five
    /// seconds, unless the system is set up differently (`logind.conf(5)`, `InhibitDelayMaxSec=`).
    case willSleep(isDelayed: Bool)
    /// The machine is awake again, or did not sleep after all.
    case didWake
    /// The login manager does not let sleep be delayed, and why. Asked again after the next sleep.
    case delayRefused(String)
}
