// PipeWire's headers, and what of theirs Swift cannot import: macros (many of them functions since 1.4, which are called
// the same way), functions with variable arguments, and the builders of parameters. Nothing else is in C.
#pragma once

#include <pipewire/extensions/metadata.h>
#include <pipewire/filter.h>
#include <pipewire/impl.h>
#include <pipewire/pipewire.h>
#include <spa/param/audio/format-utils.h>
#include <spa/param/buffers.h>
#include <spa/param/latency-utils.h>
#include <spa/param/profile.h>
#include <spa/param/props.h>
#include <spa/param/route.h>
#include <spa/pod/builder.h>
#include <spa/pod/parser.h>
#include <spa/utils/hook.h>
#include <spa/utils/json.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

// MARK: Called in the real-time callback. The attribute lets the compiler accept them inside `@_noLocks` functions; all
// three are documented as safe there.

/// The next free buffer of a playback stream, or NULL.
static inline struct pw_buffer *fermata_stream_dequeue(struct pw_stream *stream) __attribute__((swift_attr("@_noLocks")));
static inline struct pw_buffer *fermata_stream_dequeue(struct pw_stream *stream) {
    return pw_stream_dequeue_buffer(stream);
}

/// Hands a filled buffer to the graph.
static inline void fermata_stream_queue(struct pw_stream *stream, struct pw_buffer *buffer)
    __attribute__((swift_attr("@_noLocks")));
static inline void fermata_stream_queue(struct pw_stream *stream, struct pw_buffer *buffer) {
    pw_stream_queue_buffer(stream, buffer);
}

/// The stream's time in this cycle; all zero where there is none.
static inline struct pw_time fermata_stream_time(struct pw_stream *stream) __attribute__((swift_attr("@_noLocks")));
static inline struct pw_time fermata_stream_time(struct pw_stream *stream) {
    struct pw_time time = {0};
    pw_stream_get_time_n(stream, &time, sizeof time);
    return time;
}

// MARK: Called in the real-time thread of a stream that drives the graph.

/// Begins the next cycle of the graph. Neither locks nor allocates on the data thread, where the loop calls at once what it
/// is asked to invoke.
static inline void fermata_stream_trigger(struct pw_stream *stream) __attribute__((swift_attr("@_noLocks")));
static inline void fermata_stream_trigger(struct pw_stream *stream) { pw_stream_trigger_process(stream); }

/// Gives the cycle that is about to begin the length and the rate that the server wishes; called by who drives the graph. Returns
/// whether the length is known now. In 0.3.65 it is not: there the server sets it in the moment in which the cycle begins.
static inline bool fermata_clock_take_wishes(struct spa_io_clock *clock) __attribute__((swift_attr("@_noLocks")));
static inline bool fermata_clock_take_wishes(struct spa_io_clock *clock) {
#if PW_CHECK_VERSION(1, 0, 0)
    clock->duration = clock->target_duration;
    clock->rate = clock->target_rate;
    return true;
#else
    (void)clock;
    return false;
#endif
}

/// Lets a timer of the data loop run out once at `nanoseconds` of the monotonic clock; 0 stops it.
static inline void fermata_loop_set_timer_at(struct pw_loop *loop, struct spa_source *source, uint64_t nanoseconds)
    __attribute__((swift_attr("@_noLocks")));
static inline void fermata_loop_set_timer_at(struct pw_loop *loop, struct spa_source *source, uint64_t nanoseconds) {
    struct timespec value = {
        .tv_sec = (time_t)(nanoseconds / SPA_NSEC_PER_SEC), .tv_nsec = (long)(nanoseconds % SPA_NSEC_PER_SEC)};
    pw_loop_update_timer(loop, source, &value, NULL, true);
}

/// Nanoseconds of the monotonic clock.
static inline uint64_t fermata_monotonic_now(void) __attribute__((swift_attr("@_noLocks")));
static inline uint64_t fermata_monotonic_now(void) {
    struct timespec now = {0};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)SPA_TIMESPEC_TO_NSEC(&now);
}

// MARK: Loops

/// Does what waits to be done in a loop that no thread runs; where nothing does, waits for it at most so long.
static inline void fermata_loop_turn(struct pw_loop *loop, int milliseconds) {
    pw_loop_enter(loop);
    pw_loop_iterate(loop, milliseconds);
    pw_loop_leave(loop);
}

static inline struct spa_source *fermata_loop_add_io(struct pw_loop *loop, int descriptor, spa_source_io_func_t function, void *data) {
    return pw_loop_add_io(loop, descriptor, SPA_IO_IN, false, function, data);
}

static inline struct spa_source *fermata_loop_add_event(struct pw_loop *loop, spa_source_event_func_t function, void *data) {
    return pw_loop_add_event(loop, function, data);
}

static inline void fermata_loop_signal_event(struct pw_loop *loop, struct spa_source *source) {
    pw_loop_signal_event(loop, source);
}

static inline struct spa_source *fermata_loop_add_timer(struct pw_loop *loop, spa_source_timer_func_t function, void *data) {
    return pw_loop_add_timer(loop, function, data);
}

/// Runs out once after `nanoseconds`; 0 stops the timer.
static inline void fermata_loop_set_timer(struct pw_loop *loop, struct spa_source *source, int64_t nanoseconds) {
    struct timespec value = {.tv_sec = nanoseconds / SPA_NSEC_PER_SEC, .tv_nsec = nanoseconds % SPA_NSEC_PER_SEC};
    pw_loop_update_timer(loop, source, &value, NULL, false);
}

static inline void fermata_loop_destroy_source(struct pw_loop *loop, struct spa_source *source) {
    pw_loop_destroy_source(loop, source);
}

/// The loop of the thread that calls the stream's process callback. A stream that is not connected yet has none of its own since
/// 1.1; it will get that of its context, as long as there is one only.
static inline struct pw_loop *fermata_stream_data_loop(struct pw_context *context, struct pw_stream *stream) {
#if PW_CHECK_VERSION(1, 1, 0)
    struct pw_loop *own = pw_stream_get_data_loop(stream);
    if (own != NULL) return own;
#else
    (void)stream;
#endif
    return pw_data_loop_get_loop(pw_context_get_data_loop(context));
}

/// Runs `function` in the thread that calls the stream's process callback, between two cycles, and waits for it.
static inline void fermata_stream_invoke_in_data_loop(
    struct pw_context *context, struct pw_stream *stream, spa_invoke_func_t function, const void *data, size_t size,
    void *user_data) {
#if PW_CHECK_VERSION(1, 1, 0)
    pw_loop_invoke(fermata_stream_data_loop(context, stream), function, 1, data, size, true, user_data);
#else
    (void)stream;
    pw_data_loop_invoke(pw_context_get_data_loop(context), function, 1, data, size, true, user_data);
#endif
}

/// Names the calling thread, which is the data thread; see `fermata_context_name_data_thread`.
static inline int fermata_name_loop_thread(
    struct spa_loop *loop, bool async, uint32_t sequence, const void *name, size_t size, void *user_data) {
    (void)loop, (void)async, (void)sequence, (void)size, (void)user_data;
    prctl(PR_SET_NAME, name, 0, 0, 0);
    return 0;
}

/// Gives the data thread a name of its own, of at most 15 bytes. Libraries since 1.2 do so themselves; before, the thread
/// bears the name of the one that made it.
static inline void fermata_context_name_data_thread(struct pw_context *context, const char *name) {
#if PW_CHECK_VERSION(1, 2, 0)
    (void)context, (void)name;
#else
    pw_data_loop_invoke(pw_context_get_data_loop(context), fermata_name_loop_thread, 0, name, strlen(name) + 1, false, NULL);
#endif
}

/// Notes the id of the calling thread, which is the data thread; see `fermata_context_note_data_thread`.
static inline int fermata_note_loop_thread(
    struct spa_loop *loop, bool async, uint32_t sequence, const void *data, size_t size, void *user_data) {
    (void)loop, (void)async, (void)sequence, (void)data, (void)size;
    __atomic_store_n((int32_t *)user_data, (int32_t)syscall(SYS_gettid), __ATOMIC_RELAXED);
    return 0;
}

/// Has the data thread write its id to `id`, which must outlive the context.
static inline void fermata_context_note_data_thread(struct pw_context *context, int32_t *id) {
    pw_data_loop_invoke(pw_context_get_data_loop(context), fermata_note_loop_thread, 0, NULL, 0, false, id);
}

/// Reads what `fermata_context_note_data_thread` has written; any thread.
static inline int32_t fermata_noted_thread(const int32_t *id) { return __atomic_load_n(id, __ATOMIC_RELAXED); }

// MARK: Core, registry and the objects behind them

static inline void fermata_core_add_listener(
    struct pw_core *core, struct spa_hook *hook, const struct pw_core_events *events, void *data) {
    pw_core_add_listener(core, hook, events, data);
}

/// Asks the server to answer with `done` once everything asked before is answered; the number to expect there.
static inline int fermata_core_sync(struct pw_core *core) { return pw_core_sync(core, PW_ID_CORE, 0); }

static inline struct pw_registry *fermata_core_get_registry(struct pw_core *core) {
    return pw_core_get_registry(core, PW_VERSION_REGISTRY, 0);
}

static inline void fermata_registry_add_listener(
    struct pw_registry *registry, struct spa_hook *hook, const struct pw_registry_events *events, void *data) {
    pw_registry_add_listener(registry, hook, events, data);
}

static inline struct pw_proxy *fermata_registry_bind(
    struct pw_registry *registry, uint32_t id, const char *type, uint32_t version) {
    return (struct pw_proxy *)pw_registry_bind(registry, id, type, version, 0);
}

static inline void fermata_node_add_listener(
    struct pw_proxy *node, struct spa_hook *hook, const struct pw_node_events *events, void *data) {
    pw_node_add_listener((struct pw_node *)node, hook, events, data);
}

static inline void fermata_link_add_listener(
    struct pw_proxy *link, struct spa_hook *hook, const struct pw_link_events *events, void *data) {
    pw_link_add_listener((struct pw_link *)link, hook, events, data);
}

static inline void fermata_device_add_listener(
    struct pw_proxy *device, struct spa_hook *hook, const struct pw_device_events *events, void *data) {
    pw_device_add_listener((struct pw_device *)device, hook, events, data);
}

static inline void fermata_metadata_add_listener(
    struct pw_proxy *metadata, struct spa_hook *hook, const struct pw_metadata_events *events, void *data) {
    pw_metadata_add_listener((struct pw_metadata *)metadata, hook, events, data);
}

/// Asks once for the formats that a node can have.
static inline void fermata_node_ask_formats(struct pw_proxy *node) {
    pw_node_enum_params((struct pw_node *)node, 0, SPA_PARAM_EnumFormat, 0, UINT32_MAX, NULL);
}

/// The flags of a node's parameter; they differ from those before if it has other values. 0 where it has no such parameter.
static inline uint32_t fermata_node_param_flags(const struct pw_node_info *info, uint32_t id) {
    for (uint32_t index = 0; index < info->n_params; index++)
        if (info->params[index].id == id) return info->params[index].flags;
    return 0;
}

/// Asks for a node's volume and mute switch, now and after each change.
static inline void fermata_node_subscribe_volume(struct pw_proxy *node) {
    uint32_t ids[] = {SPA_PARAM_Props};
    pw_node_subscribe_params((struct pw_node *)node, ids, SPA_N_ELEMENTS(ids));
}

/// Builds a `Props` parameter of the linear factor of each channel (none with `count` 0) and the mute switch (none with `muted`
/// below 0); NULL where it does not fit.
static inline const struct spa_pod *fermata_build_volume(
    struct spa_pod_builder *builder, const float *factors, uint32_t count, int muted) {
    struct spa_pod_frame frame;
    spa_pod_builder_push_object(builder, &frame, SPA_TYPE_OBJECT_Props, SPA_PARAM_Props);
    if (muted >= 0) {
        spa_pod_builder_prop(builder, SPA_PROP_mute, 0);
        spa_pod_builder_bool(builder, muted != 0);
    }
    if (count > 0) {
        spa_pod_builder_prop(builder, SPA_PROP_channelVolumes, 0);
        spa_pod_builder_array(builder, sizeof(float), SPA_TYPE_Float, count, factors);
    }
    return (const struct spa_pod *)spa_pod_builder_pop(builder, &frame);
}

/// Sets the linear factor of each channel (none with `count` 0) and the mute switch (neither with `muted` below 0).
static inline void fermata_node_set_volume(struct pw_proxy *node, const float *factors, uint32_t count, int muted) {
    uint8_t storage[1024];
    struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(storage, sizeof storage);
    const struct spa_pod *props = fermata_build_volume(&builder, factors, count, muted);
    if (props != NULL) pw_node_set_param((struct pw_node *)node, SPA_PARAM_Props, 0, props);
}

/// Silences a stream behind its volume, which stays what others see and the session manager remembers, until somebody sets the volume.
static inline void fermata_node_silence(struct pw_proxy *node) {
    uint8_t storage[256];
    struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(storage, sizeof storage);
    struct spa_pod_frame frame;
    // One factor counts for all channels.
    const float silence = 0;
    spa_pod_builder_push_object(&builder, &frame, SPA_TYPE_OBJECT_Props, SPA_PARAM_Props);
    spa_pod_builder_prop(&builder, SPA_PROP_softVolumes, 0);
    spa_pod_builder_array(&builder, sizeof silence, SPA_TYPE_Float, 1, &silence);
    const struct spa_pod *props = (const struct spa_pod *)spa_pod_builder_pop(&builder, &frame);
    if (props != NULL) pw_node_set_param((struct pw_node *)node, SPA_PARAM_Props, 0, props);
}

/// Asks once for the values of one of a device's parameters.
static inline void fermata_device_ask(struct pw_proxy *device, uint32_t id) {
    pw_device_enum_params((struct pw_device *)device, 0, id, 0, UINT32_MAX, NULL);
}

/// The server's number for this client; SPA_ID_INVALID while it is not known.
static inline uint32_t fermata_core_client_id(struct pw_core *core) {
    return pw_proxy_get_bound_id((struct pw_proxy *)pw_core_get_client(core));
}

/// Sets a key of a subject; a NULL value removes it.
static inline void fermata_metadata_set(
    struct pw_proxy *metadata, uint32_t subject, const char *key, const char *type, const char *value) {
    pw_metadata_set_property((struct pw_metadata *)metadata, subject, key, type, value);
}

/// Copies the member `name` of a JSON object of PipeWire's metadata, `{ "name": "speaker" }`; whether there is one.
static inline bool fermata_json_get_name(const char *text, char *name, int size) {
    struct spa_json document, object;
    const char *skipped;
    char key[64];
    spa_json_init(&document, text, strlen(text));
    if (spa_json_enter_object(&document, &object) <= 0) return false;
    while (spa_json_get_string(&object, key, sizeof key) > 0) {
        if (strcmp(key, "name") == 0) return spa_json_get_string(&object, name, size) > 0;
        if (spa_json_next(&object, &skipped) <= 0) return false;
    }
    return false;
}

// MARK: Properties and parameters

/// Empty properties. `pw_properties_new_dict(NULL)` would crash.
static inline struct pw_properties *fermata_properties_new(void) { return pw_properties_new(NULL, NULL); }

/// The view of properties that functions take which only read them.
static inline const struct spa_dict *fermata_properties_dictionary(const struct pw_properties *properties) {
    return &properties->dict;
}

/// The parameter of a stream of 32-bit floats, one plane a channel.
static inline const struct spa_pod *fermata_build_format(
    void *storage, uint32_t size, uint32_t rate, uint32_t channel_count, const uint32_t *positions) {
    struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(storage, size);
    struct spa_audio_info_raw info = {
        .format = SPA_AUDIO_FORMAT_F32P, .rate = rate, .channels = channel_count};
    memcpy(info.position, positions, channel_count * sizeof(uint32_t));
    return spa_format_audio_raw_build(&builder, SPA_PARAM_EnumFormat, &info);
}

/// The parameter of a stream of 32-bit floats, frame after frame.
static inline const struct spa_pod *fermata_build_interleaved_format(
    void *storage, uint32_t size, uint32_t rate, uint32_t channel_count, const uint32_t *positions) {
    struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(storage, size);
    struct spa_audio_info_raw info = {
        .format = SPA_AUDIO_FORMAT_F32, .rate = rate, .channels = channel_count};
    memcpy(info.position, positions, channel_count * sizeof(uint32_t));
    return spa_format_audio_raw_build(&builder, SPA_PARAM_EnumFormat, &info);
}

/// The parameter of a stream of bursts of IEC 61937, which carry `codec` at `rate` frames a second.
static inline const struct spa_pod *fermata_build_burst_format(
    void *storage, uint32_t size, uint32_t rate, enum spa_audio_iec958_codec codec) {
    struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(storage, size);
    struct spa_audio_info_iec958 info = {.codec = codec, .rate = rate};
    return spa_format_audio_iec958_build(&builder, SPA_PARAM_EnumFormat, &info);
}

/// The parameter of a sink that takes `codecs` in bursts of IEC 61937, at any rate; `count` is 1 or more.
static inline const struct spa_pod *fermata_build_burst_formats(
    void *storage, uint32_t size, const uint32_t *codecs, uint32_t count) {
    struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(storage, size);
    struct spa_pod_frame object, choice;
    spa_pod_builder_push_object(&builder, &object, SPA_TYPE_OBJECT_Format, SPA_PARAM_EnumFormat);
    spa_pod_builder_add(
        &builder, SPA_FORMAT_mediaType, SPA_POD_Id(SPA_MEDIA_TYPE_audio), SPA_FORMAT_mediaSubtype,
        SPA_POD_Id(SPA_MEDIA_SUBTYPE_iec958), SPA_FORMAT_AUDIO_rate, SPA_POD_CHOICE_RANGE_Int(48000, 1, INT32_MAX), 0);
    spa_pod_builder_prop(&builder, SPA_FORMAT_AUDIO_iec958Codec, 0);
    spa_pod_builder_push_choice(&builder, &choice, SPA_CHOICE_Enum, 0);
    spa_pod_builder_id(&builder, codecs[0]);
    for (uint32_t index = 0; index < count; index++) spa_pod_builder_id(&builder, codecs[index]);
    spa_pod_builder_pop(&builder, &choice);
    return (const struct spa_pod *)spa_pod_builder_pop(&builder, &object);
}

/// The parameter of a sink whose device is late by so many nanoseconds.
static inline const struct spa_pod *fermata_build_sink_latency(void *storage, uint32_t size, int64_t nanoseconds) {
    struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(storage, size);
    struct spa_latency_info info = {
        .direction = SPA_DIRECTION_INPUT, .min_ns = (uint64_t)nanoseconds, .max_ns = (uint64_t)nanoseconds};
    return spa_latency_build(&builder, SPA_PARAM_Latency, &info);
}

/// Whether a format is that of bursts of IEC 61937.
static inline bool fermata_is_burst_format(const struct spa_pod *format) {
    uint32_t type = 0, subtype = 0;
    return spa_format_parse(format, &type, &subtype) >= 0 && subtype == SPA_MEDIA_SUBTYPE_iec958;
}

/// Whether a parameter is a format of audio of this subtype, an `SPA_MEDIA_SUBTYPE_*`.
static inline bool fermata_is_audio_format(const struct spa_pod *format, uint32_t wanted) {
    uint32_t type = 0, subtype = 0;
    return spa_pod_is_object_type(format, SPA_TYPE_OBJECT_Format) && spa_format_parse(format, &type, &subtype) >= 0 &&
        type == SPA_MEDIA_TYPE_audio && subtype == wanted;
}

/// The values of a format's member, which has 32 bits and is of `type`: one, or those of a choice, of which there is one at least.
/// NULL where there is no such member.
static inline const uint32_t *fermata_format_values(
    const struct spa_pod *format, uint32_t key, uint32_t type, uint32_t *count, uint32_t *choice) {
    const struct spa_pod_prop *member = spa_pod_find_prop(format, NULL, key);
    // The header's own reader trusts the size of a choice.
    if (member == NULL || (member->value.type == SPA_TYPE_Choice && !spa_pod_is_choice(&member->value))) return NULL;
    const struct spa_pod *values = spa_pod_get_values(&member->value, count, choice);
    if (values->type != type || values->size != sizeof(uint32_t) || *count == 0) return NULL;
    return (const uint32_t *)SPA_POD_BODY_CONST(values);
}

/// Reads which codecs a format takes in bursts of IEC 61937, at most `capacity`; how many. None where it is another format.
static inline uint32_t fermata_parse_burst_codecs(const struct spa_pod *format, uint32_t *codecs, uint32_t capacity) {
    uint32_t count = 0, choice = 0;
    if (!fermata_is_audio_format(format, SPA_MEDIA_SUBTYPE_iec958)) return 0;
    const uint32_t *values = fermata_format_values(format, SPA_FORMAT_AUDIO_iec958Codec, SPA_TYPE_Id, &count, &choice);
    // Only a list has further ones; the values of a choice begin with the usual one.
    if (values == NULL || (choice != SPA_CHOICE_None && choice != SPA_CHOICE_Enum)) return 0;
    count = SPA_MIN(count, capacity);
    memcpy(codecs, values, count * sizeof(uint32_t));
    return count;
}

/// Whether a sample of this format, an `SPA_AUDIO_FORMAT_*`, holds 24 bits.
static inline bool fermata_holds_24_bits(uint32_t format) {
    switch (format) {
    case SPA_AUDIO_FORMAT_S24_32_LE: case SPA_AUDIO_FORMAT_S24_32_BE: case SPA_AUDIO_FORMAT_S24_LE:
    case SPA_AUDIO_FORMAT_S24_BE: case SPA_AUDIO_FORMAT_S32_LE: case SPA_AUDIO_FORMAT_S32_BE: case SPA_AUDIO_FORMAT_F32_LE:
    case SPA_AUDIO_FORMAT_F32_BE: case SPA_AUDIO_FORMAT_F64_LE: case SPA_AUDIO_FORMAT_F64_BE: case SPA_AUDIO_FORMAT_S24_32P:
    case SPA_AUDIO_FORMAT_S24P: case SPA_AUDIO_FORMAT_S32P: case SPA_AUDIO_FORMAT_F32P: case SPA_AUDIO_FORMAT_F64P: return true;
    default: return false;
    }
}

/// Whether a number of a format is `wanted`, or may be.
static inline bool fermata_allows(const struct spa_pod *format, uint32_t key, uint32_t wanted) {
    uint32_t count = 0, choice = 0;
    const uint32_t *values = fermata_format_values(format, key, SPA_TYPE_Int, &count, &choice);
    if (values == NULL) return false;
    if (choice == SPA_CHOICE_Range || choice == SPA_CHOICE_Step)
        return count >= 3 && values[1] <= wanted && wanted <= values[2];
    for (uint32_t index = 0; index < count; index++)
        if (values[index] == wanted) return true;
    return false;
}

/// Whether a format takes samples of 24 bits in two channels at `rate` frames a second as they are. A card takes the first one of
/// several formats of samples.
static inline bool fermata_takes_directly(const struct spa_pod *format, uint32_t rate) {
    uint32_t count = 0, choice = 0;
    if (!fermata_is_audio_format(format, SPA_MEDIA_SUBTYPE_raw)) return false;
    const uint32_t *formats = fermata_format_values(format, SPA_FORMAT_AUDIO_format, SPA_TYPE_Id, &count, &choice);
    return formats != NULL && fermata_holds_24_bits(formats[0]) && fermata_allows(format, SPA_FORMAT_AUDIO_channels, 2) &&
        fermata_allows(format, SPA_FORMAT_AUDIO_rate, rate);
}

/// The parameter of buffers with one plane a channel, each of at least `plane_size` bytes.
static inline const struct spa_pod *fermata_build_buffers(
    void *storage, uint32_t size, uint32_t channel_count, uint32_t plane_size) {
    struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(storage, size);
    return (const struct spa_pod *)spa_pod_builder_add_object(
        &builder, SPA_TYPE_OBJECT_ParamBuffers, SPA_PARAM_Buffers,
        SPA_PARAM_BUFFERS_buffers, SPA_POD_CHOICE_RANGE_Int(2, 2, 8),
        SPA_PARAM_BUFFERS_blocks, SPA_POD_Int((int32_t)channel_count),
        SPA_PARAM_BUFFERS_size, SPA_POD_CHOICE_RANGE_Int((int32_t)plane_size, (int32_t)plane_size, INT32_MAX),
        SPA_PARAM_BUFFERS_stride, SPA_POD_Int((int32_t)sizeof(float)));
}

/// The parameter of buffers of at least `size_of_data` bytes, with frames of `stride` bytes side by side.
static inline const struct spa_pod *fermata_build_joined_buffers(
    void *storage, uint32_t size, uint32_t stride, uint32_t size_of_data) {
    struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(storage, size);
    return (const struct spa_pod *)spa_pod_builder_add_object(
        &builder, SPA_TYPE_OBJECT_ParamBuffers, SPA_PARAM_Buffers,
        SPA_PARAM_BUFFERS_buffers, SPA_POD_CHOICE_RANGE_Int(2, 2, 8),
        SPA_PARAM_BUFFERS_blocks, SPA_POD_Int(1),
        SPA_PARAM_BUFFERS_size, SPA_POD_CHOICE_RANGE_Int((int32_t)size_of_data, (int32_t)size_of_data, INT32_MAX),
        SPA_PARAM_BUFFERS_stride, SPA_POD_Int((int32_t)stride));
}

/// A device's port as far as it matters here. The texts lie in the parameter it was read from; NULL where there is none.
struct fermata_route {
    int32_t index;
    int32_t device;
    uint32_t direction;
    uint32_t available;
    const char *name;
    const char *description;
    const char *port_type;
};

/// Reads an `EnumRoute` or `Route` parameter; whether it is one.
static inline bool fermata_parse_route(const struct spa_pod *param, struct fermata_route *route) {
    struct spa_pod *info = NULL;
    *route = (struct fermata_route){.device = -1, .available = SPA_PARAM_AVAILABILITY_unknown};
    if (spa_pod_parse_object(
            param, SPA_TYPE_OBJECT_ParamRoute, NULL,
            SPA_PARAM_ROUTE_index, SPA_POD_Int(&route->index),
            SPA_PARAM_ROUTE_direction, SPA_POD_Id(&route->direction),
            SPA_PARAM_ROUTE_device, SPA_POD_OPT_Int(&route->device),
            SPA_PARAM_ROUTE_name, SPA_POD_OPT_String(&route->name),
            SPA_PARAM_ROUTE_description, SPA_POD_OPT_String(&route->description),
            SPA_PARAM_ROUTE_available, SPA_POD_OPT_Id(&route->available),
            SPA_PARAM_ROUTE_info, SPA_POD_OPT_Pod(&info)) < 0)
        return false;
    struct spa_pod_parser parser;
    struct spa_pod_frame frame;
    int32_t count;
    if (info == NULL) return true;
    spa_pod_parser_pod(&parser, info);
    if (spa_pod_parser_push_struct(&parser, &frame) < 0 || spa_pod_parser_get_int(&parser, &count) < 0) return true;
    for (int32_t item = 0; item < count; item++) {
        const char *key, *value;
        if (spa_pod_parser_get(&parser, SPA_POD_String(&key), SPA_POD_String(&value), NULL) < 0) break;
        if (key != NULL && strcmp(key, "port.type") == 0) route->port_type = value;
    }
    return true;
}

/// Copies the values of an array of a type whose values have four bytes, at most `capacity`; how many. None where `pod` is none, or
/// says that its values have another size: `spa_pod_copy_array` believes that size, and writes beyond `values`.
static inline uint32_t fermata_copy_array(const struct spa_pod *pod, uint32_t type, void *values, uint32_t capacity) {
    if (!spa_pod_is_array(pod) || SPA_POD_ARRAY_VALUE_SIZE(pod) != 4) return 0;
    return spa_pod_copy_array(pod, type, values, capacity);
}

/// Copies the numbers of a member of a parameter that is a list of them, at most `capacity`; how many. None where it is not.
static inline uint32_t fermata_parse_numbers(const struct spa_pod *param, uint32_t key, int32_t *numbers, uint32_t capacity) {
    const struct spa_pod_prop *member = spa_pod_find_prop(param, NULL, key);
    return member == NULL ? 0 : fermata_copy_array(&member->value, SPA_TYPE_Int, numbers, capacity);
}

/// Has a part of a device play through a port, as a mixer does, but not to be remembered by the session manager.
static inline void fermata_device_set_route(struct pw_proxy *device, int32_t index, int32_t part) {
    uint8_t storage[256];
    struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(storage, sizeof storage);
    const struct spa_pod *route = (const struct spa_pod *)spa_pod_builder_add_object(
        &builder, SPA_TYPE_OBJECT_ParamRoute, SPA_PARAM_Route,
        SPA_PARAM_ROUTE_index, SPA_POD_Int(index), SPA_PARAM_ROUTE_device, SPA_POD_Int(part),
        SPA_PARAM_ROUTE_save, SPA_POD_Bool(false));
    if (route != NULL) pw_device_set_param((struct pw_device *)device, SPA_PARAM_Route, 0, route);
}

/// Sets the volume of a part of a device at its port, as a mixer does; the session manager remembers it. The parameters are those of
/// `fermata_build_volume`.
static inline void fermata_device_set_route_volume(
    struct pw_proxy *device, int32_t index, int32_t part, const float *factors, uint32_t count, int muted) {
    uint8_t storage[2048];
    struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(storage, sizeof storage);
    struct spa_pod_frame frame;
    spa_pod_builder_push_object(&builder, &frame, SPA_TYPE_OBJECT_ParamRoute, SPA_PARAM_Route);
    spa_pod_builder_add(
        &builder, SPA_PARAM_ROUTE_index, SPA_POD_Int(index), SPA_PARAM_ROUTE_device, SPA_POD_Int(part),
        SPA_PARAM_ROUTE_save, SPA_POD_Bool(true), 0);
    spa_pod_builder_prop(&builder, SPA_PARAM_ROUTE_props, 0);
    fermata_build_volume(&builder, factors, count, muted);
    const struct spa_pod *route = (const struct spa_pod *)spa_pod_builder_pop(&builder, &frame);
    if (route != NULL) pw_device_set_param((struct pw_device *)device, SPA_PARAM_Route, 0, route);
}

/// Switches a device to the profile with this number, but not to be remembered by the session manager.
static inline void fermata_device_set_profile(struct pw_proxy *device, int32_t index) {
    uint8_t storage[256];
    struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(storage, sizeof storage);
    const struct spa_pod *profile = (const struct spa_pod *)spa_pod_builder_add_object(
        &builder, SPA_TYPE_OBJECT_ParamProfile, SPA_PARAM_Profile,
        SPA_PARAM_PROFILE_index, SPA_POD_Int(index), SPA_PARAM_PROFILE_save, SPA_POD_Bool(false));
    if (profile != NULL) pw_device_set_param((struct pw_device *)device, SPA_PARAM_Profile, 0, profile);
}

/// A device's profile as far as it matters here. The name lies in the parameter it was read from; NULL where there is none.
struct fermata_profile {
    int32_t index;
    int32_t priority;
    uint32_t available;
    const char *name;
    bool has_input;
    bool has_output;
};

/// Reads an `EnumProfile` parameter; whether it is one. The classes are a struct of their number and then, for each, a struct that
/// begins with its name.
static inline bool fermata_parse_listed_profile(const struct spa_pod *param, struct fermata_profile *profile) {
    struct spa_pod *classes = NULL, *member;
    *profile = (struct fermata_profile){.index = -1, .available = SPA_PARAM_AVAILABILITY_unknown};
    if (spa_pod_parse_object(
            param, SPA_TYPE_OBJECT_ParamProfile, NULL,
            SPA_PARAM_PROFILE_index, SPA_POD_Int(&profile->index),
            SPA_PARAM_PROFILE_name, SPA_POD_OPT_String(&profile->name),
            SPA_PARAM_PROFILE_priority, SPA_POD_OPT_Int(&profile->priority),
            SPA_PARAM_PROFILE_available, SPA_POD_OPT_Id(&profile->available),
            SPA_PARAM_PROFILE_classes, SPA_POD_OPT_Pod(&classes)) < 0)
        return false;
    if (classes == NULL || !spa_pod_is_struct(classes)) return true;
    SPA_POD_FOREACH((struct spa_pod *)SPA_POD_BODY(classes), SPA_POD_BODY_SIZE(classes), member) {
        struct spa_pod_parser parser;
        struct spa_pod_frame frame;
        const char *name = NULL;
        int32_t count = 0;
        if (!spa_pod_is_struct(member)) continue;
        spa_pod_parser_pod(&parser, member);
        if (spa_pod_parser_push_struct(&parser, &frame) < 0 ||
            spa_pod_parser_get(&parser, SPA_POD_String(&name), SPA_POD_Int(&count), NULL) < 0 || name == NULL || count < 1)
            continue;
        if (strcmp(name, "Audio/Source") == 0) profile->has_input = true;
        if (strcmp(name, "Audio/Sink") == 0) profile->has_output = true;
    }
    return true;
}

/// The name in a `Profile` parameter, inside of it, and its number; NULL where there is none, -1 for no number.
static inline const char *fermata_parse_profile(const struct spa_pod *param, int32_t *index) {
    const char *name = NULL;
    *index = -1;
    if (spa_pod_parse_object(
            param, SPA_TYPE_OBJECT_ParamProfile, NULL, SPA_PARAM_PROFILE_index, SPA_POD_OPT_Int(index),
            SPA_PARAM_PROFILE_name, SPA_POD_OPT_String(&name)) < 0)
        return NULL;
    return name;
}

/// Reads the factors of the channels, at most `capacity`, and the mute switch (0 or 1) out of a `Props` parameter. A switch
/// that is not in it stays as it was. The number of factors read.
static inline uint32_t fermata_parse_volume(const struct spa_pod *param, float *factors, uint32_t capacity, int *muted) {
    const struct spa_pod_prop *volumes, *mute;
    bool is_muted;
    if (!spa_pod_is_object_type(param, SPA_TYPE_OBJECT_Props)) return 0;
    // Not by spa_pod_parse_object: it takes a value out of a choice, and believes what that says of its size.
    volumes = spa_pod_find_prop(param, NULL, SPA_PROP_channelVolumes);
    mute = spa_pod_find_prop(param, NULL, SPA_PROP_mute);
    if (mute != NULL && spa_pod_get_bool(&mute->value, &is_muted) == 0) *muted = is_muted;
    return volumes == NULL ? 0 : fermata_copy_array(&volumes->value, SPA_TYPE_Float, factors, capacity);
}

static inline int fermata_stream_set_control(struct pw_stream *stream, uint32_t id, uint32_t count, float *values) {
    return pw_stream_set_control(stream, id, count, values, 0);
}
