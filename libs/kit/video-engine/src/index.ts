export { createVideoEngine } from './engine.ts';
export type { Limits, Logger, VideoEngine, VideoEngineOptions } from './options.ts';
