import { Inject, Injectable } from '@nestjs/common';
import { AppError, CLOCK, type Clock } from '@vault/platform';
import type { HostClip, VideoHost } from '@vault/integrations';
import { VIDEO_HOST } from '../clip.tokens.ts';
import { passthroughOf } from '../domain/clip-identity.ts';
import { begun, failed } from '../domain/clip-steps.ts';
import { ClipRepository } from './clip.repository.ts';
import type { ClipDocument } from './clip.schema.ts';

/** A clip whose making was asked for, and nobody knows whether the host heard so, is looked for after this long. */
export const doubtMs = 60_000;

/** Has the video host make clips, each once. */
@Injectable()
export class ClipMaker {
  constructor(
    private readonly clips: ClipRepository,
    @Inject(VIDEO_HOST) private readonly host: VideoHost,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Asks the host for a clip that this message holds.
   * @param isNew nobody can have asked for it before
   */
  async make(clip: ClipDocument, isNew: boolean): Promise<void> {
    try {
      const made = (isNew ? null : await this.findMade(clip)) ?? (await this.ask(clip));
      await this.keep(clip, made);
    } catch (error) {
      await this.note(clip, error);
      throw error;
    }
  }

  /** What the host made of it without our hearing so: a process or a line ended in between. */
  async findMade({ _id, wasteIds }: ClipDocument): Promise<HostClip | null> {
    const found = await this.host.findClip(passthroughOf(_id));
    return found && found.status !== 'errored' && !wasteIds.includes(found.assetId) ? found : null;
  }

  async keep({ ownerId, _id }: ClipDocument, made: HostClip): Promise<void> {
    const now = this.clock.now();
    const { assetId } = made;
    const kept = await this.clips.change(ownerId, _id, (clip) => {
      if (clip.assetId === assetId) return undefined;
      // Deleted, given up, or made by somebody else in the meantime: it is removed at the host.
      const isAwaited = clip.state === 'making' && clip.assetId === '' && !clip.deletedAt;
      if (!isAwaited) return { set: { wasteIds: [...clip.wasteIds, assetId], nextCheckAt: now } };
      return { set: { ...begun(made, now), askedUntil: now } };
    });
    if (!kept) await this.host.deleteAsset(assetId);
  }

  private ask({ _id, sourceAssetId, start, end }: ClipDocument): Promise<HostClip> {
    return this.host.createClip({ assetId: sourceAssetId, start, end, passthrough: passthroughOf(_id) });
  }

  /** Refused: there is nothing to wait for. Not answered: whoever asks next looks for it first, and so does the watcher. */
  private async note({ ownerId, _id }: ClipDocument, error: unknown): Promise<void> {
    const now = this.clock.now();
    const isRefused = error instanceof AppError && error.code !== 'unavailable';
    await this.clips.change(ownerId, _id, (clip) =>
      clip.assetId === '' && clip.state === 'making'
        ? { set: { askedUntil: now, ...(isRefused ? failed(clip, error.message, now) : {}) } }
        : undefined,
    );
  }
}
