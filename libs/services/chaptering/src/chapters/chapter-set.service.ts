import { Inject, Injectable } from '@nestjs/common';
import type { MessageData } from '@vault/contracts';
import {
  CLOCK,
  correlationId,
  createMessage,
  DeletedOwnerRepository,
  type Clock,
  type Decision,
} from '@vault/platform';
import { queueJob } from '../domain/job.ts';
import { withEnding, withJob, workOf } from '../domain/work.ts';
import { DraftRepository } from '../drafts/draft.repository.ts';
import { OperationRepository } from '../operations/operation.repository.ts';
import { TranscriptRepository } from '../transcripts/transcript.repository.ts';
import { ChapterSetRepository, type VideoIdentity } from './chapter-set.repository.ts';
import type { ChapterSetDocument, TranscriptSource } from './chapter-set.schema.ts';
import { emptied, endedJob } from './emptied-set.ts';
import { together, toWorkChange } from './work-change.ts';

/** Longer than a message is retained. */
const tombstoneMs = 8 * 24 * 60 * 60 * 1_000;

interface NewSource {
  readonly source: TranscriptSource | null;
  readonly durationSeconds: number;
}

/** Chapter sets: what is asked of them, and what the product does for them by itself. */
@Injectable()
export class ChapterSetService {
  constructor(
    private readonly sets: ChapterSetRepository,
    private readonly transcripts: TranscriptRepository,
    private readonly drafts: DraftRepository,
    private readonly operations: OperationRepository,
    private readonly deletedOwners: DeletedOwnerRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async getMany(ownerId: string, videoIds: readonly string[], withTranscript: boolean) {
    const sets = await this.sets.findMany(ownerId, videoIds);
    const ids = sets.map(({ _id }) => _id);
    const transcripts =
      withTranscript && ids.length > 0
        ? await this.transcripts.findMany(ownerId, ids)
        : new Map<string, string>();
    return sets.map((set) => ({ set, vtt: transcripts.get(set._id) ?? '' }));
  }

  /** The captions of a video exist: chapters are made from them. */
  transcriptReady(data: MessageData<'upload.transcript-ready.v1'>, messageId: string): Promise<void> {
    const { playbackId, trackId, language, durationSeconds } = data;
    return this.begin(data, { source: { playbackId, trackId, language }, durationSeconds }, messageId);
  }

  /** There will be no captions: the video becomes one chapter. */
  captionsUnavailable(data: MessageData<'upload.captions-unavailable.v1'>, messageId: string): Promise<void> {
    return this.begin(data, { source: null, durationSeconds: data.durationSeconds }, messageId);
  }

  /** The product does this by itself: it costs nothing, and nobody is waited for. */
  private async begin(identity: VideoIdentity, news: NewSource, messageId: string): Promise<void> {
    await this.sets.changeOrCreate(
      identity,
      (set) => (set.deletedAt ? undefined : this.queue(set, messageId, news)),
      messageId,
    );
    // It came late: whoever removes what there is of this owner has either seen it, or is seen here.
    if (await this.deletedOwners.has(identity.ownerId)) await this.forget(identity, `${messageId}-late`);
  }

  private queue(set: ChapterSetDocument, jobId: string, news: NewSource): Decision<ChapterSetDocument> {
    const now = this.clock.now();
    const work = workOf(set);
    const origin = { queuedAt: now, correlationId: correlationId() };
    const job = queueJob(jobId, 'chapters', origin);
    const { chapters: before } = work.jobs;
    const rest = before ? withEnding(work, endedJob(before, newCaptions, now)) : work;
    const data = { videoId: set._id, ownerId: set.ownerId, jobId };
    const type = 'chaptering.generation-started.v1';
    const events = [createMessage({ type, source: 'chaptering', subject: set._id, data })];
    return together(toWorkChange(withJob(rest, job), now), { set: { ...news }, events });
  }

  /** The video is gone: nothing of it stays but its id, so that a message that comes late does not bring it back. */
  async forget(identity: VideoIdentity, messageId: string): Promise<void> {
    const deletedAt = this.clock.now();
    await this.sets.changeOrCreate(
      identity,
      (before) => (before.deletedAt ? undefined : emptied(before, deletedAt)),
      messageId,
    );
    await this.discard(identity);
  }

  /** What is kept of a video beside its set. */
  async discard({ ownerId, videoId }: VideoIdentity): Promise<void> {
    await this.transcripts.remove(ownerId, videoId);
    await this.drafts.removeOf(ownerId, videoId);
    await this.operations.removeOf(ownerId, videoId);
  }

  /**
   * Looks at a deleted set once more: a worker that was writing at the time may have kept a transcript since. The set
   * itself goes when no late message can be on its way any more.
   */
  async sweep({ _id: videoId, ownerId, deletedAt }: ChapterSetDocument): Promise<void> {
    await this.discard({ ownerId, videoId });
    const goesAt = new Date((deletedAt?.getTime() ?? 0) + tombstoneMs);
    if (goesAt <= this.clock.now()) await this.sets.remove({ ownerId, videoId });
    else await this.sets.postpone({ ownerId, videoId }, goesAt);
  }
}

const newCaptions =
  'The captions of this video came anew meanwhile, and its chapters are written from those.';
