import type { MediaTools, DiskSpace } from '@vault/media';
import type { AssetFiles } from '../assets/asset-files.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Limits, Logger, VideoEngineOptions } from '../common/options.ts';
import type { ProgressTracker } from '../common/progress-tracker.ts';
import type { EventLog } from '../webhooks/event-log.ts';

/** Dependencies of the jobs. */
export interface JobParts {
  catalogue: Catalogue;
  assetFiles: AssetFiles;
  events: EventLog;
  tools: MediaTools;
  transcriber: VideoEngineOptions['transcriber'];
  progress: ProgressTracker;
  limits: Limits;
  disk: DiskSpace;
  logger: Logger;
}
