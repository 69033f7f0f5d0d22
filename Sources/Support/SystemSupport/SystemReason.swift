import Glibc

/// Returns the system's words for an error number, such as "No such file or directory". Any thread.
package func systemReason(_ number: CInt = errno) -> String {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { words -> String in
        guard let start = words.baseAddress, unsafe strerror_r(number, start, words.count) == 0 else { return "error \(number)" }
        return unsafe String(cString: start)
    }
}
