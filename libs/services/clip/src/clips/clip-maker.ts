import { Inject, Injectable } from '@nestjs/common';
import { AppError, CLOCK, type Clock } from '@vault/base';
import { VIDEO_HOST, type HostClip, type VideoHost } from '@vault/integrations';
import { passthroughOf, plainLook } from '../domain/clip-identity.ts';
import { started, failed } from '../domain/clip-steps.ts';
import { ClipRepository } from './clip.repository.ts';
import type { ClipDocument } from './clip.schema.ts';

/** When the host did not answer a request, the clip is looked up there after this time. */
export const unconfirmedMs = 60_000;

const aspectRatios = { recorded: undefined, square: '1:1', portrait: '9:16' } as const;

/** Requests clips from the video host, each once. */
@Injectable()
export class ClipMaker {
  constructor(
    private readonly clips: ClipRepository,
    @Inject(VIDEO_HOST) private readonly host: VideoHost,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Requests a clip that this message has claimed.
   * @param words the text to burn in; empty without
   * @param isNew no request can have been sent for it before
   */
  async make(clip: ClipDocument, words: string, isNew: boolean): Promise<void> {
    try {
      const asset = (isNew ? null : await this.findAtHost(clip)) ?? (await this.request(clip, words));
      await this.adopt(clip, asset);
    } catch (error) {
      await this.recordError(clip, error);
      throw error;
    }
  }

  /** Finds a clip that the host made although its answer was lost. */
  async findAtHost({ _id, obsoleteAssetIds }: ClipDocument): Promise<HostClip | null> {
    const found = await this.host.findClip(passthroughOf(_id));
    return found && found.status !== 'errored' && !obsoleteAssetIds.includes(found.assetId) ? found : null;
  }

  async adopt({ _id }: ClipDocument, made: HostClip): Promise<void> {
    const now = this.clock.now();
    const { assetId } = made;
    const changed = await this.clips.changeById(_id, (clip) => {
      if (clip.assetId === assetId) return undefined;
      // The clip was deleted, failed, or made by another request meanwhile: this asset is deleted at the host.
      const isExpected = clip.state === 'making' && clip.assetId === '' && !clip.deletedAt;
      if (!isExpected)
        return { set: { obsoleteAssetIds: [...clip.obsoleteAssetIds, assetId], nextCheckAt: now } };
      return { set: { ...started(made, now), requestedUntil: now } };
    });
    if (!changed) await this.host.deleteAsset(assetId);
  }

  private request(clip: ClipDocument, words: string): Promise<HostClip> {
    const { _id, sourceAssetId: assetId, start, end } = clip;
    const { frame, centre, fit } = { ...plainLook, ...clip };
    const aspectRatio = aspectRatios[frame];
    return this.host.createClip({
      assetId,
      start,
      end,
      passthrough: passthroughOf(_id),
      ...(aspectRatio && { frame: { aspectRatio, centre, fit } }),
      ...(words !== '' && { burnedCaptions: words }),
    });
  }

  /** A refused clip fails at once. Without an answer, the next request and the watcher look it up at the host first. */
  private async recordError({ _id }: ClipDocument, error: unknown): Promise<void> {
    const now = this.clock.now();
    const isRefused = error instanceof AppError && error.code !== 'unavailable';
    await this.clips.changeById(_id, (clip) =>
      clip.assetId === '' && clip.state === 'making'
        ? { set: { requestedUntil: now, ...(isRefused ? failed(clip, error.message, now) : {}) } }
        : undefined,
    );
  }
}
