import { setTimeout as wait } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, METRICS, type Clock } from '@vault/base';
import type { Counter, Metrics } from '@vault/platform';
import { answerWith } from './answer-with.ts';
import { MediaLinksService, withLinks } from '../media/media-links.service.ts';
import { VideoComposerService } from './video-composer.service.ts';
import { ChangeLog } from '../read-cache/change-log.ts';
import { nameOf, ReadCache, type ReadVideo } from '../read-cache/read-cache.ts';
import { SubscriptionFreshness } from '../read-cache/subscription-freshness.ts';
import { serialize, type SerializedAnswer } from '../http/serialized-answer.ts';

/** Longest wait for the read of another poll: the owner of the data may hang. */
const sharedWithinMs = 100;
const maxBytes = 32 * 1_024 * 1_024;

interface RunningRead {
  readonly answer: Promise<SerializedAnswer>;
  readonly sequence: number;
}

/** Answers polls of one video, from memory while nothing changes. */
@Injectable()
export class PolledRecordService {
  private readonly cache: ReadCache<SerializedAnswer>;
  private readonly polls: Counter<'source'>;
  /** By {@link nameOf} their video. */
  private readonly running = new Map<string, RunningRead>();

  constructor(
    private readonly composer: VideoComposerService,
    private readonly changes: ChangeLog,
    private readonly subscription: SubscriptionFreshness,
    private readonly links: MediaLinksService,
    @Inject(CLOCK) clock: Clock,
    @Inject(METRICS) metrics: Metrics,
  ) {
    this.cache = new ReadCache({ changes, clock, maxBytes, sizeOf: ({ body }) => body.length });
    this.polls = metrics.counter({
      name: 'video_polls_total',
      help: 'Answers with one video: from memory, read, shared with another poll, or read-through: messages may be missing.',
      labels: ['source'],
    });
  }

  /** @throws {AppError} not-found, also when the video is somebody else's */
  async get(video: ReadVideo): Promise<SerializedAnswer> {
    if (!this.cache.find(video)) return this.readOnce(video);
    if (!(await this.subscription.isCaughtUp())) return this.read(video, 'read-through');
    // A change may have arrived meanwhile.
    const cached = this.cache.find(video);
    if (!cached) return this.readOnce(video);
    this.polls.add({ source: 'memory' });
    return cached;
  }

  /** Polls of the same time share a read, unless a message has arrived since it began. */
  private async readOnce(video: ReadVideo): Promise<SerializedAnswer> {
    const name = nameOf(video);
    const running = this.running.get(name);
    if (running?.sequence === this.changes.sequence) {
      const shared = await Promise.race([running.answer, wait(sharedWithinMs)]);
      if (shared) {
        this.polls.add({ source: 'shared' });
        return shared;
      }
    }
    const own = { sequence: this.changes.sequence, answer: this.read(video, 'read') };
    this.running.set(name, own);
    try {
      return await own.answer;
    } finally {
      if (this.running.get(name) === own) this.running.delete(name);
    }
  }

  private async read(video: ReadVideo, source: 'read' | 'read-through'): Promise<SerializedAnswer> {
    this.polls.add({ source });
    const read = this.cache.startRead(video);
    const record = await this.composer.get(video);
    const link = this.links.forUser({ user: { id: video.ownerId }, sessionId: video.sessionId });
    const answer = serialize(answerWith(withLinks(record, link)));
    const { state, operations, chaptersMissing } = record;
    const ids = [video.ownerId, video.videoId];
    const isGenerating = state === 'chaptering' || operations.length > 0;
    if (!chaptersMissing) this.cache.store(read, answer, { ids, isGenerating });
    return answer;
  }
}
