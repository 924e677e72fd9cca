import type { AssetRecord, EventRecord, TrackRecord, UploadRecord } from '../catalogue/records.ts';
import { newId } from '../common/ids.ts';
import type { Playback, Trace } from '../common/options.ts';
import type { ProgressTracker } from '../common/progress-tracker.ts';
import { presentAsset, presentTrack } from '../presentation/present-asset.ts';
import { presentUpload } from '../presentation/present-upload.ts';

/** Settings that the data of events contain. */
interface EventSettings {
  publicUrl: string;
  playback: Playback;
  /** Without one no events are recorded. */
  webhook?: unknown;
}

/** Adds events to the outbox of the record that they are about, in the change that they report. */
export class EventLog {
  private readonly progress: ProgressTracker;
  private readonly settings: EventSettings;
  private readonly trace: Trace;
  private readonly now: () => number;

  /** @param now the time by which engines send webhooks */
  constructor(progress: ProgressTracker, settings: EventSettings, trace: Trace, now: () => number) {
    this.progress = progress;
    this.now = now;
    this.settings = settings;
    this.trace = trace;
  }

  upload(type: 'created' | 'asset_created' | 'cancelled' | 'errored', upload: UploadRecord): void {
    const data = presentUpload(upload, this.settings.publicUrl);
    this.record(upload, `video.upload.${type}`, { object: { type: 'direct', id: upload.id }, data });
  }

  asset(type: 'created' | 'ready' | 'errored' | 'deleted', asset: AssetRecord): void {
    const data = {
      ...presentAsset({ asset, progress: this.progress, keys: this.settings.playback.keys }),
      created_at: Math.floor(asset.createdAt / 1000),
    };
    this.record(asset, `video.asset.${type}`, { object: { type: 'asset', id: asset.id }, data });
  }

  track(type: 'created' | 'ready' | 'errored' | 'deleted', asset: AssetRecord, track: TrackRecord): void {
    const data = {
      ...presentTrack(track, this.progress),
      progress: undefined,
      seconds_left: undefined,
      asset_id: asset.id,
    };
    this.record(asset, `video.asset.track.${type}`, { object: { type: 'track', id: track.id }, data });
  }

  private record(
    { events }: { events: EventRecord[] },
    type: string,
    { object, data }: { object: { type: string; id: string }; data: unknown },
  ): void {
    if (this.settings.webhook === undefined) return;
    const createdAt = this.now();
    const id = newId();
    const body = JSON.stringify({
      type,
      id,
      created_at: new Date(createdAt).toISOString(),
      object,
      environment: { id: 'local', name: 'video-engine' },
      data,
      attempts: [],
      request_id: null,
      accessor: null,
      accessor_source: null,
    });
    events.push({ id, type, body, createdAt, dueAt: createdAt, attempts: 0, trace: this.trace.id() });
  }
}
