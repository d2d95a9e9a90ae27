/// The part of the OpenFX 1.4 image effect interface that the bundle and the host of its tests use: layouts of
/// structures, signatures and names, as published at https://openeffects.org. Declared here in words of our own.
#ifndef TINTYPE_OFX_H
#define TINTYPE_OFX_H

#include <stddef.h>

// MARK: Handles and numbers

/// Handles are pointers that only the host dereferences.
typedef struct ofx_property_set *ofx_properties;
typedef struct ofx_effect_handle *ofx_effect;
typedef struct ofx_clip_handle *ofx_clip;
typedef struct ofx_param_handle *ofx_param;
typedef struct ofx_param_set_handle *ofx_params;

/// In frames.
typedef double ofx_time;

/// Half open; y points up.
typedef struct {
  int x1, y1, x2, y2;
} ofx_pixels;

/// The same in canonical coordinates: pixels of full scale, stretched by the pixel aspect ratio.
typedef struct {
  double x1, y1, x2, y2;
} ofx_area;

typedef int ofx_status;
enum {
  OFX_OK = 0,
  OFX_FAILED = 1,
  OFX_FATAL = 2,
  OFX_UNKNOWN = 3,
  OFX_MISSING_HOST_FEATURE = 4,
  OFX_UNSUPPORTED = 5,
  OFX_MEMORY = 8,
  OFX_BAD_HANDLE = 9,
  OFX_BAD_INDEX = 10,
  OFX_REPLY_DEFAULT = 14
};

// MARK: Host and plug-in

typedef struct {
  ofx_properties properties;
  /// NULL for a suite that the host does not have.
  const void *(*fetch_suite)(ofx_properties host, const char *name, int version);
} ofx_host;

typedef ofx_status ofx_entry(
    const char *action, const void *handle, ofx_properties arguments, ofx_properties results);

/// What `OfxGetPlugin` returns; `OfxGetNumberOfPlugins` says how many there are.
typedef struct {
  const char *api;
  int api_version;
  const char *identifier;
  unsigned major_version, minor_version;
  void (*set_host)(ofx_host *host);
  ofx_entry *entry;
} ofx_plugin;

// MARK: Suites

#define OFX_PROPERTY_SUITE "OfxPropertySuite"

/// Version 1. A property has a name, a type, and one or more values.
typedef struct {
  ofx_status (*set_pointer)(ofx_properties, const char *name, int index, void *);
  ofx_status (*set_string)(ofx_properties, const char *name, int index, const char *);
  ofx_status (*set_double)(ofx_properties, const char *name, int index, double);
  ofx_status (*set_int)(ofx_properties, const char *name, int index, int);
  ofx_status (*set_pointers)(ofx_properties, const char *name, int count, void *const *);
  ofx_status (*set_strings)(ofx_properties, const char *name, int count, const char *const *);
  ofx_status (*set_doubles)(ofx_properties, const char *name, int count, const double *);
  ofx_status (*set_ints)(ofx_properties, const char *name, int count, const int *);
  ofx_status (*get_pointer)(ofx_properties, const char *name, int index, void **);
  ofx_status (*get_string)(ofx_properties, const char *name, int index, char **);
  ofx_status (*get_double)(ofx_properties, const char *name, int index, double *);
  ofx_status (*get_int)(ofx_properties, const char *name, int index, int *);
  ofx_status (*get_pointers)(ofx_properties, const char *name, int count, void **);
  ofx_status (*get_strings)(ofx_properties, const char *name, int count, char **);
  ofx_status (*get_doubles)(ofx_properties, const char *name, int count, double *);
  ofx_status (*get_ints)(ofx_properties, const char *name, int count, int *);
  ofx_status (*reset)(ofx_properties, const char *name);
  ofx_status (*dimension)(ofx_properties, const char *name, int *count);
} ofx_property_suite;

#define OFX_EFFECT_SUITE "OfxImageEffectSuite"

/// Version 1.
typedef struct {
  ofx_status (*properties)(ofx_effect, ofx_properties *);
  ofx_status (*params)(ofx_effect, ofx_params *);
  ofx_status (*define_clip)(ofx_effect, const char *name, ofx_properties *);
  ofx_status (*clip)(ofx_effect, const char *name, ofx_clip *, ofx_properties *);
  ofx_status (*clip_properties)(ofx_clip, ofx_properties *);
  ofx_status (*image)(ofx_clip, ofx_time, const ofx_area *part, ofx_properties *);
  ofx_status (*release_image)(ofx_properties);
  ofx_status (*clip_area)(ofx_clip, ofx_time, ofx_area *);
  /// Not 0 once the result is not wanted any more.
  int (*abort)(ofx_effect);
  ofx_status (*allocate)(ofx_effect, size_t bytes, void **memory);
  ofx_status (*free)(void *memory);
  ofx_status (*lock)(void *memory, void **pointer);
  ofx_status (*unlock)(void *memory);
} ofx_effect_suite;

#define OFX_PARAM_SUITE "OfxParameterSuite"

/// Version 1. Values are passed as one argument for each number: pointers to read, `double` or `int` to write.
typedef struct {
  ofx_status (*define)(ofx_params, const char *type, const char *name, ofx_properties *);
  ofx_status (*param)(ofx_params, const char *name, ofx_param *, ofx_properties *);
  ofx_status (*set_properties)(ofx_params, ofx_properties *);
  ofx_status (*properties)(ofx_param, ofx_properties *);
  ofx_status (*value)(ofx_param, ...);
  ofx_status (*value_at)(ofx_param, ofx_time, ...);
  ofx_status (*derivative)(ofx_param, ofx_time, ...);
  ofx_status (*integral)(ofx_param, ofx_time, ofx_time, ...);
  ofx_status (*set)(ofx_param, ...);
  ofx_status (*set_at)(ofx_param, ofx_time, ...);
  ofx_status (*key_count)(ofx_param, unsigned *);
  ofx_status (*key_time)(ofx_param, unsigned, ofx_time *);
  ofx_status (*key_index)(ofx_param, ofx_time, int direction, int *);
  ofx_status (*delete_key)(ofx_param, ofx_time);
  ofx_status (*delete_keys)(ofx_param);
  ofx_status (*copy)(ofx_param to, ofx_param from, ofx_time offset, const void *range);
  ofx_status (*begin_edit)(ofx_params, const char *name);
  ofx_status (*end_edit)(ofx_params);
} ofx_param_suite;

#define OFX_MESSAGE_SUITE "OfxMessageSuite"

/// Version 1 ends after `message`.
typedef struct {
  ofx_status (*message)(void *handle, const char *type, const char *id, const char *format, ...);
  /// Shown on the effect until it is cleared.
  ofx_status (*set_persistent)(void *handle, const char *type, const char *id, const char *format, ...);
  ofx_status (*clear_persistent)(void *handle);
} ofx_message_suite;

#define OFX_ERROR "OfxMessageError"

// MARK: Actions

#define OFX_LOAD "OfxActionLoad"
#define OFX_UNLOAD "OfxActionUnload"
#define OFX_DESCRIBE "OfxActionDescribe"
#define OFX_DESCRIBE_IN_CONTEXT "OfxImageEffectActionDescribeInContext"
#define OFX_CREATE "OfxActionCreateInstance"
#define OFX_DESTROY "OfxActionDestroyInstance"
#define OFX_CHANGED "OfxActionInstanceChanged"
#define OFX_RENDER "OfxImageEffectActionRender"
#define OFX_GET_AREA "OfxImageEffectActionGetRegionOfDefinition"
#define OFX_GET_NEEDED "OfxImageEffectActionGetRegionsOfInterest"
#define OFX_GET_PREFERENCES "OfxImageEffectActionGetClipPreferences"

// MARK: Names of properties, and their words

#define OFX_API "OfxImageEffectPluginAPI"
#define OFX_LABEL "OfxPropLabel"
#define OFX_DESCRIPTION "OfxPropPluginDescription"
#define OFX_NAME "OfxPropName"
#define OFX_TYPE "OfxPropType"
#define OFX_TYPE_PARAM "OfxTypeParameter"
#define OFX_REASON "OfxPropChangeReason"
#define OFX_USER_EDITED "OfxChangeUserEdited"
#define OFX_TIME "OfxPropTime"
#define OFX_INSTANCE_DATA "OfxPropInstanceData"

#define OFX_GROUPING "OfxImageEffectPluginPropGrouping"
#define OFX_CONTEXTS "OfxImageEffectPropSupportedContexts"
#define OFX_FILTER "OfxImageEffectContextFilter"
#define OFX_DEPTHS "OfxImageEffectPropSupportedPixelDepths"
#define OFX_BYTE "OfxBitDepthByte"
#define OFX_SHORT "OfxBitDepthShort"
#define OFX_HALF "OfxBitDepthHalf"
#define OFX_FLOAT "OfxBitDepthFloat"
#define OFX_SAFETY "OfxImageEffectPluginRenderThreadSafety"
#define OFX_FULLY_SAFE "OfxImageEffectRenderFullySafe"
#define OFX_HOST_THREADING "OfxImageEffectPluginPropHostFrameThreading"
#define OFX_ANY_SIZE "OfxImageEffectPropSupportsMultiResolution"
#define OFX_TILES "OfxImageEffectPropSupportsTiles"
#define OFX_TEMPORAL "OfxImageEffectPropTemporalClipAccess"
#define OFX_CLIP_DEPTHS "OfxImageEffectPropMultipleClipDepths"
#define OFX_FRAME_VARYING "OfxImageEffectFrameVarying"
#define OFX_PREFERENCE_PARAMS "OfxImageEffectPropClipPreferencesSlaveParam"

#define OFX_SOURCE "Source"
#define OFX_OUTPUT "Output"
#define OFX_COMPONENTS_SUPPORTED "OfxImageEffectPropSupportedComponents"
#define OFX_COMPONENTS "OfxImageEffectPropComponents"
#define OFX_RGBA "OfxImageComponentRGBA"
#define OFX_RGB "OfxImageComponentRGB"
#define OFX_DEPTH "OfxImageEffectPropPixelDepth"
#define OFX_ALPHA "OfxImageEffectPropPreMultiplication"
#define OFX_OPAQUE "OfxImageOpaque"
#define OFX_PREMULTIPLIED "OfxImageAlphaPremultiplied"
#define OFX_STRAIGHT "OfxImageAlphaUnPremultiplied"
#define OFX_DATA "OfxImagePropData"
#define OFX_BOUNDS "OfxImagePropBounds"
#define OFX_IMAGE_AREA "OfxImagePropRegionOfDefinition"
#define OFX_ROW_BYTES "OfxImagePropRowBytes"
#define OFX_ASPECT "OfxImagePropPixelAspectRatio"
#define OFX_WINDOW "OfxImageEffectPropRenderWindow"
#define OFX_SCALE "OfxImageEffectPropRenderScale"
#define OFX_AREA "OfxImageEffectPropRegionOfDefinition"
#define OFX_WANTED "OfxImageEffectPropRegionOfInterest"
#define OFX_NEEDED_OF "OfxImageClipPropRoI_"

#define OFX_PARAM_DOUBLE "OfxParamTypeDouble"
#define OFX_PARAM_DOUBLE_2D "OfxParamTypeDouble2D"
#define OFX_PARAM_INT "OfxParamTypeInteger"
#define OFX_PARAM_BOOL "OfxParamTypeBoolean"
#define OFX_PARAM_CHOICE "OfxParamTypeChoice"
#define OFX_PARAM_RGB "OfxParamTypeRGB"
#define OFX_PARAM_RGBA "OfxParamTypeRGBA"
#define OFX_PARAM_STRING "OfxParamTypeString"
#define OFX_PARAM_GROUP "OfxParamTypeGroup"
#define OFX_DEFAULT "OfxParamPropDefault"
#define OFX_MIN "OfxParamPropMin"
#define OFX_MAX "OfxParamPropMax"
#define OFX_SLIDER_MIN "OfxParamPropDisplayMin"
#define OFX_SLIDER_MAX "OfxParamPropDisplayMax"
#define OFX_STEP "OfxParamPropIncrement"
#define OFX_DIGITS "OfxParamPropDigits"
#define OFX_HINT "OfxParamPropHint"
#define OFX_PARENT "OfxParamPropParent"
#define OFX_OPTION "OfxParamPropChoiceOption"
#define OFX_ANIMATES "OfxParamPropAnimates"
#define OFX_DOUBLE_TYPE "OfxParamPropDoubleType"
#define OFX_PLAIN "OfxParamDoubleTypePlain"
#define OFX_STRING_MODE "OfxParamPropStringMode"
#define OFX_FILE_PATH "OfxParamStringIsFilePath"

#endif
