import type { AssetFiles } from '../assets/asset-files.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { sourceKey } from '../catalogue/files.ts';
import { addJob } from '../catalogue/job-queue.ts';
import type {
  AssetRecord,
  AssetSettings,
  AssetSource,
  JobKind,
  JobLane,
  SubtitleRequest,
  TrackRecord,
  UploadRecord,
} from '../catalogue/records.ts';
import { nextSeq } from '../catalogue/seq.ts';
import { newId } from '../common/ids.ts';
import { QueueFullError, UploadClosedError } from '../common/lifecycle-errors.ts';
import type { Limits, Logger } from '../common/options.ts';
import type { JobRunner } from '../jobs/job-runner.ts';
import type { TakeoverLock } from '../uploads/takeover-lock.ts';
import type { UploadFiles } from '../uploads/upload-files.ts';
import type { EventLog } from '../webhooks/event-log.ts';

/** A clip of at most this length is ready within a minute. */
const shortClipSeconds = 300;

/** The error of an upload by its final status. `errored` has only one cause: a file that is not media. */
const endErrors = {
  cancelled: undefined,
  timed_out: { type: 'timed_out', message: 'The upload was not finished in time.' },
  errored: { type: 'not_media', message: 'This is not a video or audio file.' },
} as const;

/** Dependencies of {@link AssetLifecycle}. */
export interface LifecycleParts {
  catalogue: Catalogue;
  assetFiles: AssetFiles;
  uploadFiles: UploadFiles;
  /** Held by the request that sends bytes of an upload. */
  lock: TakeoverLock;
  events: EventLog;
  runner: JobRunner;
  limits: Limits;
  logger: Logger;
}

/** Creates and ends assets and uploads; each change is one write with its events. */
export class AssetLifecycle {
  private readonly parts: LifecycleParts;

  constructor(parts: LifecycleParts) {
    this.parts = parts;
  }

  /** Creates an asset and queues its packaging. @throws QueueFullError */
  async create(settings: AssetSettings, source: AssetSource): Promise<AssetRecord> {
    await this.requireRoom();
    return await this.insert(newId(), settings, source);
  }

  /** Creates the asset of a complete upload. @throws UploadClosedError, or QueueFullError */
  async finishUpload({ id }: UploadRecord): Promise<void> {
    const { catalogue, events, uploadFiles } = this.parts;
    await this.requireRoom();
    const finished = await catalogue.uploads.finish(id, (upload) => {
      const assetId = uploadFiles.assetIdOf(upload);
      Object.assign(upload, { status: 'asset_created', assetId, lacksAsset: true });
      events.upload('asset_created', upload);
    });
    if (finished === undefined) throw new UploadClosedError();
    await this.provideAsset(finished);
  }

  /** Creates the asset whose id a finished upload has. May be repeated after a crash. */
  async provideAsset({ id, assetId, settings }: UploadRecord): Promise<void> {
    if (assetId !== undefined) await this.insert(assetId, settings, { kind: 'upload', uploadId: id });
    await this.parts.catalogue.uploads.change(id, (upload) => delete upload.lacksAsset);
  }

  private async requireRoom(): Promise<void> {
    const { catalogue, limits } = this.parts;
    if ((await catalogue.assets.countQueued()) >= limits.maxQueuedJobs) throw new QueueFullError();
  }

  private async insert(id: string, settings: AssetSettings, source: AssetSource): Promise<AssetRecord> {
    const { catalogue, events, runner } = this.parts;
    const owner = settings.meta?.['creator_id'] ?? (await this.ownerOfOrigin(source)) ?? id;
    const asset: AssetRecord = {
      id,
      seq: nextSeq(),
      playbackId: newId(),
      status: 'preparing',
      createdAt: catalogue.now(),
      uploadId: source.kind === 'upload' ? source.uploadId : undefined,
      source,
      owner,
      passthrough: settings.passthrough,
      meta: settings.meta,
      trace: settings.trace,
      tracks: settings.subtitles.map(newCaptions),
      renditions: settings.renditions.map(({ resolution }) => ({ id: newId(), resolution })),
      jobs: [],
      files: source.kind === 'upload' ? { source: sourceKey(id) } : {},
      dropped: [],
      lastLease: 0,
      events: [],
    };
    addJob(asset, 'ingest', id, { lane: laneOf(source) });
    events.asset('created', asset);
    await catalogue.assets.insert(asset);
    runner.wake();
    return asset;
  }

  /** A clip without a user has the owner of its source. */
  private async ownerOfOrigin(source: AssetSource): Promise<string | undefined> {
    if (source.kind === 'upload') return undefined;
    const origin = await this.parts.catalogue.assets.byId(source.assetId);
    return origin?.meta?.['creator_id'] ?? origin?.id;
  }

  /**
   * Ends a waiting upload without an asset and removes its bytes; returns false when it was not waiting. A request that
   * is sending bytes is answered at once.
   */
  async endUpload({ id }: UploadRecord, status: 'cancelled' | 'timed_out' | 'errored'): Promise<boolean> {
    const { catalogue, events } = this.parts;
    const ended = await catalogue.uploads.finish(id, (upload) => {
      Object.assign(upload, { status, error: endErrors[status] });
      events.upload(status === 'cancelled' ? 'cancelled' : 'errored', upload);
    });
    if (ended === undefined) return false;
    void this.removeBytes(id);
    return true;
  }

  /** Removes what an ended upload has stored, after the request that sends bytes: it would store more. Errors are logged. */
  async removeBytes(uploadId: string): Promise<void> {
    const { lock, logger, uploadFiles } = this.parts;
    try {
      await lock.end(uploadId);
      await uploadFiles.remove(uploadId);
    } catch (error) {
      logger.warn({ err: error, uploadId }, 'the bytes of an upload will be removed later');
    }
  }

  /** Queues captions for an asset; returns undefined when it was deleted. */
  async addCaptions(
    { id }: AssetRecord,
    subtitles: readonly SubtitleRequest[],
  ): Promise<TrackRecord[] | undefined> {
    const { catalogue, events, runner } = this.parts;
    const tracks = subtitles.map(newCaptions);
    const asset = await catalogue.assets.change(id, (draft) => {
      for (const track of tracks) {
        draft.tracks.push(track);
        addJob(draft, 'captions', track.id);
        events.track('created', draft, track);
      }
    });
    runner.wake();
    return asset && tracks;
  }

  /** Removes an asset with its files and kills running jobs of it; returns false when the asset does not exist. */
  async remove(assetId: string): Promise<boolean> {
    const { catalogue, events, runner, assetFiles, logger } = this.parts;
    const removed = await catalogue.assets.change(assetId, (asset) => {
      events.asset('deleted', asset);
      Object.assign(asset, { ...remains, source: { kind: asset.source.kind }, deletedAt: catalogue.now() });
    });
    if (removed === undefined) return false;
    const clean = async (): Promise<void> => {
      await runner.abort((job) => job.assetId === assetId);
      await assetFiles.removeThumbnails(assetId);
    };
    clean().catch((error: unknown) => {
      logger.warn({ err: error, assetId }, 'the files of an asset will be removed at the next start');
    });
    return true;
  }

  /** Makes the runner look for queued jobs soon. */
  wake(): void {
    this.parts.runner.wake();
  }

  /** Kills the running job of one track whose row was deleted. */
  async cancelJob(kind: JobKind, subjectId: string): Promise<void> {
    await this.parts.runner.abort((job) => job.kind === kind && job.subjectId === subjectId);
  }
}

/** A deleted asset has no content, only the events that are not sent yet. */
const remains: Partial<AssetRecord> = {
  uploadId: undefined,
  owner: '',
  passthrough: undefined,
  meta: undefined,
  media: undefined,
  error: undefined,
  tracks: [],
  renditions: [],
  jobs: [],
  files: {},
};

function laneOf(source: AssetSource): JobLane {
  if (source.kind !== 'clip') return 'media';
  const { start = 0, end = Infinity } = source;
  return end - start <= shortClipSeconds ? 'clip' : 'long-clip';
}

function newCaptions({ language_code: code, name, passthrough, hints }: SubtitleRequest): TrackRecord {
  return {
    id: newId(),
    type: 'text',
    status: 'preparing',
    details: {
      text_type: 'subtitles',
      text_source: 'generated_vod',
      language_code: code,
      name: name ?? languageName(code),
      passthrough,
    },
    hints,
  };
}

/** Returns the English name of a language code, or the code itself when there is none. */
function languageName(code: string): string {
  try {
    return new Intl.DisplayNames('en', { type: 'language' }).of(code) ?? code;
  } catch {
    return code;
  }
}
