import { Inject, Injectable } from '@nestjs/common';
import type { MessageData } from '@vault/contracts';
import { AppError } from '@vault/base';
import { VIDEO_HOST, type VideoHost } from '@vault/integrations';
import { afterRecognitionRequest, recognitionProblem } from '../domain/recognition.ts';
import { CaptionHintsService } from './caption-hints.service.ts';
import { RemakeGuard } from './remake-guard.ts';
import { VideoRepository } from './video.repository.ts';

/** Requests other captions of a video, in a language that its owner states. */
@Injectable()
export class RecognitionService {
  constructor(
    private readonly videos: VideoRepository,
    private readonly hints: CaptionHintsService,
    private readonly guard: RemakeGuard,
    @Inject(VIDEO_HOST) private readonly host: VideoHost,
  ) {}

  /** @throws {AppError} not-found; conflict when the words cannot be recognised again, at all or now; limit-reached */
  async recognise(
    { ownerId, videoId, language }: MessageData<'upload.recognise-captions.v1'>,
    messageId: string,
  ): Promise<void> {
    const video = await this.videos.findWhole(ownerId, videoId);
    if (!video) throw AppError.notFound('The video');
    if (video.handled.includes(messageId)) return;
    const problem = recognitionProblem(video);
    if (problem) throw new AppError('conflict', problem);
    await this.guard.assertAllowed(video);
    const { assetId } = video;
    // The command may be repeated after the host began.
    const passthrough = `recognition-${messageId}`;
    const hints = await this.hints.of(ownerId);
    const trackId = await this.host.recogniseAgain({ assetId, language, passthrough, hints });
    const changed = await this.videos.change(
      ownerId,
      video._id,
      (doc) => {
        if (recognitionProblem(doc) || doc.assetId !== assetId) return undefined;
        return this.guard.decide(doc, afterRecognitionRequest(trackId));
      },
      messageId,
    );
    if (changed && [changed.recognition?.trackId, changed.captionsTrackId].includes(trackId)) return;
    await this.host.deleteCaptions(assetId, trackId);
    throw new AppError('conflict', 'This video has changed. Please try again.');
  }
}
