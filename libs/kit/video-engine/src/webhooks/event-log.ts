import type { Catalogue } from '../catalogue/catalogue.ts';
import type { AssetRecord, RenditionRecord, TrackRecord, UploadRecord } from '../catalogue/records.ts';
import { presentAsset, presentRendition, presentTrack } from '../presentation/present-asset.ts';
import { presentUpload } from '../presentation/present-upload.ts';
import { newId } from '../ids.ts';
import type { Playback, Trace } from '../options.ts';
import type { ProgressTracker } from '../progress-tracker.ts';

/** Settings that the data of events contain. */
interface EventSettings {
  publicUrl: string;
  playback: Playback;
}

/** Writes events to the outbox, in the transaction of the state change that they report. */
export class EventLog {
  private readonly catalogue: Catalogue;
  private readonly progress: ProgressTracker;
  private readonly settings: EventSettings;
  private readonly sender: { wake(): void } | undefined;
  private readonly trace: Trace;

  /** @param sender woken after each event; without one (no webhook configured) nothing is recorded */
  constructor(
    catalogue: Catalogue,
    progress: ProgressTracker,
    settings: EventSettings,
    sender: { wake(): void } | undefined,
    trace: Trace,
  ) {
    this.catalogue = catalogue;
    this.progress = progress;
    this.settings = settings;
    this.sender = sender;
    this.trace = trace;
  }

  upload(type: 'created' | 'asset_created' | 'cancelled' | 'errored', upload: UploadRecord): void {
    const data = presentUpload(upload, this.settings.publicUrl);
    this.record(`video.upload.${type}`, { type: 'direct', id: upload.id }, data, upload.assetId ?? upload.id);
  }

  asset(type: 'created' | 'ready' | 'errored' | 'updated' | 'deleted', asset: AssetRecord): void {
    const data = {
      ...presentAsset({
        asset,
        tracks: this.catalogue.tracks.ofAsset(asset.id),
        renditions: this.catalogue.renditions.ofAsset(asset.id),
        progress: this.progress,
        keys: this.settings.playback.keys,
      }),
      created_at: Math.floor(asset.createdAt / 1000),
    };
    this.record(`video.asset.${type}`, { type: 'asset', id: asset.id }, data, asset.id);
  }

  track(type: 'created' | 'ready' | 'errored' | 'deleted', track: TrackRecord): void {
    const data = {
      ...presentTrack(track, this.progress),
      progress: undefined,
      queue_position: undefined,
      seconds_left: undefined,
      asset_id: track.assetId,
    };
    this.record(`video.asset.track.${type}`, { type: 'track', id: track.id }, data, track.assetId);
  }

  rendition(type: 'created' | 'ready' | 'errored' | 'skipped' | 'deleted', rendition: RenditionRecord): void {
    const data = { ...presentRendition(rendition), asset_id: rendition.assetId };
    this.record(
      `video.asset.static_rendition.${type}`,
      { type: 'static_rendition', id: rendition.id },
      data,
      rendition.assetId,
    );
  }

  private record(type: string, object: { type: string; id: string }, data: unknown, subject: string): void {
    if (this.sender === undefined) return;
    const createdAt = Date.now();
    const body = JSON.stringify({
      type,
      id: newId(),
      created_at: new Date(createdAt).toISOString(),
      object,
      environment: { id: 'local', name: 'video-engine' },
      data,
      attempts: [],
      request_id: null,
      accessor: null,
      accessor_source: null,
    });
    this.catalogue.events.insert({ subject, type, body, createdAt, trace: this.trace.id() });
    this.sender.wake();
  }
}
