import { Inject, Injectable } from '@nestjs/common';
import { captionsProblem, type MessageData, type VideoIdentity } from '@vault/contracts';
import { AppError, CLOCK, type Clock } from '@vault/base';
import { createEvent, type CommandResult } from '@vault/messaging';
import { InjectClient, type ClientOf } from '@vault/rpc';
import type { Decision } from '@vault/store';
import { ChapterSetRepository } from '../chapter-sets/chapter-set.repository.ts';
import type { ChapterSetDocument, UploadedCaptions } from '../chapter-sets/chapter-set.schema.ts';
import { linesOf } from '../transcripts/present-transcripts.ts';
import { TranscriptRepository } from '../transcripts/transcript.repository.ts';
import { generationStarted, nextContentVersion, nextState } from './chapter-content.ts';
import { ChapterSetService } from './chapter-set.service.ts';
import { queueChapters } from './queue-chapters.ts';
import { combineChanges } from './work-change.ts';

/**
 * Uses the captions of a person instead of those of the host, and goes back. Both drop the corrections of the words before,
 * and generate the chapters again that nobody has edited.
 */
@Injectable()
export class ReplaceCaptionsService {
  constructor(
    private readonly sets: ChapterSetRepository,
    private readonly transcripts: TranscriptRepository,
    private readonly videos: ChapterSetService,
    @InjectClient('upload') private readonly upload: ClientOf<'upload'>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Also for a video whose captions have failed, which has no chapter set yet.
   * @returns the version with the captions
   * @throws {AppError} `not-found`, `invalid-input`, `too-large`; `conflict` while the host makes captions
   */
  async replace(
    data: MessageData<'chaptering.replace-captions.v1'>,
    messageId: string,
  ): Promise<CommandResult> {
    const problem = captionsProblem(data);
    if (problem !== '') throw new AppError('too-large', problem);
    const { vtt, ...video } = data;
    if (linesOf(vtt).length === 0) throw new AppError('invalid-input', 'There are no captions in this file.');
    const before = await this.sets.find(video);
    if (before?.handled.includes(messageId)) return { version: before.contentVersion };
    const { durationSeconds, playbackId, captionsState, state } = await this.upload.getVideo(video);
    if (playbackId === '') throw new AppError('conflict', notPlayable);
    if (captionsState === 'pending' && state !== 'failed') throw new AppError('conflict', stillMade);
    // The words first: a set never names captions that are not stored.
    await this.transcripts.putUpload(video, { id: messageId, vtt });
    const uploaded: UploadedCaptions = { id: messageId, at: this.clock.now() };
    const decide = (set: ChapterSetDocument) =>
      this.withCaptions(set, messageId, { uploaded, durationSeconds });
    await this.videos.changeOrCreate(video, decide, messageId);
    const after = await this.sets.find(video);
    if (!after) {
      // It was deleted meanwhile.
      await this.videos.discard(video);
      throw AppError.notFound('The video');
    }
    await this.transcripts.removeUploadsBefore(video, after.uploadedCaptions?.id ?? messageId);
    return { version: after.contentVersion };
  }

  /**
   * Uses the captions of the host again.
   * @returns the version with them
   * @throws {AppError} `not-found`; `conflict` when they are used, or there are none
   */
  async restore(video: VideoIdentity, messageId: string): Promise<CommandResult> {
    let replacedId = '';
    const decide = (set: ChapterSetDocument) => {
      if (!set.uploadedCaptions) throw new AppError('conflict', notReplaced);
      if (!set.source) throw new AppError('conflict', noneOfHost);
      replacedId = set.uploadedCaptions.id;
      return this.withCaptions(set, messageId, { durationSeconds: set.durationSeconds });
    };
    const after = await this.sets.change(video, decide, messageId);
    if (!after) throw AppError.notFound('The video');
    await this.transcripts.removeUploadsBefore(video, replacedId);
    await this.transcripts.removeUploads(video, [replacedId]);
    return { version: after.contentVersion };
  }

  /** @param of with captions of a person, or with those of the host */
  private withCaptions(
    set: ChapterSetDocument,
    jobId: string,
    of: { readonly uploaded?: UploadedCaptions; readonly durationSeconds: number },
  ): Decision<ChapterSetDocument> {
    const { uploaded, durationSeconds } = of;
    const { uploadedCaptions: _before, ...withHost } = set;
    const next: ChapterSetDocument = uploaded ? { ...set, uploadedCaptions: uploaded } : withHost;
    return combineChanges(queueChapters(set, jobId, this.clock.now()), {
      set: {
        durationSeconds,
        transcriptVersion: (set.transcriptVersion ?? 0) + 1,
        contentVersion: nextContentVersion(set),
        ...(uploaded && { uploadedCaptions: uploaded }),
      },
      unset: [
        'mends',
        'transcriptReview',
        'glossaryApplied',
        ...(uploaded ? [] : (['uploadedCaptions'] as const)),
      ],
      events: [
        generationStarted(next, jobId),
        createEvent('chaptering.chapters-changed.v1', set._id, nextState(set)),
      ],
    });
  }
}

const notPlayable = 'This video cannot be played yet. Please wait until it has been processed.';
const stillMade = 'The captions of this video are being made. Please replace them when they are there.';
const notReplaced = 'The captions of this video were not replaced.';
const noneOfHost = 'This video has no recognised captions to go back to.';
