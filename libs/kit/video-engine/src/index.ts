export { createVideoEngine } from './engine.ts';
export type {
  EngineStatistics,
  JobStatistics,
  Limits,
  Logger,
  VideoEngine,
  VideoEngineOptions,
} from './options.ts';
