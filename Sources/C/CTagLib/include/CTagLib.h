// TagLib, a C++ library, behind functions that Swift can call. No exception leaves them.
#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// How reading a file has ended.
enum fermata_tags_result {
    fermata_tags_read_whole = 0,
    /// TagLib does not know the kind of file.
    fermata_tags_unsupported = 1,
    /// TagLib gave up: usually for want of memory, because the file states impossible sizes.
    fermata_tags_failed = 2,
};

/// What a file states about its sound; 0 where it does not.
struct fermata_sound_properties {
    int64_t milliseconds;
    /// In kbit/s.
    int32_t bit_rate;
    /// In hertz.
    int32_t sample_rate;
    int32_t channels;
    /// 1 for Opus, whose gains other tags state than those of other codecs.
    int32_t is_opus;
    /// 1 if tags were left out: compressed or encrypted frames, or more than may be made of the tags of a file.
    int32_t leaves_out;
};

/// Who gets what is found. The pointers are valid only during the call; texts are UTF-8 without a zero at the end.
struct fermata_tags_receiver {
    void *context;
    /// One value of one tag. A file may have several blocks of tags, numbered in the order in which they count; the values of one
    /// name in one block come one after the other. Names are those that TagLib's property map has, or the container's own.
    void (*text)(void *context, int32_t block, const char *name, size_t name_size, const char *text, size_t text_size);
    /// One embedded picture: its kind, as ID3 numbers them (3 is the front), the media type that the file states, and its size in
    /// bytes. `index` is its number for `fermata_tags_picture`.
    void (*picture)(void *context, uint32_t index, int32_t kind, const char *type, size_t type_size, size_t size);
};

/// Has the texts of tags that do not state their encoding, or may state the wrong one, decoded by `decode`, unless they are ASCII. It
/// writes UTF-8 into `text`, which has room for three bytes for each of `bytes`, and returns how many bytes that are; on any thread. To be
/// called before the first file is read; without it, these texts are Latin-1.
void fermata_tags_set_decoder(size_t (*decode)(const char *bytes, size_t size, char *text));

/// Reads tags, properties and the list of pictures of the file behind `descriptor`, which stays open. It takes no more than about 64 MiB of
/// memory, whatever the file is; of several files with large tags, one is read at a time, and the others wait. `name` gives the kind of file
/// where its content does not. Any thread; one at a time for each descriptor.
enum fermata_tags_result fermata_tags_read(
    int descriptor, const char *name, const struct fermata_tags_receiver *receiver, struct fermata_sound_properties *properties);

/// Calls `data` once with the bytes of the picture `index`, or not at all if there is none.
enum fermata_tags_result fermata_tags_picture(
    int descriptor, const char *name, uint32_t index, void *context,
    void (*data)(void *context, const char *bytes, size_t size));

#ifdef __cplusplus
}
#endif
