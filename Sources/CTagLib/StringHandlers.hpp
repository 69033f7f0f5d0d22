// The texts of tags that do not state their encoding, or state the wrong one.
#pragma once

/// Has TagLib decode ID3 texts that are called Latin-1, ID3 version 1 and the INFO list of RIFF as UTF-8 where they are valid
/// UTF-8, and else as Windows-1252, for all threads and for good.
void install_string_handlers();
