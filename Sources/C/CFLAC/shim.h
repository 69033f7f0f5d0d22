// libFLAC's headers, and its functions as they are found once it is loaded: nothing is linked, since hardly anybody has a file
// that needs it.
#pragma once

#include <FLAC/stream_decoder.h>
#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/// The functions that are used.
struct fermata_flac {
    FLAC__StreamDecoder *(*make)(void);
    void (*end)(FLAC__StreamDecoder *);
    FLAC__StreamDecoderInitStatus (*begin)(
        FLAC__StreamDecoder *, FLAC__StreamDecoderReadCallback, FLAC__StreamDecoderSeekCallback,
        FLAC__StreamDecoderTellCallback, FLAC__StreamDecoderLengthCallback, FLAC__StreamDecoderEofCallback,
        FLAC__StreamDecoderWriteCallback, FLAC__StreamDecoderMetadataCallback, FLAC__StreamDecoderErrorCallback, void *);
    FLAC__StreamDecoderInitStatus (*begin_ogg)(
        FLAC__StreamDecoder *, FLAC__StreamDecoderReadCallback, FLAC__StreamDecoderSeekCallback,
        FLAC__StreamDecoderTellCallback, FLAC__StreamDecoderLengthCallback, FLAC__StreamDecoderEofCallback,
        FLAC__StreamDecoderWriteCallback, FLAC__StreamDecoderMetadataCallback, FLAC__StreamDecoderErrorCallback, void *);
    FLAC__bool (*process_single)(FLAC__StreamDecoder *);
    FLAC__bool (*seek_absolute)(FLAC__StreamDecoder *, FLAC__uint64);
    FLAC__bool (*flush)(FLAC__StreamDecoder *);
    FLAC__bool (*reset)(FLAC__StreamDecoder *);
    FLAC__StreamDecoderState (*state)(const FLAC__StreamDecoder *);
};

/// Finds one function; `place` is a function pointer.
static inline bool fermata_flac_find(void *library, const char *name, void *place) {
    void *symbol = dlsym(library, name);
    memcpy(place, &symbol, sizeof symbol);
    return symbol != NULL;
}

/// Loads libFLAC of the versions that decode 32 bits. False where it is not installed.
static inline bool fermata_flac_load(struct fermata_flac *flac) {
    // 14 is that of FLAC 1.5, with the same functions.
    void *library = dlopen("libFLAC.so.12", RTLD_NOW | RTLD_LOCAL);
    if (!library) library = dlopen("libFLAC.so.14", RTLD_NOW | RTLD_LOCAL);
    return library && fermata_flac_find(library, "FLAC__stream_decoder_new", &flac->make)
        && fermata_flac_find(library, "FLAC__stream_decoder_delete", &flac->end)
        && fermata_flac_find(library, "FLAC__stream_decoder_init_stream", &flac->begin)
        && fermata_flac_find(library, "FLAC__stream_decoder_init_ogg_stream", &flac->begin_ogg)
        && fermata_flac_find(library, "FLAC__stream_decoder_process_single", &flac->process_single)
        && fermata_flac_find(library, "FLAC__stream_decoder_seek_absolute", &flac->seek_absolute)
        && fermata_flac_find(library, "FLAC__stream_decoder_flush", &flac->flush)
        && fermata_flac_find(library, "FLAC__stream_decoder_reset", &flac->reset)
        && fermata_flac_find(library, "FLAC__stream_decoder_get_state", &flac->state);
}
