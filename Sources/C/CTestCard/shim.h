// A sound card without hardware for tests: a `spa_device` with ports, as ALSA's card profiles make them, or a Bluetooth headset or a
// screen behind HDMI with profiles, as BlueZ's and ALSA's are, given to a private PipeWire server. In C because its interface is a table of functions over lists of hooks, all of it macros, and its
// parameters are built by functions with variable arguments.
#pragma once

#include <pipewire/pipewire.h>
#include <spa/monitor/device.h>
#include <spa/monitor/utils.h>
#include <spa/param/profile.h>
#include <spa/param/route.h>
#include <spa/pod/builder.h>
#include <spa/pod/filter.h>
#include <spa/pod/parser.h>
#include <stdlib.h>
#include <string.h>

enum { fermata_card_most_ports = 8 };

/// A socket, or a built-in speaker or microphone. The parts of the card are 0, which plays, and 1, which takes sound in.
struct fermata_card_port {
    char name[64];
    char type[32];
    uint32_t available;
    bool is_input;
};

/// The card, its thread and its connection. Everything below is done under the loop's lock.
struct fermata_card {
    struct spa_device device;
    struct spa_hook_list hooks;
    struct spa_param_info params[4];
    struct fermata_card_port ports[fermata_card_most_ports];
    uint32_t port_count;
    uint32_t active;
    /// The active port that takes sound in, if there is one.
    uint32_t active_input;
    bool has_input;
    struct pw_thread_loop *loop;
    struct pw_context *context;
    struct pw_core *core;
    struct pw_proxy *proxy;
    struct pw_proxy *sink;
    /// Of a headset: its profile, an index of `fermata_headset_profiles`, the source that it has in one of them, its part of the
    /// nodes' names, whether it ignores who asks for another profile, and how often it was asked.
    bool is_headset;
    /// Whether that headset is a screen behind HDMI instead, with `fermata_screen_profiles`.
    bool is_screen;
    int32_t profile;
    struct pw_proxy *source;
    char address[64];
    bool is_deaf;
    uint32_t asked;
    /// The factor of the first channel and the mute switch that its microphone was last asked for; -1 before.
    float microphone_factor;
    int microphone_mute;
};

/// A profile of a headset, or of a screen, of which it also tells the channels and the end of the sink's name.
struct fermata_headset_profile {
    const char *name;
    int32_t priority;
    bool has_sink, has_source;
    const char *position, *sink;
};

static const struct fermata_headset_profile fermata_headset_profiles[] = {
    {"off", 0, false, false, "", ""}, {"a2dp-sink", 20, true, false, "", ""}, {"headset-head-unit", 10, true, true, "", ""}};
static const struct fermata_headset_profile fermata_screen_profiles[] = {
    {"off", 0, false, false, "", ""},
    {"output:hdmi-stereo", 20, true, false, "[ FL FR ]", "hdmi-stereo"},
    {"output:hdmi-surround71", 10, true, false, "[ FL FR RL RR FC LFE SL SR ]", "hdmi-surround71"}};
enum { fermata_headset_profile_count = 3 };

static inline const struct fermata_headset_profile *fermata_headset_profile_at(const struct fermata_card *card, int32_t index) {
    return card->is_screen ? &fermata_screen_profiles[index] : &fermata_headset_profiles[index];
}

static inline void fermata_card_tell(struct fermata_card *card) {
    struct spa_device_info info = SPA_DEVICE_INFO_INIT();
    info.change_mask = SPA_DEVICE_CHANGE_MASK_PARAMS;
    info.params = card->params;
    info.n_params = SPA_N_ELEMENTS(card->params);
    spa_device_emit_info(&card->hooks, &info);
}

/// Tells that a parameter has other values now.
static inline void fermata_card_tell_changed(struct fermata_card *card, uint32_t id) {
    for (uint32_t index = 0; index < SPA_N_ELEMENTS(card->params); index++)
        if (card->params[index].id == id) card->params[index].flags ^= SPA_PARAM_INFO_SERIAL;
    fermata_card_tell(card);
}

static inline int fermata_card_add_listener(
    void *object, struct spa_hook *listener, const struct spa_device_events *events, void *data) {
    struct fermata_card *card = (struct fermata_card *)object;
    struct spa_hook_list saved;
    spa_hook_list_isolate(&card->hooks, &saved, listener, events, data);
    fermata_card_tell(card);
    spa_hook_list_join(&card->hooks, &saved);
    return 0;
}

static inline int fermata_card_sync(void *object, int sequence) {
    struct fermata_card *card = (struct fermata_card *)object;
    spa_device_emit_result(&card->hooks, sequence, 0, 0, NULL);
    return 0;
}

static inline void fermata_card_build_class(struct spa_pod_builder *builder, const char *name, int32_t part) {
    struct spa_pod_frame frame;
    spa_pod_builder_push_struct(builder, &frame);
    spa_pod_builder_string(builder, name);
    spa_pod_builder_int(builder, 1);
    spa_pod_builder_string(builder, "card.profile.devices");
    spa_pod_builder_array(builder, sizeof part, SPA_TYPE_Int, 1, &part);
    spa_pod_builder_pop(builder, &frame);
}

static inline struct spa_pod *fermata_card_build_profile(
    const struct fermata_card *card, struct spa_pod_builder *builder, uint32_t id) {
    struct spa_pod_frame object, classes;
    spa_pod_builder_push_object(builder, &object, SPA_TYPE_OBJECT_ParamProfile, id);
    spa_pod_builder_add(
        builder, SPA_PARAM_PROFILE_index, SPA_POD_Int(1), SPA_PARAM_PROFILE_name, SPA_POD_String("output:analog-stereo"),
        SPA_PARAM_PROFILE_priority, SPA_POD_Int(10), SPA_PARAM_PROFILE_available,
        SPA_POD_Id(SPA_PARAM_AVAILABILITY_yes), 0);
    spa_pod_builder_prop(builder, SPA_PARAM_PROFILE_classes, 0);
    spa_pod_builder_push_struct(builder, &classes);
    spa_pod_builder_int(builder, card->has_input ? 2 : 1);
    fermata_card_build_class(builder, "Audio/Sink", 0);
    if (card->has_input) fermata_card_build_class(builder, "Audio/Source", 1);
    spa_pod_builder_pop(builder, &classes);
    return (struct spa_pod *)spa_pod_builder_pop(builder, &object);
}

static inline struct spa_pod *fermata_card_build_route(
    struct fermata_card *card, struct spa_pod_builder *builder, uint32_t id, uint32_t index) {
    const struct fermata_card_port *port = &card->ports[index];
    struct spa_pod_frame object, info;
    int32_t part = port->is_input ? 1 : 0, profile = 1;
    spa_pod_builder_push_object(builder, &object, SPA_TYPE_OBJECT_ParamRoute, id);
    spa_pod_builder_add(
        builder, SPA_PARAM_ROUTE_index, SPA_POD_Int((int32_t)index), SPA_PARAM_ROUTE_direction,
        SPA_POD_Id(port->is_input ? SPA_DIRECTION_INPUT : SPA_DIRECTION_OUTPUT), SPA_PARAM_ROUTE_name,
        SPA_POD_String(port->name),
        SPA_PARAM_ROUTE_description, SPA_POD_String(port->name), SPA_PARAM_ROUTE_priority,
        SPA_POD_Int((int32_t)(100 + index)), SPA_PARAM_ROUTE_available, SPA_POD_Id(port->available), 0);
    spa_pod_builder_prop(builder, SPA_PARAM_ROUTE_info, 0);
    spa_pod_builder_push_struct(builder, &info);
    spa_pod_builder_int(builder, 1);
    spa_pod_builder_string(builder, "port.type");
    spa_pod_builder_string(builder, port->type);
    spa_pod_builder_pop(builder, &info);
    spa_pod_builder_prop(builder, SPA_PARAM_ROUTE_profiles, 0);
    spa_pod_builder_array(builder, sizeof profile, SPA_TYPE_Int, 1, &profile);
    spa_pod_builder_prop(builder, SPA_PARAM_ROUTE_devices, 0);
    spa_pod_builder_array(builder, sizeof part, SPA_TYPE_Int, 1, &part);
    if (id == SPA_PARAM_Route)
        spa_pod_builder_add(
            builder, SPA_PARAM_ROUTE_device, SPA_POD_Int(part), SPA_PARAM_ROUTE_profile, SPA_POD_Int(profile), 0);
    return (struct spa_pod *)spa_pod_builder_pop(builder, &object);
}

static inline struct spa_pod *fermata_headset_build_profile(
    const struct fermata_card *card, struct spa_pod_builder *builder, uint32_t id, int32_t index) {
    const struct fermata_headset_profile *profile = fermata_headset_profile_at(card, index);
    struct spa_pod_frame object, classes;
    spa_pod_builder_push_object(builder, &object, SPA_TYPE_OBJECT_ParamProfile, id);
    spa_pod_builder_add(
        builder, SPA_PARAM_PROFILE_index, SPA_POD_Int(index), SPA_PARAM_PROFILE_name, SPA_POD_String(profile->name),
        SPA_PARAM_PROFILE_description, SPA_POD_String(profile->name), SPA_PARAM_PROFILE_priority,
        SPA_POD_Int(profile->priority), SPA_PARAM_PROFILE_available, SPA_POD_Id(SPA_PARAM_AVAILABILITY_yes), 0);
    spa_pod_builder_prop(builder, SPA_PARAM_PROFILE_classes, 0);
    spa_pod_builder_push_struct(builder, &classes);
    spa_pod_builder_int(builder, profile->has_sink + profile->has_source);
    if (profile->has_sink) fermata_card_build_class(builder, "Audio/Sink", 0);
    if (profile->has_source) fermata_card_build_class(builder, "Audio/Source", 1);
    spa_pod_builder_pop(builder, &classes);
    return (struct spa_pod *)spa_pod_builder_pop(builder, &object);
}

/// Route 0 is what it plays through, in the profiles 1 and 2; route 1 is its microphone, in profile 2.
static inline struct spa_pod *fermata_headset_build_route(
    struct fermata_card *card, struct spa_pod_builder *builder, uint32_t id, int32_t index) {
    const int32_t profiles[] = {2, 1};
    const char *name = card->is_screen ? "hdmi-output-0" : index == 0 ? "headset-output" : "headset-input";
    struct spa_pod_frame object;
    spa_pod_builder_push_object(builder, &object, SPA_TYPE_OBJECT_ParamRoute, id);
    spa_pod_builder_add(
        builder, SPA_PARAM_ROUTE_index, SPA_POD_Int(index), SPA_PARAM_ROUTE_direction,
        SPA_POD_Id(index == 0 ? SPA_DIRECTION_OUTPUT : SPA_DIRECTION_INPUT), SPA_PARAM_ROUTE_name, SPA_POD_String(name),
        SPA_PARAM_ROUTE_description, SPA_POD_String(name), SPA_PARAM_ROUTE_priority, SPA_POD_Int(100),
        SPA_PARAM_ROUTE_available, SPA_POD_Id(SPA_PARAM_AVAILABILITY_yes), 0);
    spa_pod_builder_prop(builder, SPA_PARAM_ROUTE_profiles, 0);
    spa_pod_builder_array(builder, sizeof *profiles, SPA_TYPE_Int, index == 0 ? 2 : 1, profiles);
    spa_pod_builder_prop(builder, SPA_PARAM_ROUTE_devices, 0);
    spa_pod_builder_array(builder, sizeof index, SPA_TYPE_Int, 1, &index);
    if (id == SPA_PARAM_Route)
        spa_pod_builder_add(
            builder, SPA_PARAM_ROUTE_device, SPA_POD_Int(index), SPA_PARAM_ROUTE_profile, SPA_POD_Int(card->profile), 0);
    return (struct spa_pod *)spa_pod_builder_pop(builder, &object);
}

static inline struct pw_proxy *fermata_screen_make_node(struct fermata_card *card) {
    const struct fermata_headset_profile *profile = fermata_headset_profile_at(card, card->profile);
    struct pw_properties *properties = pw_properties_new(
        "factory.name", "support.null-audio-sink", PW_KEY_MEDIA_CLASS, "Audio/Sink", "audio.position", profile->position,
        "card.profile.device", "0", PW_KEY_PRIORITY_SESSION, "3010", "monitor.passthrough", "true", NULL);
    struct pw_proxy *made;
    pw_properties_setf(properties, PW_KEY_NODE_NAME, "alsa_output.%s.%s", card->address, profile->sink);
    pw_properties_setf(properties, PW_KEY_NODE_DESCRIPTION, "%s", card->address);
    pw_properties_setf(properties, PW_KEY_DEVICE_ID, "%u", pw_proxy_get_bound_id(card->proxy));
    made = (struct pw_proxy *)pw_core_create_object(
        card->core, "adapter", PW_TYPE_INTERFACE_Node, PW_VERSION_NODE, &properties->dict, 0);
    pw_properties_free(properties);
    return made;
}

static inline struct pw_proxy *fermata_headset_make_node(struct fermata_card *card, bool is_source) {
    if (card->is_screen) return fermata_screen_make_node(card);
    struct pw_properties *properties = pw_properties_new(
        "factory.name", "support.null-audio-sink", PW_KEY_MEDIA_CLASS, is_source ? "Audio/Source/Virtual" : "Audio/Sink",
        "audio.position", is_source ? "[ MONO ]" : "[ FL FR ]", "card.profile.device", is_source ? "1" : "0",
        PW_KEY_PRIORITY_SESSION, is_source ? "2010" : "3010", PW_KEY_DEVICE_API, "bluez5", "api.bluez5.profile",
        fermata_headset_profiles[card->profile].name, "monitor.passthrough", "true", NULL);
    struct pw_proxy *made;
    pw_properties_setf(
        properties, PW_KEY_NODE_NAME, is_source ? "bluez_input.%s.0" : "bluez_output.%s.1", card->address);
    pw_properties_setf(properties, PW_KEY_NODE_DESCRIPTION, "%s", card->address);
    pw_properties_setf(properties, PW_KEY_DEVICE_ID, "%u", pw_proxy_get_bound_id(card->proxy));
    made = (struct pw_proxy *)pw_core_create_object(
        card->core, "adapter", PW_TYPE_INTERFACE_Node, PW_VERSION_NODE, &properties->dict, 0);
    pw_properties_free(properties);
    return made;
}

/// Changes the profile, as BlueZ does: all nodes go, and those of the profile come.
static inline void fermata_headset_apply(struct fermata_card *card, int32_t profile) {
    if (card->sink != NULL) pw_proxy_destroy(card->sink);
    if (card->source != NULL) pw_proxy_destroy(card->source);
    card->sink = card->source = NULL;
    card->profile = profile;
    if (fermata_headset_profile_at(card, profile)->has_sink) card->sink = fermata_headset_make_node(card, false);
    if (fermata_headset_profile_at(card, profile)->has_source) card->source = fermata_headset_make_node(card, true);
    fermata_card_tell_changed(card, SPA_PARAM_Profile);
    fermata_card_tell_changed(card, SPA_PARAM_EnumRoute);
    fermata_card_tell_changed(card, SPA_PARAM_Route);
}

/// The number of values that a parameter has.
static inline uint32_t fermata_card_param_count(const struct fermata_card *card, uint32_t id) {
    if (!card->is_headset) {
        if (id == SPA_PARAM_EnumRoute) return card->port_count;
        return id == SPA_PARAM_Route && card->has_input ? 2 : 1;
    }
    if (id == SPA_PARAM_EnumProfile) return fermata_headset_profile_count;
    if (id == SPA_PARAM_EnumRoute) return card->is_screen ? 1 : 2;
    if (id == SPA_PARAM_Route) return card->is_screen && card->profile > 0 ? 1 : (uint32_t)card->profile;
    return 1;
}

static inline int fermata_card_enum_params(
    void *object, int sequence, uint32_t id, uint32_t start, uint32_t most, const struct spa_pod *filter) {
    struct fermata_card *card = (struct fermata_card *)object;
    uint32_t count = fermata_card_param_count(card, id);
    for (uint32_t index = start; index < count && index - start < most; index++) {
        uint8_t storage[4096];
        struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(storage, sizeof storage);
        struct spa_result_device_params result = {.id = id, .index = index, .next = index + 1};
        struct spa_pod *param;
        if (card->is_headset && (id == SPA_PARAM_EnumRoute || id == SPA_PARAM_Route))
            param = fermata_headset_build_route(card, &builder, id, (int32_t)index);
        else if (card->is_headset && (id == SPA_PARAM_EnumProfile || id == SPA_PARAM_Profile))
            param = fermata_headset_build_profile(
                card, &builder, id, id == SPA_PARAM_Profile ? card->profile : (int32_t)index);
        else if (id == SPA_PARAM_EnumProfile || id == SPA_PARAM_Profile) param = fermata_card_build_profile(card, &builder, id);
        else if (id == SPA_PARAM_EnumRoute) param = fermata_card_build_route(card, &builder, id, index);
        else if (id == SPA_PARAM_Route)
            param = fermata_card_build_route(card, &builder, id, index == 0 ? card->active : card->active_input);
        else return -ENOENT;
        if (spa_pod_filter(&builder, &result.param, param, filter) < 0) continue;
        spa_device_emit_result(&card->hooks, sequence, 0, SPA_RESULT_TYPE_DEVICE_PARAMS, &result);
    }
    return 0;
}

/// The session manager chooses the port; its choice of profile is the only one there is.
static inline int fermata_card_set_param(void *object, uint32_t id, uint32_t flags, const struct spa_pod *param) {
    struct fermata_card *card = (struct fermata_card *)object;
    int32_t index = -1;
    (void)flags;
    if (id == SPA_PARAM_Profile && card->is_headset) {
        if (param == NULL ||
            spa_pod_parse_object(param, SPA_TYPE_OBJECT_ParamProfile, NULL, SPA_PARAM_PROFILE_index, SPA_POD_Int(&index)) < 0 ||
            index < 0 || index >= fermata_headset_profile_count)
            return -EINVAL;
        card->asked++;
        if (!card->is_deaf && index != card->profile) fermata_headset_apply(card, index);
        return 0;
    }
    if (id == SPA_PARAM_Route && card->is_headset) {
        int32_t part = -1;
        struct spa_pod *props = NULL, *volumes = NULL;
        bool mute = false;
        if (param == NULL ||
            spa_pod_parse_object(
                param, SPA_TYPE_OBJECT_ParamRoute, NULL, SPA_PARAM_ROUTE_device, SPA_POD_Int(&part), SPA_PARAM_ROUTE_props,
                SPA_POD_OPT_Pod(&props)) < 0)
            return -EINVAL;
        if (part != 1 || props == NULL) return 0;
        if (spa_pod_parse_object(props, SPA_TYPE_OBJECT_Props, NULL, SPA_PROP_mute, SPA_POD_Bool(&mute)) >= 0)
            card->microphone_mute = mute;
        if (spa_pod_parse_object(props, SPA_TYPE_OBJECT_Props, NULL, SPA_PROP_channelVolumes, SPA_POD_Pod(&volumes)) >= 0)
            spa_pod_copy_array(volumes, SPA_TYPE_Float, &card->microphone_factor, 1);
        return 0;
    }
    if (id == SPA_PARAM_Profile) return 0;
    if (id != SPA_PARAM_Route || param == NULL) return -ENOENT;
    if (spa_pod_parse_object(param, SPA_TYPE_OBJECT_ParamRoute, NULL, SPA_PARAM_ROUTE_index, SPA_POD_Int(&index)) < 0 ||
        index < 0 || (uint32_t)index >= card->port_count)
        return -EINVAL;
    if (card->ports[index].is_input) card->active_input = (uint32_t)index;
    else card->active = (uint32_t)index;
    fermata_card_tell_changed(card, SPA_PARAM_Route);
    return 0;
}

static const struct spa_device_methods fermata_card_methods = {
    SPA_VERSION_DEVICE_METHODS,
    .add_listener = fermata_card_add_listener,
    .sync = fermata_card_sync,
    .enum_params = fermata_card_enum_params,
    .set_param = fermata_card_set_param,
};

static inline void fermata_card_add_port(
    struct fermata_card *card, const char *name, const char *type, bool available, bool is_input) {
    struct fermata_card_port *port = &card->ports[card->port_count];
    if (card->port_count == fermata_card_most_ports) return;
    strncpy(port->name, name, sizeof port->name - 1);
    strncpy(port->type, type, sizeof port->type - 1);
    port->is_input = is_input;
    if (is_input && !card->has_input) card->active_input = card->port_count;
    card->has_input = card->has_input || is_input;
    port->available = available ? SPA_PARAM_AVAILABILITY_yes : SPA_PARAM_AVAILABILITY_no;
    card->port_count++;
}

/// Takes down what was made.
static inline void fermata_card_destroy(struct fermata_card *card) {
    if (card->loop != NULL) pw_thread_loop_stop(card->loop);
    if (card->context != NULL) pw_context_destroy(card->context);
    if (card->loop != NULL) pw_thread_loop_destroy(card->loop);
    free(card);
}

/// A card that is connected nowhere yet, for ports to be added.
static inline struct fermata_card *fermata_card_new(void) {
    struct fermata_card *card = (struct fermata_card *)calloc(1, sizeof *card);
    if (card == NULL) return NULL;
    uint32_t ids[] = {SPA_PARAM_EnumProfile, SPA_PARAM_Profile, SPA_PARAM_EnumRoute, SPA_PARAM_Route};
    uint32_t flags[] = {SPA_PARAM_INFO_READ, SPA_PARAM_INFO_READWRITE, SPA_PARAM_INFO_READ, SPA_PARAM_INFO_READWRITE};
    for (uint32_t index = 0; index < SPA_N_ELEMENTS(ids); index++)
        card->params[index] = SPA_PARAM_INFO(ids[index], flags[index]);
    card->device.iface =
        SPA_INTERFACE_INIT(SPA_TYPE_INTERFACE_Device, SPA_VERSION_DEVICE, &fermata_card_methods, card);
    spa_hook_list_init(&card->hooks);
    return card;
}

/// Makes the card a headset without any profile yet, before it is given to a server; the session manager chooses one.
static inline void fermata_card_become_headset(struct fermata_card *card, const char *address) {
    card->is_headset = true;
    card->microphone_factor = -1;
    card->microphone_mute = -1;
    strncpy(card->address, address, sizeof card->address - 1);
}

/// Makes the card a screen behind HDMI in the same way.
static inline void fermata_card_become_screen(struct fermata_card *card, const char *name) {
    fermata_card_become_headset(card, name);
    card->is_screen = true;
}

/// The name of the profile of a headset, as a user or the session manager has chosen it.
static inline const char *fermata_headset_profile_name(struct fermata_card *card) {
    pw_thread_loop_lock(card->loop);
    const char *name = fermata_headset_profile_at(card, card->profile)->name;
    pw_thread_loop_unlock(card->loop);
    return name;
}

/// The factor of the first channel that the microphone of a headset was last asked for, below 0 while it is muted.
static inline float fermata_headset_microphone(struct fermata_card *card) {
    pw_thread_loop_lock(card->loop);
    float factor = card->microphone_mute == 1 ? -card->microphone_factor : card->microphone_factor;
    pw_thread_loop_unlock(card->loop);
    return factor;
}

/// How often a headset was asked for a profile.
static inline uint32_t fermata_headset_asked(struct fermata_card *card) {
    pw_thread_loop_lock(card->loop);
    uint32_t asked = card->asked;
    pw_thread_loop_unlock(card->loop);
    return asked;
}

/// Changes the profile of a headset, as a user does in a mixer.
static inline void fermata_headset_choose(struct fermata_card *card, int32_t profile) {
    pw_thread_loop_lock(card->loop);
    fermata_headset_apply(card, profile);
    pw_thread_loop_unlock(card->loop);
}

/// Lets a headset ignore from now on who asks for another profile.
static inline void fermata_headset_become_deaf(struct fermata_card *card) {
    pw_thread_loop_lock(card->loop);
    card->is_deaf = true;
    pw_thread_loop_unlock(card->loop);
}

/// Takes the microphone of a headset away, but no more.
static inline void fermata_headset_lose_source(struct fermata_card *card) {
    pw_thread_loop_lock(card->loop);
    if (card->source != NULL) pw_proxy_destroy(card->source);
    card->source = NULL;
    pw_thread_loop_unlock(card->loop);
}

/// Connects to the server and gives it the card; whether that could be begun.
static inline bool fermata_card_export(struct fermata_card *card, const char *remote, const char *name, const char *bus) {
    struct pw_properties *properties;
    pw_init(NULL, NULL);
    card->loop = pw_thread_loop_new("test-card", NULL);
    if (card->loop == NULL) return false;
    card->context = pw_context_new(pw_thread_loop_get_loop(card->loop), NULL, 0);
    if (card->context == NULL) return false;
    card->core = pw_context_connect(card->context, pw_properties_new(PW_KEY_REMOTE_NAME, remote, NULL), 0);
    if (card->core == NULL) return false;
    properties = pw_properties_new(
        PW_KEY_DEVICE_NAME, name, PW_KEY_DEVICE_DESCRIPTION, name, PW_KEY_DEVICE_NICK, name, PW_KEY_MEDIA_CLASS,
        "Audio/Device", PW_KEY_DEVICE_API, card->is_headset && !card->is_screen ? "bluez5" : "test", PW_KEY_DEVICE_BUS, bus, PW_KEY_DEVICE_FORM_FACTOR, "internal", NULL);
    card->proxy = (struct pw_proxy *)pw_core_export(
        card->core, SPA_TYPE_INTERFACE_Device, &properties->dict, &card->device, 0);
    pw_properties_free(properties);
    return card->proxy != NULL && pw_thread_loop_start(card->loop) == 0;
}

/// The server's number for the card; SPA_ID_INVALID while it has none.
static inline uint32_t fermata_card_id(struct fermata_card *card) {
    pw_thread_loop_lock(card->loop);
    uint32_t id = pw_proxy_get_bound_id(card->proxy);
    pw_thread_loop_unlock(card->loop);
    return id;
}

/// Adds the sink of part 0, a null sink that lives as long as the card; the card must have its number.
static inline bool fermata_card_add_sink(struct fermata_card *card, const char *name, const char *priority) {
    struct pw_properties *properties;
    pw_thread_loop_lock(card->loop);
    properties = pw_properties_new(
        "factory.name", "support.null-audio-sink", PW_KEY_NODE_NAME, name, PW_KEY_NODE_DESCRIPTION, name,
        PW_KEY_MEDIA_CLASS, "Audio/Sink", "audio.position", "[ FL FR ]", "card.profile.device", "0",
        PW_KEY_PRIORITY_SESSION, priority, "monitor.passthrough", "true", NULL);
    pw_properties_setf(properties, PW_KEY_DEVICE_ID, "%u", pw_proxy_get_bound_id(card->proxy));
    card->sink = (struct pw_proxy *)pw_core_create_object(
        card->core, "adapter", PW_TYPE_INTERFACE_Node, PW_VERSION_NODE, &properties->dict, 0);
    pw_properties_free(properties);
    pw_thread_loop_unlock(card->loop);
    return card->sink != NULL;
}

/// Adds the source of part 1, in the same way.
static inline bool fermata_card_add_source(struct fermata_card *card, const char *name) {
    struct pw_properties *properties;
    pw_thread_loop_lock(card->loop);
    properties = pw_properties_new(
        "factory.name", "support.null-audio-sink", PW_KEY_NODE_NAME, name, PW_KEY_NODE_DESCRIPTION, name,
        PW_KEY_MEDIA_CLASS, "Audio/Source/Virtual", "audio.position", "[ FL FR ]", "card.profile.device", "1",
        PW_KEY_PRIORITY_SESSION, "3000", NULL);
    pw_properties_setf(properties, PW_KEY_DEVICE_ID, "%u", pw_proxy_get_bound_id(card->proxy));
    card->source = (struct pw_proxy *)pw_core_create_object(
        card->core, "adapter", PW_TYPE_INTERFACE_Node, PW_VERSION_NODE, &properties->dict, 0);
    pw_properties_free(properties);
    pw_thread_loop_unlock(card->loop);
    return card->source != NULL;
}

/// Plugs something into a port, or out of it.
static inline void fermata_card_set_available(struct fermata_card *card, uint32_t index, bool available) {
    pw_thread_loop_lock(card->loop);
    card->ports[index].available = available ? SPA_PARAM_AVAILABILITY_yes : SPA_PARAM_AVAILABILITY_no;
    // The active port's own parameter says so too.
    if (card->active == index || (card->has_input && card->active_input == index)) fermata_card_tell_changed(card, SPA_PARAM_Route);
    fermata_card_tell_changed(card, SPA_PARAM_EnumRoute);
    pw_thread_loop_unlock(card->loop);
}

/// Plays through another port, as where a user chose it.
static inline void fermata_card_set_active(struct fermata_card *card, uint32_t index) {
    pw_thread_loop_lock(card->loop);
    card->active = index;
    fermata_card_tell_changed(card, SPA_PARAM_Route);
    pw_thread_loop_unlock(card->loop);
}

/// Takes sound in through another port, as where a user chose it.
static inline void fermata_card_set_active_input(struct fermata_card *card, uint32_t index) {
    pw_thread_loop_lock(card->loop);
    card->active_input = index;
    fermata_card_tell_changed(card, SPA_PARAM_Route);
    pw_thread_loop_unlock(card->loop);
}

/// Which port it takes sound in through.
static inline uint32_t fermata_card_active_input(struct fermata_card *card) {
    pw_thread_loop_lock(card->loop);
    uint32_t active = card->active_input;
    pw_thread_loop_unlock(card->loop);
    return active;
}

/// Which port it plays through.
static inline uint32_t fermata_card_active(struct fermata_card *card) {
    pw_thread_loop_lock(card->loop);
    uint32_t active = card->active;
    pw_thread_loop_unlock(card->loop);
    return active;
}

/// Takes the card out of the server, as when a USB plug is drawn, but leaves its sink.
static inline void fermata_card_remove(struct fermata_card *card) {
    pw_thread_loop_lock(card->loop);
    pw_proxy_destroy(card->proxy);
    card->proxy = NULL;
    pw_thread_loop_unlock(card->loop);
}
