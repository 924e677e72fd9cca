export { makeRecording, talk } from './file-contents.ts';
export { ffmpeg, makeFolder, makeLargeVideo, makeSlowVideo, makeVideo } from './fixtures.ts';
export { makeFlashes, type Recording } from './flash-and-beep.ts';
export { inFullRun, isFullRun } from './full-run.ts';
export { makeTools } from './media-tools.ts';
export { ingest } from './packaging.ts';
