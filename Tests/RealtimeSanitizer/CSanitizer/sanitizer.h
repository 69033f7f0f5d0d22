// RealtimeSanitizer's runtime: between these two calls it ends the program at the first allocation, lock or blocking call
// of this thread. Clang inserts them for [[clang::nonblocking]] functions; Swift has no such attribute.
#pragma once

void __rtsan_realtime_enter(void);
void __rtsan_realtime_exit(void);
