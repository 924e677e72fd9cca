/** The video host adapter of this service. */
export const VIDEO_HOST = Symbol('the video host');
