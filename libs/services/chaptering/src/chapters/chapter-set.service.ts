import { Inject, Injectable } from '@nestjs/common';
import { tombstoneMs, type MessageData, type VideoIdentity } from '@vault/contracts';
import { CLOCK, type Clock } from '@vault/base';
import { Tombstones, type Decision } from '@vault/store';
import { createEvent } from '@vault/messaging';
import { failureMessage } from '../domain/jobs/failure-message.ts';
import { generationStarted } from './chapter-content.ts';
import { OperationRepository } from '../operations/operation.repository.ts';
import { PresentTranscripts, spanOf, type Span } from '../transcripts/present-transcripts.ts';
import { TranscriptRepository } from '../transcripts/transcript.repository.ts';
import type { TranscriptDocument } from '../transcripts/transcript.schema.ts';
import { ChapterSetRepository } from '../chapter-sets/chapter-set.repository.ts';
import type {
  ChapterSetDocument,
  ChapterSource,
  TranscriptSource,
} from '../chapter-sets/chapter-set.schema.ts';
import { emptied } from './emptied-set.ts';
import { queueChapters } from './queue-chapters.ts';
import { VideoMoveService } from './video-move.service.ts';
import { combineChanges } from './work-change.ts';

/** A set with its WebVTT, present and recognised. */
interface ReadSet {
  readonly set: ChapterSetDocument;
  readonly vtt: string;
  readonly recognisedVtt: string;
}

interface NewSource {
  readonly source: TranscriptSource | null;
  readonly chapterSource: ChapterSource | null;
  readonly durationSeconds: number;
}

/** Reads chapter sets, starts automatic generations and deletes sets. */
@Injectable()
export class ChapterSetService {
  constructor(
    private readonly sets: ChapterSetRepository,
    private readonly transcripts: TranscriptRepository,
    private readonly present: PresentTranscripts,
    private readonly operations: OperationRepository,
    private readonly tombstones: Tombstones,
    private readonly moves: VideoMoveService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Without transcripts, both are empty. @param options.timedSpan only these lines, with the times of their words */
  async getMany(
    ownerId: string,
    videoIds: readonly string[],
    {
      withTranscript,
      timedSpan,
    }: { readonly withTranscript: boolean; readonly timedSpan?: Span | undefined },
  ) {
    // Both reads at the same time: most of these videos have both.
    const [sets, transcripts] = await Promise.all([
      this.sets.findMany(ownerId, videoIds, { withMends: withTranscript }),
      withTranscript
        ? this.transcripts.findMany(ownerId, videoIds, { withWordTimes: timedSpan !== undefined })
        : new Map<string, TranscriptDocument>(),
    ]);
    return sets.map((set): ReadSet => {
      const stored = transcripts.get(set._id);
      if (!stored) return { set, vtt: '', recognisedVtt: '' };
      return { set, ...(timedSpan ? spanOf(set, stored, timedSpan) : this.present.read(set, stored)) };
    });
  }

  /** Generates chapters from the captions of a video. */
  transcriptReady(data: MessageData<'upload.transcript-ready.v1'>, messageId: string): Promise<void> {
    const { playbackId, trackId, language, durationSeconds } = data;
    const source = { playbackId, trackId, language };
    return this.begin(data, { source, chapterSource: chapterSourceOf(data), durationSeconds }, messageId);
  }

  /** Without captions, the video has the chapters of its file, or one. */
  captionsUnavailable(data: MessageData<'upload.captions-unavailable.v1'>, messageId: string): Promise<void> {
    const { durationSeconds } = data;
    const update = { source: null, chapterSource: chapterSourceOf(data), durationSeconds };
    return this.begin(data, update, messageId);
  }

  /** The message with the captions failed permanently: the owner of the video learns of it, and may try again. */
  captionsGivenUp(identity: VideoIdentity, messageId: string): Promise<void> {
    const { videoId, ownerId } = identity;
    const reason = failureMessage('chapters', { isPaid: false });
    const decide = ({ chapters }: ChapterSetDocument): Decision<ChapterSetDocument> => {
      const data = { videoId, ownerId, jobId: messageId, reason, hasChapters: chapters.length > 0 };
      return { events: [createEvent('chaptering.generation-failed.v1', videoId, data)] };
    };
    return this.changeOrCreate({ videoId, ownerId }, decide, `${messageId}-given-up`);
  }

  /** Queues an automatic generation, which costs no tokens. */
  private begin(identity: VideoIdentity, update: NewSource, messageId: string): Promise<void> {
    return this.changeOrCreate(identity, (set) => this.queue(set, messageId, update), messageId);
  }

  /** Changes the set of a video that may have none yet, unless it was deleted. */
  async changeOrCreate(
    identity: VideoIdentity,
    decide: (set: ChapterSetDocument) => Decision<ChapterSetDocument>,
    messageId: string,
  ): Promise<void> {
    await this.sets.changeOrCreate(identity, (set) => (set.deletedAt ? undefined : decide(set)), messageId);
    const { ownerId } = identity;
    await this.tombstones.undoIfDeleted({ ownerId }, () => this.deleteVideo(identity, `${messageId}-late`));
  }

  /** The change with which a set uses other captions of the host, or none, and their chapters are generated. */
  queue(set: ChapterSetDocument, jobId: string, update: NewSource): Decision<ChapterSetDocument> {
    const queued = queueChapters(set, jobId, this.clock.now());
    // Nobody has checked the words of other captions, and the glossary has not corrected them.
    const isSame = set.uploadedCaptions || set.source?.trackId === update.source?.trackId;
    const events = [generationStarted(set, jobId)];
    return combineChanges(queued, {
      set: { ...update },
      unset: isSame ? [] : ['transcriptReview', 'glossaryApplied'],
      events,
    });
  }

  /** Removes all content of a deleted video; its ids stay as a tombstone, so that late messages do not recreate it. */
  async deleteVideo(identity: VideoIdentity, messageId: string): Promise<void> {
    const deletedAt = this.clock.now();
    await this.sets.changeOrCreate(
      identity,
      (before) => (before.deletedAt ? undefined : emptied(before, deletedAt)),
      messageId,
    );
    await this.discard(identity);
  }

  /** Removes everything stored of a video except its set. */
  async discard({ ownerId, videoId }: VideoIdentity): Promise<void> {
    await this.transcripts.remove(ownerId, videoId);
    await this.operations.removeOf(ownerId, videoId);
  }

  /** Removes what was stored late for a deleted video; what was stored for one that has moved goes to its owner now. */
  async discardLate(video: VideoIdentity): Promise<void> {
    const owner = await this.moves.follow(video);
    if (owner === undefined || owner === video.ownerId) await this.discard(video);
  }

  /**
   * Cleans up after a deleted set: a worker that was busy at the time may have stored a transcript since. Removes the
   * set itself once no late message can arrive.
   */
  async sweep({ _id: videoId, ownerId, deletedAt }: ChapterSetDocument): Promise<void> {
    await this.discard({ ownerId, videoId });
    const removeAt = new Date((deletedAt?.getTime() ?? 0) + tombstoneMs);
    if (removeAt <= this.clock.now()) await this.sets.remove({ ownerId, videoId });
    else await this.sets.postpone({ ownerId, videoId }, removeAt);
  }
}

function chapterSourceOf(data: { playbackId?: string; chaptersTrackId?: string }): ChapterSource | null {
  const { playbackId, chaptersTrackId: trackId } = data;
  return playbackId && trackId ? { playbackId, trackId } : null;
}
