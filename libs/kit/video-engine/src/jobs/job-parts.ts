import type { Transcriber } from '@vault/speech';

import type { AssetFiles } from '../asset-files.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { MediaTools } from '../media/media-tools.ts';
import type { Limits } from '../options.ts';
import type { ProgressBoard } from '../progress-board.ts';
import type { Room } from '../room.ts';
import type { UploadFiles } from '../uploads/upload-files.ts';
import type { EventLog } from '../webhooks/event-log.ts';

/** What the jobs work with. */
export interface JobParts {
  catalogue: Catalogue;
  assetFiles: AssetFiles;
  uploadFiles: UploadFiles;
  events: EventLog;
  tools: MediaTools;
  transcriber: Transcriber;
  progress: ProgressBoard;
  limits: Limits;
  room: Room;
}
