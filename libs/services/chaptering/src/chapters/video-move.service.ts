import { Inject, Injectable } from '@nestjs/common';
import type { MessageData, VideoIdentity } from '@vault/contracts';
import { CLOCK, type Clock } from '@vault/base';
import { createEvent, type Message } from '@vault/messaging';
import { VideoOwners, type Gift } from '@vault/rpc';
import type { Decision } from '@vault/store';
import { ChapterSetRepository } from '../chapter-sets/chapter-set.repository.ts';
import type { ChapterSetDocument } from '../chapter-sets/chapter-set.schema.ts';
import type { Job } from '../domain/jobs/job.ts';
import { failedSettlement, withSettlement, type Work } from '../domain/jobs/work.ts';
import { OperationRepository } from '../operations/operation.repository.ts';
import { TranscriptRepository } from '../transcripts/transcript.repository.ts';
import {
  changedEventData,
  generationStarted,
  nextContentVersion,
  operationEnded,
} from './chapter-content.ts';
import { toWorkChange } from './work-change.ts';

const stopped = {
  msg: 'This was stopped, because the video was moved to another workspace. No tokens were charged.',
  code: 'conflict',
} as const;

/**
 * Gives chapters and transcripts to whoever has their video now. Operations stay with the workspace that pays them, without
 * the words of the video.
 */
@Injectable()
export class VideoMoveService {
  constructor(
    private readonly sets: ChapterSetRepository,
    private readonly transcripts: TranscriptRepository,
    private readonly operations: OperationRepository,
    private readonly owners: VideoOwners,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  followMove(move: MessageData<'upload.video-moved.v1'>): Promise<void> {
    return this.owners.followMove(move, (gift) => this.give(gift));
  }

  /**
   * Gives what was stored late, for an owner who no longer has the video.
   * @returns the owner now; undefined when the video was deleted
   */
  follow(video: VideoIdentity): Promise<string | undefined> {
    return this.owners.follow(video, (gift) => this.give(gift));
  }

  /** Gives those of some videos that belong to somebody else now. @returns the others */
  async keepMoved(ownerId: string, videoIds: readonly string[]): Promise<readonly string[]> {
    const owners = await this.owners.of(videoIds);
    const isMoved = (videoId: string) => (owners.get(videoId) ?? ownerId) !== ownerId;
    for (const videoId of videoIds.filter(isMoved)) await this.follow({ ownerId, videoId });
    return videoIds.filter((videoId) => !isMoved(videoId));
  }

  /** The transcript first: the events of the set tell others to read both. May be repeated. */
  private async give(gift: Gift): Promise<void> {
    const { videoId, fromOwnerId: ownerId } = gift;
    await this.transcripts.give(gift);
    await this.sets.changeAny({ videoId, ownerId }, (set) => moved(set, gift, this.clock.now()));
    const set = await this.sets.find({ videoId, ownerId: gift.toOwnerId });
    const jobs = Object.values(set?.jobs ?? {});
    await this.operations.give(
      gift,
      jobs.map(({ id }) => id),
    );
    await this.operations.removeWords({ videoId, ownerId });
  }
}

/** Automatic jobs go on; what a person has requested ends, and its tokens are returned to the workspace that paid. */
function moved(set: ChapterSetDocument, { toOwnerId }: Gift, now: Date): Decision<ChapterSetDocument> {
  if (set.deletedAt) return { ownerId: toOwnerId };
  const next = { ...set, ownerId: toOwnerId };
  const requested = Object.values(set.jobs).filter(({ request }) => request !== undefined);
  const { jobs, settlements } = requested.reduce<Work>(
    (work, job) => withSettlement(work, failedSettlement(job, stopped, now)),
    set,
  );
  const paid = settlements.map((settlement) => ({ payerId: set.ownerId, ...settlement }));
  const { set: work, unset = [] } = toWorkChange({ jobs, settlements: paid }, now);
  return {
    ownerId: toOwnerId,
    set: { ...work, contentVersion: nextContentVersion(set) },
    // They sound like terms of the glossary before.
    unset: [...unset, 'names'],
    events: [
      ...requested.flatMap((job) => operationEnded(set, job)),
      ...chaptersEvents(next, jobs.chapters),
      createEvent('chaptering.chapters-changed.v1', set._id, changedEventData(next)),
    ],
  };
}

/** Says again that chapters are generated, or that a request for them has ended: the owner before may be in the last event. */
function chaptersEvents(set: ChapterSetDocument, job: Job | undefined): Message[] {
  if (job) return [generationStarted(set, job.id)];
  const ended = set.jobs.chapters;
  if (!ended) return [];
  const { _id: videoId, ownerId } = set;
  const about = { videoId, ownerId, jobId: ended.id, reason: stopped.msg };
  const data = { ...about, hasChapters: set.chapters.length > 0 };
  return [createEvent('chaptering.generation-failed.v1', videoId, data)];
}
