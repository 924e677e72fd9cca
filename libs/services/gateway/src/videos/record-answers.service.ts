import { Inject, Injectable } from '@nestjs/common';
import type { VideoIdentity } from '@vault/contracts';
import { AppError, COMMAND_BUS, METRICS } from '@vault/base';
import type { CommandBus } from '@vault/messaging';
import type { Counter, Metrics } from '@vault/platform';
import { LRUCache } from 'lru-cache';
import { answerWith } from './answer-with.ts';
import { MediaLinksService, withLinks } from '../media/media-links.service.ts';
import type { Caller } from '../sessions/session.service.ts';
import { VideoComposerService, type RecordOptions } from './video-composer.service.ts';
import { serialize, type SerializedAnswer } from '../http/serialized-answer.ts';

const maxVideos = 5_000;
/** A version is read at most once in this time, unless a message says that the video has changed. */
const versionUsedForMs = 1_000;
/** The tickets in the addresses of an answer last at least half a day. */
const answerUsedForMs = 60 * 60 * 1_000;
const maxBytes = 32 * 1_024 * 1_024;
const maxAnswerBytes = 4 * 1_024 * 1_024;

interface VersionedAnswer {
  readonly version: string;
  readonly answer: SerializedAnswer;
}

/** Answers with one video: while its version stays the same, with the bytes of before. */
@Injectable()
export class RecordAnswersService {
  /** By id of the video. */
  private readonly versions: LRUCache<string, string, VideoIdentity>;
  /** By workspace, session and id of the video: never shared between users. */
  private readonly answers = new LRUCache<string, VersionedAnswer>({
    max: maxVideos,
    ttl: answerUsedForMs,
    maxSize: maxBytes,
    maxEntrySize: maxAnswerBytes,
    sizeCalculation: ({ answer }) => answer.body.length,
  });
  private readonly polls: Counter<'source'>;

  constructor(
    private readonly composer: VideoComposerService,
    private readonly links: MediaLinksService,
    @Inject(COMMAND_BUS) commands: Pick<CommandBus, 'onMessage'>,
    @Inject(METRICS) metrics: Metrics,
  ) {
    this.versions = new LRUCache<string, string, VideoIdentity>({
      max: maxVideos,
      ttl: versionUsedForMs,
      // Whoever asked before a message gets what was read before it; nobody else does.
      ignoreFetchAbort: true,
      fetchMethod: (_id, _old, { context }) => composer.getVersion(context),
    });
    // The subject of a message about a video is its id.
    commands.onMessage(({ subject }) => this.versions.delete(subject));
    this.polls = metrics.counter({
      name: 'video_polls_total',
      help: 'Answers with one video: from memory, because its version is the same, or read.',
      labels: ['source'],
    });
  }

  /** @throws {AppError} not-found, also when the video is somebody else's */
  async get(caller: Caller, video: VideoIdentity): Promise<SerializedAnswer> {
    const { ownerId, videoId } = video;
    // Unique: ids of workspaces and sessions contain no space.
    const key = `${ownerId} ${caller.sessionId} ${videoId}`;
    const known = this.answers.get(key);
    if (known && known.version === (await this.findVersion(video))) {
      this.polls.add({ source: 'memory' });
      return known.answer;
    }
    this.polls.add({ source: 'read' });
    const { record, version } = await this.composer.getVersioned(video);
    const answer = serialize(answerWith(withLinks(record, this.links.forUser(caller))));
    if (version !== undefined) this.answers.set(key, { version, answer });
    return answer;
  }

  /** The answer after a change. @throws {AppError} not-found, also when it is somebody else's */
  async compose(caller: Caller, video: VideoIdentity, options?: RecordOptions) {
    const record = await this.composer.get(video, options);
    return answerWith(withLinks(record, this.links.forUser(caller)));
  }

  /** Undefined while a service is unavailable. @throws {AppError} not-found */
  private async findVersion({ ownerId, videoId }: VideoIdentity): Promise<string | undefined> {
    try {
      return await this.versions.fetch(videoId, { context: { ownerId, videoId } });
    } catch (error) {
      if (AppError.is(error, 'unavailable')) return undefined;
      throw error;
    }
  }
}
