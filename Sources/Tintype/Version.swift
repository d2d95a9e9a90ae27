/// The engine's version: the same version gives the same bytes for the same photo, recipe and settings.
public let tintypeVersion = "0.1.0"
