import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { CLOCK, LOGGER, RecordWatch, type Clock, type Logger } from '@vault/platform';
import type { VideoHost } from '@vault/integrations';
import { VIDEO_HOST } from '../clip.tokens.ts';
import { passthroughOf } from '../domain/clip-identity.ts';
import { afterHostNews, failed, failedForMs } from '../domain/clip-steps.ts';
import { ClipMaker, doubtMs } from './clip-maker.ts';
import { ClipRepository } from './clip.repository.ts';
import type { ClipDocument } from './clip.schema.ts';

/** Asks the host about clips in the making, and removes from it what nobody wants any more. */
@Injectable()
export class ClipWatcher implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly watching: RecordWatch<ClipDocument>;

  constructor(
    private readonly clips: ClipRepository,
    private readonly maker: ClipMaker,
    @Inject(VIDEO_HOST) private readonly host: VideoHost,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.watching = new RecordWatch({
      ...{ name: 'watching clips', clock, logger, records: clips },
      look: (clip) => this.look(clip),
      putOff: (clip, until) => this.lookAgainAt(clip, until),
    });
  }

  onApplicationBootstrap(): void {
    this.watching.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.watching.stop();
  }

  private async look(clip: ClipDocument): Promise<void> {
    await this.removeWaste(clip);
    if (clip.deletedAt) await this.purge(clip, clip.deletedAt);
    else if (clip.state === 'failed') await this.forgetFailed(clip);
    else if (clip.assetId === '') await this.settleDoubt(clip);
    else if (clip.state === 'making') await this.refresh(clip);
    else await this.restUntilAsked(clip);
  }

  private async refresh(clip: ClipDocument): Promise<void> {
    const asset = await this.host.getAsset(clip.assetId);
    const now = this.clock.now();
    const changed = await this.clips.change(clip.ownerId, clip._id, (doc) => {
      if (doc.deletedAt ?? doc.assetId !== clip.assetId) return undefined;
      const set = afterHostNews(doc, asset, now);
      return { set, unset: set.nextCheckAt ? [] : ['nextCheckAt'] };
    });
    if (changed && changed.state !== 'making') {
      const { state, reason } = changed;
      this.logger.info({ clipId: clip._id, videoId: clip.videoId, state, reason }, 'a clip has ended');
    }
  }

  /** Who asked the host has long ended: what was made is kept, and where nothing was, nobody is left waiting. */
  private async settleDoubt(clip: ClipDocument): Promise<void> {
    if (clip.askedUntil > this.clock.now()) return this.lookAgainAt(clip, clip.askedUntil);
    const made = await this.maker.findMade(clip);
    if (made) return this.maker.keep(clip, made);
    const now = this.clock.now();
    const reason = 'The video host did not answer. Please cut the clip again.';
    await this.clips.change(clip.ownerId, clip._id, (doc) =>
      doc.assetId === '' && doc.state === 'making' && doc.askedUntil <= now
        ? { set: failed(doc, reason, now) }
        : undefined,
    );
  }

  private async removeWaste({ ownerId, _id, wasteIds }: ClipDocument): Promise<void> {
    if (wasteIds.length === 0) return;
    for (const id of wasteIds) await this.host.deleteAsset(id);
    await this.clips.change(ownerId, _id, (doc) => ({
      set: { wasteIds: doc.wasteIds.filter((id) => !wasteIds.includes(id)) },
    }));
  }

  /**
   * First at the host, then here. While it is not known what the host made, the clip is looked for once more when
   * whoever asked for it must have ended.
   */
  private async purge(clip: ClipDocument, deletedAt: Date): Promise<void> {
    if (clip.assetId !== '') await this.host.deleteAsset(clip.assetId);
    else if (clip.state === 'making') {
      const found = await this.host.findClip(passthroughOf(clip._id));
      if (found) await this.host.deleteAsset(found.assetId);
      const settledAt = new Date(Math.max(deletedAt.getTime(), clip.askedUntil.getTime()) + doubtMs);
      if (settledAt > this.clock.now()) return this.lookAgainAt(clip, settledAt);
    }
    await this.clips.remove(clip);
  }

  /** Why it failed can be read for a while. */
  private async forgetFailed(clip: ClipDocument): Promise<void> {
    const goesAt = new Date(clip.createdAt.getTime() + failedForMs);
    if (goesAt > this.clock.now()) return this.lookAgainAt(clip, goesAt);
    await this.clips.remove(clip);
  }

  private async restUntilAsked({ ownerId, _id }: ClipDocument): Promise<void> {
    await this.clips.change(ownerId, _id, ({ state, deletedAt, wasteIds }) =>
      state === 'ready' && !deletedAt && wasteIds.length === 0 ? { unset: ['nextCheckAt'] } : undefined,
    );
  }

  /** Unless somebody wants it looked at sooner since this look began. */
  private async lookAgainAt(clip: ClipDocument, nextCheckAt: Date): Promise<void> {
    await this.clips.change(clip.ownerId, clip._id, (now) =>
      now.nextCheckAt?.getTime() === clip.nextCheckAt?.getTime() ? { set: { nextCheckAt } } : undefined,
    );
  }
}
