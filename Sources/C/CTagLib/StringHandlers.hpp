// The texts of tags that do not state their encoding, or state the wrong one.
#pragma once

/// Has TagLib decode ID3 texts that are called Latin-1, ID3 version 1 and the INFO list of RIFF with the function that was given to
/// `fermata_tags_set_decoder`, for all threads and for good.
void install_string_handlers();
