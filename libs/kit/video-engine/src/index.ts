export { MediaFolderError } from './common/lifecycle-errors.ts';
export {
  engineRoles,
  type EngineRole,
  type EngineStatistics,
  type JobStatistics,
  type Limits,
  type Logger,
  type VideoEngine,
  type VideoEngineOptions,
} from './common/options.ts';
export { createVideoEngine } from './engine.ts';
export { holdMedia, type HeldMedia } from './held-media.ts';
export { beginCopy, endCopy, mediaIdOf, mediaPrefix } from './media-identity.ts';
export { acceptMedia, StoppedMedia, type MediaPlace } from './stopped-media.ts';
