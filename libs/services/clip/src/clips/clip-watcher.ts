import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { CLOCK, LOGGER, RepeatedWork, withCorrelation, type Clock, type Logger } from '@vault/platform';
import type { VideoHost } from '@vault/integrations';
import { VIDEO_HOST } from '../clip.tokens.ts';
import { passthroughOf } from '../domain/clip-identity.ts';
import { afterHostNews, failed, failedForMs } from '../domain/clip-steps.ts';
import { ClipMaker, doubtMs } from './clip-maker.ts';
import { ClipRepository } from './clip.repository.ts';
import type { ClipDocument } from './clip.schema.ts';

const tickMs = 500;
const batch = 20;
const retryAfterMs = 5_000;
/** A look takes a few calls of the host, each with a deadline of seconds. */
const claimMs = 20_000;

/** Asks the host about clips in the making, and removes from it what nobody wants any more. */
@Injectable()
export class ClipWatcher implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly watching: RepeatedWork;

  constructor(
    private readonly clips: ClipRepository,
    private readonly maker: ClipMaker,
    @Inject(VIDEO_HOST) private readonly host: VideoHost,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    const work = () => this.watch();
    this.watching = new RepeatedWork({ name: 'watching clips', everyMs: tickMs, work, logger });
  }

  onApplicationBootstrap(): void {
    this.watching.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.watching.stop();
  }

  private async watch(): Promise<void> {
    const due = await this.clips.due(this.clock.now(), batch);
    await Promise.all(due.map((clip) => withCorrelation(clip.correlationId, () => this.lookAlone(clip))));
  }

  /** Replicas see the same clips due: one of them looks. Should it die, the next look comes all the same. */
  private async lookAlone(clip: ClipDocument): Promise<void> {
    const nextCheckAt = this.in(claimMs);
    if (await this.clips.claim(clip, nextCheckAt)) await this.look({ ...clip, nextCheckAt });
  }

  private async look(clip: ClipDocument): Promise<void> {
    try {
      await this.removeWaste(clip);
      if (clip.deletedAt) await this.purge(clip, clip.deletedAt);
      else if (clip.state === 'failed') await this.forgetFailed(clip);
      else if (clip.assetId === '') await this.settleDoubt(clip);
      else if (clip.state === 'making') await this.refresh(clip);
      else await this.restUntilAsked(clip);
    } catch (error) {
      this.logger.warn(
        { err: error, clipId: clip._id },
        'the video host could not be asked; it will be again',
      );
      await this.lookAgainAt(clip, this.in(retryAfterMs));
    }
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

  private in(ms: number): Date {
    return new Date(this.clock.now().getTime() + ms);
  }

  /** Unless somebody wants it looked at sooner since this look began. */
  private async lookAgainAt(clip: ClipDocument, nextCheckAt: Date): Promise<void> {
    await this.clips.change(clip.ownerId, clip._id, (now) =>
      now.nextCheckAt?.getTime() === clip.nextCheckAt?.getTime() ? { set: { nextCheckAt } } : undefined,
    );
  }
}
