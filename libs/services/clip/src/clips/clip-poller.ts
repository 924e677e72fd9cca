import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, LOGGER, type Clock, DueRecordPoller, PeriodicTaskProvider, type Logger } from '@vault/base';
import { VIDEO_HOST, type VideoHost } from '@vault/integrations';
import { passthroughOf } from '../domain/clip-identity.ts';
import { applyHostUpdate, failed, failedRetentionMs } from '../domain/clip-steps.ts';
import { ClipMaker, unconfirmedMs } from './clip-maker.ts';
import { ClipRepository } from './clip.repository.ts';
import type { ClipDocument } from './clip.schema.ts';

/** The asset of a deleted clip is kept a little longer than the time to undo it, so that it is never deleted while it comes back. */
const keptMs = 5_000;

/** Checks the progress of clips at the host, and deletes obsolete assets there. */
@Injectable()
export class ClipPoller extends PeriodicTaskProvider {
  protected override readonly work: DueRecordPoller<ClipDocument>;

  constructor(
    private readonly clips: ClipRepository,
    private readonly maker: ClipMaker,
    @Inject(VIDEO_HOST) private readonly host: VideoHost,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    super();
    this.work = new DueRecordPoller({
      name: 'polling clips',
      clock,
      logger,
      records: clips.dueRecords,
      check: (clip) => this.check(clip),
    });
  }

  private async check(clip: ClipDocument): Promise<void> {
    await this.deleteObsoleteAssets(clip);
    if (clip.deletedAt && clip.restorableUntil && !clip.isHidden) await this.hide(clip, clip.restorableUntil);
    else if (clip.deletedAt) await this.purge(clip, clip.deletedAt);
    else if (clip.state === 'failed') await this.removeFailed(clip);
    else if (clip.assetId === '') await this.resolveUnconfirmed(clip);
    else if (clip.state === 'making') await this.refresh(clip);
    else await this.stopChecking(clip);
  }

  private async refresh(clip: ClipDocument): Promise<void> {
    const asset = await this.host.getAsset(clip.assetId);
    const now = this.clock.now();
    const changed = await this.clips.changeById(clip._id, (doc) => {
      if (doc.deletedAt ?? doc.assetId !== clip.assetId) return undefined;
      const set = applyHostUpdate(doc, asset, now);
      return { set, unset: set.nextCheckAt ? [] : ['nextCheckAt'] };
    });
    if (changed && changed.state !== 'making') {
      const { state, reason } = changed;
      this.logger.info({ clipId: clip._id, videoId: clip.videoId, state, reason }, 'a clip has ended');
    }
  }

  /** The request to the host has long ended: adopts the clip if the host made it, else the clip fails. */
  private async resolveUnconfirmed(clip: ClipDocument): Promise<void> {
    if (clip.requestedUntil > this.clock.now())
      return this.clips.dueRecords.postpone(clip, clip.requestedUntil);
    const asset = await this.maker.findAtHost(clip);
    if (asset) return this.maker.adopt(clip, asset);
    const now = this.clock.now();
    const reason = 'The video host did not answer. Please cut the clip again.';
    await this.clips.changeById(clip._id, (doc) =>
      doc.assetId === '' && doc.state === 'making' && doc.requestedUntil <= now
        ? { set: failed(doc, reason, now) }
        : undefined,
    );
  }

  private async deleteObsoleteAssets({ _id, obsoleteAssetIds }: ClipDocument): Promise<void> {
    if (obsoleteAssetIds.length === 0) return;
    for (const id of obsoleteAssetIds) await this.host.deleteAsset(id);
    await this.clips.changeById(_id, (doc) => ({
      set: { obsoleteAssetIds: doc.obsoleteAssetIds.filter((id) => !obsoleteAssetIds.includes(id)) },
    }));
  }

  /** Ends the address of a deleted clip that can be restored; then it gets the other one. */
  private async hide(clip: ClipDocument, restorableUntil: Date): Promise<void> {
    const playbackId = (await this.host.renewPlayback(clip.assetId, clip.playbackId)) ?? clip.playbackId;
    const nextCheckAt = new Date(restorableUntil.getTime() + keptMs);
    await this.clips.changeById(clip._id, (doc) => {
      if (doc.assetId !== clip.assetId) return undefined;
      return { set: { playbackId, ...(doc.deletedAt && { isHidden: true, nextCheckAt }) } };
    });
  }

  /**
   * Removes the clip first at the host, then here. While a request may still be running, the clip is looked up at the
   * host once more when that request must have ended.
   */
  private async purge(clip: ClipDocument, deletedAt: Date): Promise<void> {
    if (clip.assetId !== '') await this.host.deleteAsset(clip.assetId);
    else if (clip.state === 'making') {
      const found = await this.host.findClip(passthroughOf(clip._id));
      if (found) await this.host.deleteAsset(found.assetId);
      const settledAt = new Date(
        Math.max(deletedAt.getTime(), clip.requestedUntil.getTime()) + unconfirmedMs,
      );
      if (settledAt > this.clock.now()) return this.clips.dueRecords.postpone(clip, settledAt);
    }
    await this.clips.remove(clip);
  }

  /** A failed clip stays for a while, so that its reason can be read. */
  private async removeFailed(clip: ClipDocument): Promise<void> {
    const removeAt = new Date(clip.createdAt.getTime() + failedRetentionMs);
    if (removeAt > this.clock.now()) return this.clips.dueRecords.postpone(clip, removeAt);
    await this.clips.remove(clip);
  }

  /** Reads the playback id again: it may have been renewed just before the clip was restored. */
  private async stopChecking(clip: ClipDocument): Promise<void> {
    const playbackId = (await this.host.getAsset(clip.assetId))?.playbackId ?? clip.playbackId;
    await this.clips.changeById(clip._id, ({ state, deletedAt, obsoleteAssetIds, assetId }) =>
      state === 'ready' && !deletedAt && obsoleteAssetIds.length === 0 && assetId === clip.assetId
        ? { set: { playbackId }, unset: ['nextCheckAt'] }
        : undefined,
    );
  }
}
