import { Inject, Injectable } from '@nestjs/common';
import type { MessageData } from '@vault/contracts';
import { AppError } from '@vault/base';
import { VIDEO_HOST, type VideoHost } from '@vault/integrations';
import { afterChoice, choiceProblem } from '../domain/track-selection.ts';
import { CaptionHintsService } from './caption-hints.service.ts';
import { RemakeGuard } from './remake-guard.ts';
import { VideoRepository } from './video.repository.ts';

/** Requests a new asset of a video with another sound or picture of its file. */
@Injectable()
export class TrackSelectionService {
  constructor(
    private readonly videos: VideoRepository,
    private readonly hints: CaptionHintsService,
    private readonly guard: RemakeGuard,
    @Inject(VIDEO_HOST) private readonly host: VideoHost,
  ) {}

  /** @throws {AppError} not-found; conflict when the tracks cannot be chosen now; limit-reached */
  async select(
    { ownerId, videoId, ...choice }: MessageData<'upload.select-tracks.v1'>,
    messageId: string,
  ): Promise<void> {
    const video = await this.videos.findWhole(ownerId, videoId);
    if (!video) throw AppError.notFound('The video');
    if (video.handled.includes(messageId)) return;
    const problem = choiceProblem(video, choice);
    if (problem) throw new AppError('conflict', problem);
    await this.guard.assertAllowed(video);
    // The command may be repeated after the host made the asset.
    const passthrough = `tracks-${messageId}`;
    const existing = await this.host.findClip(passthrough);
    const request = { ...choice, assetId: video.assetId, passthrough };
    const hints = existing ? [] : await this.hints.of(ownerId);
    const assetId = existing?.assetId ?? (await this.host.selectTracks({ ...request, hints }));
    const changed = await this.videos.change(
      ownerId,
      video._id,
      (doc) => {
        if (choiceProblem(doc, choice)) return undefined;
        return this.guard.decide(doc, afterChoice(doc, choice, assetId));
      },
      messageId,
    );
    if (changed && [changed.selection?.assetId, changed.assetId].includes(assetId)) return;
    await this.host.deleteAsset(assetId);
    throw new AppError('conflict', 'This video has changed. Please try again.');
  }
}
