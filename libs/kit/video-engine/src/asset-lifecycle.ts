import type { AssetFiles } from './asset-files.ts';
import type { Catalogue } from './catalogue/catalogue.ts';
import type { JobKind, JobLane } from './catalogue/job-table.ts';
import type {
  AssetRecord,
  AssetSettings,
  AssetSource,
  SubtitleRequest,
  TrackRecord,
  UploadRecord,
} from './catalogue/records.ts';
import { newId } from './ids.ts';
import type { JobRunner } from './jobs/job-runner.ts';
import { QueueFullError, UploadClosedError } from './lifecycle-errors.ts';
import type { Limits, Logger } from './options.ts';
import type { TakeoverLock } from './uploads/takeover-lock.ts';
import type { UploadFiles } from './uploads/upload-files.ts';
import type { EventLog } from './webhooks/event-log.ts';

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

/** Creates and ends assets and uploads; each change is one transaction with its events. */
export class AssetLifecycle {
  private readonly parts: LifecycleParts;

  constructor(parts: LifecycleParts) {
    this.parts = parts;
  }

  /** Creates an asset and queues its packaging. @throws QueueFullError */
  create(settings: AssetSettings, source: AssetSource, test: boolean): AssetRecord {
    const { catalogue, events, runner, limits } = this.parts;
    if (catalogue.jobs.count() >= limits.maxQueuedJobs) throw new QueueFullError();
    const id = newId();
    const asset = catalogue.transaction(() => {
      catalogue.assets.insert({
        id,
        playbackId: newId(),
        status: 'preparing',
        createdAt: Date.now(),
        uploadId: source.kind === 'upload' ? source.uploadId : undefined,
        source,
        passthrough: settings.passthrough,
        meta: settings.meta,
        test,
        trace: settings.trace,
      });
      for (const subtitle of settings.subtitles) this.insertCaptions(id, subtitle);
      for (const rendition of settings.renditions) {
        catalogue.renditions.insert({ id: newId(), assetId: id, passthrough: undefined, ...rendition });
      }
      catalogue.jobs.add('ingest', id, id, this.laneOf(source));
      const newAsset = this.requireAsset(id);
      events.asset('created', newAsset);
      return newAsset;
    });
    runner.wake();
    return asset;
  }

  /** Creates the asset of a complete upload. @throws UploadClosedError, or QueueFullError */
  finishUpload(upload: UploadRecord): void {
    const { catalogue, events } = this.parts;
    catalogue.transaction(() => {
      const asset = this.create(upload.settings, { kind: 'upload', uploadId: upload.id }, upload.test);
      if (!catalogue.uploads.finish(upload.id, 'asset_created', { assetId: asset.id })) {
        throw new UploadClosedError();
      }
      events.upload('asset_created', { ...upload, status: 'asset_created', assetId: asset.id });
    });
  }

  /**
   * Ends a waiting upload without an asset and removes its bytes; returns false when it was not waiting. A request that
   * is sending bytes is answered at once.
   */
  endUpload(upload: UploadRecord, status: 'cancelled' | 'timed_out' | 'errored'): boolean {
    const { catalogue, events, logger } = this.parts;
    const error = endErrors[status];
    const hasEnded = catalogue.transaction(() => {
      if (!catalogue.uploads.finish(upload.id, status, { error })) return false;
      events.upload(status === 'cancelled' ? 'cancelled' : 'errored', { ...upload, status, error });
      return true;
    });
    if (hasEnded) {
      this.removeBytes(upload.id).catch((reason: unknown) => {
        logger.warn({ err: reason, uploadId: upload.id }, 'the files of an upload will be removed later');
      });
    }
    return hasEnded;
  }

  /** Waits for the request that sends bytes to stop, because it would create the folder again. */
  private async removeBytes(uploadId: string): Promise<void> {
    await this.parts.lock.end(uploadId);
    await this.parts.uploadFiles.remove(uploadId);
  }

  /** Queues captions for a ready asset; may be called inside a transaction. */
  addCaptions(assetId: string, subtitle: SubtitleRequest): TrackRecord {
    const { catalogue, events, runner } = this.parts;
    const track = catalogue.transaction(() => {
      const track = this.insertCaptions(assetId, subtitle);
      catalogue.jobs.add('captions', track.id, assetId);
      events.track('created', track);
      return track;
    });
    runner.wake();
    return track;
  }

  /** Removes an asset with its files and kills running jobs of it; returns false when the asset does not exist. */
  remove(assetId: string): boolean {
    const { catalogue, events, runner, assetFiles, uploadFiles, logger } = this.parts;
    const asset = catalogue.assets.byId(assetId);
    if (asset === undefined) return false;
    catalogue.transaction(() => {
      events.asset('deleted', asset);
      catalogue.assets.remove(assetId);
      catalogue.removals.add(assetId);
    });
    const clean = async (): Promise<void> => {
      await runner.abort((job) => job.assetId === assetId);
      await assetFiles.remove(assetId);
      catalogue.removals.finish(assetId);
      if (asset.uploadId !== undefined) await uploadFiles.remove(asset.uploadId);
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

  /** Kills the running job of one track or rendition whose row was deleted. */
  async cancelJob(kind: JobKind, subjectId: string): Promise<void> {
    await this.parts.runner.abort((job) => job.kind === kind && job.subjectId === subjectId);
  }

  private laneOf(source: AssetSource): JobLane {
    if (source.kind !== 'clip') return 'media';
    const { start = 0, end = Infinity } = source;
    return end - start <= shortClipSeconds ? 'clip' : 'long-clip';
  }

  private insertCaptions(assetId: string, subtitle: SubtitleRequest): TrackRecord {
    const { catalogue } = this.parts;
    const id = newId();
    catalogue.tracks.insert({
      id,
      assetId,
      type: 'text',
      status: 'preparing',
      details: {
        text_type: 'subtitles',
        text_source: 'generated_vod',
        language_code: subtitle.language_code,
        name: subtitle.name ?? languageName(subtitle.language_code),
        passthrough: subtitle.passthrough,
      },
    });
    const track = catalogue.tracks.byId(id);
    if (track === undefined) throw new Error('a track is missing right after its insertion');
    return track;
  }

  private requireAsset(id: string): AssetRecord {
    const asset = this.parts.catalogue.assets.byId(id);
    if (asset === undefined) throw new Error('an asset is missing right after its insertion');
    return asset;
  }
}

/** Returns the English name of a language code, or the code itself when there is none. */
function languageName(code: string): string {
  try {
    return new Intl.DisplayNames('en', { type: 'language' }).of(code) ?? code;
  } catch {
    return code;
  }
}
