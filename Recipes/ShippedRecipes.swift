/// The shipped recipes, embedded in the binary so that it needs no files beside it.
public enum ShippedRecipes {
  /// A shipped recipe.
  public struct Recipe: Sendable {
    /// The file name without `.tint`, as passed to `render`.
    public let name: String
    /// The text as UTF-8.
    public let text: [UInt8]
  }

  /// A group of looks.
  public struct Group: Sendable {
    /// The heading in lists.
    public let title: String
    /// The looks in listing order.
    public let looks: [Recipe]
    /// Whether they are finished looks, rather than tools for editing photos and making looks.
    public let isForPictures: Bool
  }

  /// All looks in listing order.
  public static let groups: [Group] = [
    Group(title: "First looks", looks: first, isForPictures: true),
    Group(title: "The film cabinet", looks: cabinet, isForPictures: true),
    Group(title: "The photo editor", looks: editor, isForPictures: false),
  ]

  /// The unchanged photo and the first two looks.
  public static let first: [Recipe] = [
    Recipe(name: "original", text: PackageResources.original_tint),
    Recipe(name: "minimal-life", text: PackageResources.minimal_life_tint),
    Recipe(name: "tumble-down", text: PackageResources.tumble_down_tint),
  ]

  /// Finished looks: color negative, slide, cinema, instant, and black and white.
  public static let cabinet: [Recipe] = [
    Recipe(name: "warm-negative", text: PackageResources.warm_negative_tint),
    Recipe(name: "cool-negative", text: PackageResources.cool_negative_tint),
    Recipe(name: "punchy-negative", text: PackageResources.punchy_negative_tint),
    Recipe(name: "faded-negative", text: PackageResources.faded_negative_tint),
    Recipe(name: "expired", text: PackageResources.expired_tint),
    Recipe(name: "slide", text: PackageResources.slide_tint),
    Recipe(name: "classic-slide", text: PackageResources.classic_slide_tint),
    Recipe(name: "cross-process", text: PackageResources.cross_process_tint),
    Recipe(name: "redscale", text: PackageResources.redscale_tint),
    Recipe(name: "cine-tungsten", text: PackageResources.cine_tungsten_tint),
    Recipe(name: "cine-day", text: PackageResources.cine_day_tint),
    Recipe(name: "bleach-bypass", text: PackageResources.bleach_bypass_tint),
    Recipe(name: "three-strip", text: PackageResources.three_strip_tint),
    Recipe(name: "two-strip", text: PackageResources.two_strip_tint),
    Recipe(name: "night", text: PackageResources.night_tint),
    Recipe(name: "instant-print", text: PackageResources.instant_print_tint),
    Recipe(name: "peel-apart", text: PackageResources.peel_apart_tint),
    Recipe(name: "date-camera", text: PackageResources.date_camera_tint),
    Recipe(name: "matte", text: PackageResources.matte_tint),
    Recipe(name: "fine-silver", text: PackageResources.fine_silver_tint),
    Recipe(name: "reportage", text: PackageResources.reportage_tint),
    Recipe(name: "pushed-silver", text: PackageResources.pushed_silver_tint),
    Recipe(name: "orange-filter", text: PackageResources.orange_filter_tint),
    Recipe(name: "red-filter", text: PackageResources.red_filter_tint),
    Recipe(name: "ortho", text: PackageResources.ortho_tint),
    Recipe(name: "infrared", text: PackageResources.infrared_tint),
    Recipe(name: "sepia-print", text: PackageResources.sepia_print_tint),
    Recipe(name: "selenium", text: PackageResources.selenium_tint),
    Recipe(name: "cyanotype", text: PackageResources.cyanotype_tint),
  ]

  /// The tools of a photo editor, and film effects as steps for other recipes.
  public static let editor: [Recipe] = [
    Recipe(name: "frame", text: PackageResources.frame_tint),
    Recipe(name: "adjust", text: PackageResources.adjust_tint),
    Recipe(name: "tone-curve", text: PackageResources.tone_curve_tint),
    Recipe(name: "color-wheels", text: PackageResources.color_wheels_tint),
    Recipe(name: "auto-exposure", text: PackageResources.auto_exposure_tint),
    Recipe(name: "auto-levels", text: PackageResources.auto_levels_tint),
    Recipe(name: "auto-contrast", text: PackageResources.auto_contrast_tint),
    Recipe(name: "auto-white", text: PackageResources.auto_white_tint),
    Recipe(name: "negative", text: PackageResources.negative_tint),
    Recipe(name: "color-mixer", text: PackageResources.color_mixer_tint),
    Recipe(name: "color-filter", text: PackageResources.color_filter_tint),
    Recipe(name: "sepia", text: PackageResources.sepia_tint),
    Recipe(name: "noir", text: PackageResources.noir_tint),
    Recipe(name: "chrome", text: PackageResources.chrome_tint),
    Recipe(name: "instant", text: PackageResources.instant_tint),
    Recipe(name: "fade", text: PackageResources.fade_tint),
    Recipe(name: "monochrome", text: PackageResources.monochrome_tint),
    Recipe(name: "grayscale", text: PackageResources.grayscale_tint),
    Recipe(name: "posterize", text: PackageResources.posterize_tint),
    Recipe(name: "vignette", text: PackageResources.vignette_tint),
    Recipe(name: "sharpen", text: PackageResources.sharpen_tint),
    Recipe(name: "soften", text: PackageResources.soften_tint),
    Recipe(name: "blur-spot", text: PackageResources.blur_spot_tint),
    Recipe(name: "focus-spot", text: PackageResources.focus_spot_tint),
    Recipe(name: "tilt-shift", text: PackageResources.tilt_shift_tint),
    Recipe(name: "background-blur", text: PackageResources.background_blur_tint),
    Recipe(name: "double-exposure", text: PackageResources.double_exposure_tint),
    Recipe(name: "overlay", text: PackageResources.overlay_tint),
    Recipe(name: "border", text: PackageResources.border_tint),
    Recipe(name: "rebate", text: PackageResources.rebate_tint),
    Recipe(name: "distortion", text: PackageResources.distortion_tint),
    Recipe(name: "fringing", text: PackageResources.fringing_tint),
    Recipe(name: "swirl", text: PackageResources.swirl_tint),
    Recipe(name: "date-stamp", text: PackageResources.date_stamp_tint),
    Recipe(name: "grain", text: PackageResources.grain_tint),
    Recipe(name: "halation", text: PackageResources.halation_tint),
    Recipe(name: "bloom", text: PackageResources.bloom_tint),
    Recipe(name: "light-leak", text: PackageResources.light_leak_tint),
    Recipe(name: "dust", text: PackageResources.dust_tint),
  ]

  /// The standard library.
  public static let library: [Recipe] = [
    Recipe(name: "color", text: PackageResources.color_tint),
    Recipe(name: "blending", text: PackageResources.blending_tint),
    Recipe(name: "masks", text: PackageResources.masks_tint),
    Recipe(name: "spaces", text: PackageResources.spaces_tint),
    Recipe(name: "cameras", text: PackageResources.cameras_tint),
    Recipe(name: "light", text: PackageResources.light_tint),
    Recipe(name: "balance", text: PackageResources.balance_tint),
    Recipe(name: "automatic", text: PackageResources.automatic_tint),
    Recipe(name: "grading", text: PackageResources.grading_tint),
    Recipe(name: "film", text: PackageResources.film_tint),
    Recipe(name: "emulsion", text: PackageResources.emulsion_tint),
    Recipe(name: "stocks", text: PackageResources.stocks_tint),
    Recipe(name: "lens", text: PackageResources.lens_tint),
    Recipe(name: "effects", text: PackageResources.effects_tint),
  ]
}
