import { Inject, Injectable } from '@nestjs/common';
import { captionsProblem, type MessageData, type VideoIdentity } from '@vault/contracts';
import { AppError, CLOCK, type Clock } from '@vault/base';
import { VIDEO_HOST, type VideoHost } from '@vault/integrations';
import { createEvent, type CommandResult } from '@vault/messaging';
import { InjectClient, type ClientOf } from '@vault/rpc';
import type { Decision } from '@vault/store';
import { notedConfidence } from '@vault/webvtt';
import { ChapterSetRepository } from '../chapter-sets/chapter-set.repository.ts';
import type { ChapterSetDocument, UploadedCaptions } from '../chapter-sets/chapter-set.schema.ts';
import { linesOf, toStored } from '../transcripts/stored-captions.ts';
import { TranscriptRepository } from '../transcripts/transcript.repository.ts';
import { CorrectCaptionsService } from './correct-captions.service.ts';
import { generationStarted, nextContentVersion, changedEventData } from './chapter-content.ts';
import { ChapterSetService } from './chapter-set.service.ts';
import { queueChapters } from './queue-chapters.ts';
import { VideoMoveService } from './video-move.service.ts';
import { combineChanges } from './work-change.ts';

/**
 * Uses the captions of a person instead of those of the host, and goes back; or captions that the host was asked to make
 * again. All drop the corrections of the words before, and generate the chapters again that nobody has edited.
 */
@Injectable()
export class ReplaceCaptionsService {
  constructor(
    private readonly sets: ChapterSetRepository,
    private readonly transcripts: TranscriptRepository,
    private readonly videos: ChapterSetService,
    private readonly moves: VideoMoveService,
    private readonly captions: CorrectCaptionsService,
    @Inject(VIDEO_HOST) private readonly host: VideoHost,
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
    const lines = linesOf({ vtt });
    if (lines.length === 0) throw new AppError('invalid-input', 'There are no captions in this file.');
    const before = await this.sets.find(video);
    if (before?.handled.includes(messageId)) return { version: before.contentVersion };
    const { durationSeconds, playbackId, captionsState, state } = await this.upload.getVideo(video);
    if (playbackId === '') throw new AppError('conflict', notPlayable);
    if (captionsState === 'pending' && state !== 'failed') throw new AppError('conflict', stillMade);
    // The words first: a set never names captions that are not stored.
    await this.transcripts.putUpload(video, { id: messageId, ...toStored(vtt, lines) });
    const uploaded: UploadedCaptions = { id: messageId, at: this.clock.now() };
    const decide = (set: ChapterSetDocument) =>
      this.withCaptions(set, messageId, { uploaded, durationSeconds });
    await this.videos.changeOrCreate(video, decide, messageId);
    // The event of a move has found no set.
    if (!before) await this.moves.follow(video);
    const after = await this.sets.find(video);
    if (!after) {
      // It was deleted meanwhile, or has moved.
      await this.videos.discardLate(video);
      throw AppError.notFound('The video');
    }
    await this.transcripts.removeUploadsBefore(video, after.uploadedCaptions?.id ?? messageId);
    return { version: after.contentVersion };
  }

  /**
   * Uses the captions of the host again, with the terms of the glossary as new ones have. Those that are not stored yet are
   * corrected when they are.
   * @returns the version with them
   * @throws {AppError} `not-found`; `conflict` when they are used, or there are none
   */
  async restore(video: VideoIdentity, messageId: string): Promise<CommandResult> {
    const read = await this.sets.find(video);
    const host = read && (await this.transcripts.findOf({ ...read, uploadedCaptions: undefined }));
    const corrections = await this.captions.correctionsOf(video.ownerId, linesOf(host ?? { vtt: '' }));
    let replacedId = '';
    const decide = (set: ChapterSetDocument) => {
      if (!set.uploadedCaptions) throw new AppError('conflict', notReplaced);
      if (!set.source) throw new AppError('conflict', noneOfHost);
      replacedId = set.uploadedCaptions.id;
      const isSame = set.source.trackId === read?.source?.trackId;
      const { durationSeconds } = set;
      return this.withCaptions(set, messageId, { durationSeconds, ...(isSame && corrections) });
    };
    const after = await this.sets.change(video, decide, messageId);
    if (!after) throw AppError.notFound('The video');
    await this.transcripts.removeUploadsBefore(video, replacedId);
    await this.transcripts.removeUploads(video, [replacedId]);
    return { version: after.contentVersion };
  }

  /**
   * Uses the words that the owner asked the host to recognise again, with the terms of the glossary as new ones have. Uploaded
   * captions stay in use.
   */
  async recognised(data: MessageData<'upload.transcript-ready.v1'>, messageId: string): Promise<void> {
    const { ownerId, videoId, playbackId, trackId, language, durationSeconds } = data;
    const video = { ownerId, videoId };
    const before = await this.sets.find(video);
    if (before?.handled.includes(messageId)) return;
    if (!before || before.uploadedCaptions) return this.videos.transcriptReady(data, messageId);
    const vtt = await this.host.readTextTrack(playbackId, trackId).catch(unlessHostFails);
    const lines = linesOf({ vtt, confidence: notedConfidence(vtt) });
    const corrections = await this.captions.correctionsOf(ownerId, lines);
    // The words first, so that readers get them with the set. The job reads and corrects those that cannot be read now.
    if (vtt !== '') await this.transcripts.put({ _id: videoId, ownerId, trackId, ...toStored(vtt, lines) });
    const source = { playbackId, trackId, language };
    const decide = (set: ChapterSetDocument) => {
      const { chapterSource } = set;
      return set.uploadedCaptions
        ? this.videos.queue(set, messageId, { source, chapterSource, durationSeconds })
        : this.withCaptions(set, messageId, { source, durationSeconds, ...corrections });
    };
    await this.videos.changeOrCreate(video, decide, messageId);
    const after = await this.sets.find(video);
    if (!after) await this.videos.discardLate(video);
  }

  /** @param of with captions of a person, or with those of the host */
  private withCaptions(
    set: ChapterSetDocument,
    jobId: string,
    of: { readonly uploaded?: UploadedCaptions } & Partial<ChapterSetDocument>,
  ): Decision<ChapterSetDocument> {
    const { uploaded, ...fields } = of;
    const { uploadedCaptions: _before, ...withHost } = set;
    const next: ChapterSetDocument = uploaded ? { ...set, uploadedCaptions: uploaded } : withHost;
    return combineChanges(queueChapters(set, jobId, this.clock.now()), {
      set: {
        ...fields,
        transcriptVersion: (set.transcriptVersion ?? 0) + 1,
        contentVersion: nextContentVersion(set),
        ...(uploaded && { uploadedCaptions: uploaded }),
      },
      unset: [
        'transcriptReview',
        ...(fields.mends ? [] : (['mends', 'glossaryApplied'] as const)),
        ...(uploaded ? [] : (['uploadedCaptions'] as const)),
      ],
      events: [
        generationStarted(next, jobId),
        createEvent('chaptering.chapters-changed.v1', set._id, changedEventData(set)),
      ],
    });
  }
}

const notPlayable = 'This video cannot be played yet. Please wait until it has been processed.';
const stillMade = 'The captions of this video are being made. Please replace them when they are there.';
const notReplaced = 'The captions of this video were not replaced.';
const noneOfHost = 'This video has no recognised captions to go back to.';

/** @returns no text */
function unlessHostFails(error: unknown): string {
  if (error instanceof AppError) return '';
  throw error;
}
