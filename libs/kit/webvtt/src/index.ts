export { encodeEntities } from './cue-text.ts';
export type { Cue } from './cue.ts';
export { formatSrt } from './format-srt.ts';
export { formatWebVtt } from './format-web-vtt.ts';
export { parseWebVtt } from './parse-web-vtt.ts';
export type { WebVttLimits } from './parse-web-vtt.ts';
export { formatTimestamp, parseTimestamp } from './timestamp.ts';
export { WebVttError } from './web-vtt-error.ts';
