/** The video host adapter of this service. */
export const VIDEO_HOST = Symbol('the video host');
/** Who writes chapters: a model, or the keyless engine. */
export const CHAPTER_WRITER = Symbol('the chapter writer');
