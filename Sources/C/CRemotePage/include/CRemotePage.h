// The files of the remote control for browsers, as they are in `page`. They are part of the program, so that it finds them wherever it is
// installed, and needs no descriptor for them.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// One file of the page. All of it lasts as long as the program.
struct fermata_page_file {
    /// The name in the address, without the slash.
    const char *_Nonnull name;
    /// The media type.
    const char *_Nonnull type;
    /// The bytes.
    const uint8_t *_Nonnull bytes;
    /// How many they are.
    size_t length;
};

/// Returns the file at an index, or a file of which `name` is empty if there are fewer.
struct fermata_page_file fermata_page_file_at(size_t index);
