export { MediaFolderError } from './common/lifecycle-errors.ts';
export { HeldMedia } from './held-media.ts';
export { beginCopy, endCopy, mediaIdOf, mediaPrefix } from './media-identity.ts';
export { acceptMedia, StoppedMedia, type MediaPlace } from './stopped-media.ts';
export { createVideoEngine } from './engine.ts';
export { engineRoles } from './common/options.ts';
export type {
  EngineRole,
  EngineStatistics,
  JobStatistics,
  Limits,
  Logger,
  VideoEngine,
  VideoEngineOptions,
} from './common/options.ts';
