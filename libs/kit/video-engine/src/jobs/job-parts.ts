import type { AssetFiles } from '../asset-files.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { MediaTools } from '../media/tools/media-tools.ts';
import type { Limits, Logger, VideoEngineOptions } from '../options.ts';
import type { ProgressTracker } from '../progress-tracker.ts';
import type { DiskSpace } from '../disk-space.ts';
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
