/** The video host adapter of this service. */
export const VIDEO_HOST = Symbol('the video host');
/** Who writes: a language model, or the keyless engine. */
export const TEXT_WRITER = Symbol('the text writer');
/** Who writes what must not fail when the language model is away. */
export const KEYLESS_WRITER = Symbol('the keyless writer');
