// PipeWire's headers, and the macros and variadic functions of theirs that Swift cannot import.
//
// Before 1.4 many calls were macros over a vtable and then became functions; called by these names they are the same to
// Swift in every version.
#pragma once

#include <errno.h>
#include <pipewire/extensions/metadata.h>
#include <pipewire/pipewire.h>
#include <spa/param/audio/format-utils.h>
#include <spa/param/props.h>
#include <spa/pod/builder.h>

// MARK: Real-time: what the process callback calls. The attribute tells the compiler that the call neither locks nor allocates.

/// The next free buffer of a playback stream, or NULL. Safe in the real-time thread.
static inline struct pw_buffer *fermata_stream_dequeue(struct pw_stream *stream) __attribute__((swift_attr("@_noLocks")));
static inline struct pw_buffer *fermata_stream_dequeue(struct pw_stream *stream) { return pw_stream_dequeue_buffer(stream); }

/// Hands a filled buffer to the graph. Safe in the real-time thread.
static inline int fermata_stream_queue(struct pw_stream *stream, struct pw_buffer *buffer)
    __attribute__((swift_attr("@_noLocks")));
static inline int fermata_stream_queue(struct pw_stream *stream, struct pw_buffer *buffer) {
    return pw_stream_queue_buffer(stream, buffer);
}

/// Fills `time` in. Safe in the real-time thread.
static inline int fermata_stream_get_time(struct pw_stream *stream, struct pw_time *time)
    __attribute__((swift_attr("@_noLocks")));
static inline int fermata_stream_get_time(struct pw_stream *stream, struct pw_time *time) {
    return pw_stream_get_time_n(stream, time, sizeof *time);
}

// MARK: Parameters

/// A format parameter: 32-bit floats, one plane a channel. Written into `storage`; valid as long as that is.
static inline const struct spa_pod *fermata_planar_float_format(
    void *storage, uint32_t size, uint32_t rate, uint32_t channels, const uint32_t *positions) {
    struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(storage, size);
    struct spa_audio_info_raw info = {0};
    info.format = SPA_AUDIO_FORMAT_F32P;
    info.rate = rate;
    info.channels = channels;
    for (uint32_t i = 0; i < channels && i < SPA_AUDIO_MAX_CHANNELS; i++)
        info.position[i] = positions[i];
    return spa_format_audio_raw_build(&builder, SPA_PARAM_EnumFormat, &info);
}

/// A buffers parameter: one block a channel, each with room for `bytes`.
static inline const struct spa_pod *fermata_buffers_parameter(
    void *storage, uint32_t size, uint32_t blocks, uint32_t bytes) {
    struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(storage, size);
    return (const struct spa_pod *)spa_pod_builder_add_object(&builder,
        SPA_TYPE_OBJECT_ParamBuffers, SPA_PARAM_Buffers,
        SPA_PARAM_BUFFERS_buffers, SPA_POD_CHOICE_RANGE_Int(2, 2, 8),
        SPA_PARAM_BUFFERS_blocks, SPA_POD_Int((int32_t)blocks),
        SPA_PARAM_BUFFERS_size, SPA_POD_CHOICE_RANGE_Int((int32_t)bytes, (int32_t)bytes, INT32_MAX),
        SPA_PARAM_BUFFERS_stride, SPA_POD_Int(sizeof(float)));
}

/// Sets the same linear volume on every channel.
static inline int fermata_stream_set_volume(struct pw_stream *stream, uint32_t channels, float linear) {
    float values[SPA_AUDIO_MAX_CHANNELS];
    for (uint32_t i = 0; i < channels && i < SPA_AUDIO_MAX_CHANNELS; i++)
        values[i] = linear;
    return pw_stream_set_control(stream, SPA_PROP_channelVolumes, channels, values, 0);
}

/// Mutes, or not, at the mixer.
static inline int fermata_stream_set_mute(struct pw_stream *stream, int muted) {
    float value = muted ? 1.0f : 0.0f;
    return pw_stream_set_control(stream, SPA_PROP_mute, 1, &value, 0);
}

// MARK: Loop

static inline struct spa_source *fermata_loop_add_io(
    struct pw_loop *loop, int descriptor, void (*callback)(void *, int, uint32_t), void *data) {
    return pw_loop_add_io(loop, descriptor, SPA_IO_IN, false, callback, data);
}

static inline struct spa_source *fermata_loop_add_timer(
    struct pw_loop *loop, void (*callback)(void *, uint64_t), void *data) {
    return pw_loop_add_timer(loop, callback, data);
}

/// Arms a timer once, `nanoseconds` from now (at least 1); 0 disarms it.
static inline int fermata_loop_arm_timer(struct pw_loop *loop, struct spa_source *timer, uint64_t nanoseconds) {
    struct timespec value = {(time_t)(nanoseconds / SPA_NSEC_PER_SEC), (long)(nanoseconds % SPA_NSEC_PER_SEC)};
    return pw_loop_update_timer(loop, timer, &value, NULL, false);
}

static inline void fermata_loop_destroy_source(struct pw_loop *loop, struct spa_source *source) {
    pw_loop_destroy_source(loop, source);
}

// MARK: Core, registry, nodes, metadata

static inline int fermata_core_add_listener(
    struct pw_core *core, struct spa_hook *hook, const struct pw_core_events *events, void *data) {
    return pw_core_add_listener(core, hook, events, data);
}

static inline struct pw_registry *fermata_core_get_registry(struct pw_core *core) {
    return pw_core_get_registry(core, PW_VERSION_REGISTRY, 0);
}

static inline int fermata_registry_add_listener(
    struct pw_registry *registry, struct spa_hook *hook, const struct pw_registry_events *events, void *data) {
    return pw_registry_add_listener(registry, hook, events, data);
}

static inline struct pw_proxy *fermata_registry_bind(
    struct pw_registry *registry, uint32_t id, const char *type, uint32_t version) {
    return (struct pw_proxy *)pw_registry_bind(registry, id, type, version, 0);
}

static inline int fermata_node_add_listener(
    struct pw_proxy *node, struct spa_hook *hook, const struct pw_node_events *events, void *data) {
    return pw_node_add_listener((struct pw_node *)node, hook, events, data);
}

static inline int fermata_metadata_add_listener(
    struct pw_proxy *metadata, struct spa_hook *hook, const struct pw_metadata_events *events, void *data) {
    return pw_metadata_add_listener((struct pw_metadata *)metadata, hook, events, data);
}

static inline int fermata_metadata_set(
    struct pw_proxy *metadata, uint32_t subject, const char *key, const char *type, const char *value) {
    return pw_metadata_set_property((struct pw_metadata *)metadata, subject, key, type, value);
}

/// Unhooks a listener; also one that was never hooked.
static inline void fermata_hook_remove(struct spa_hook *hook) {
    if (hook->link.prev)
        spa_hook_remove(hook);
}
