import { Inject, Injectable } from '@nestjs/common';
import type { VideoIdentity } from '@vault/contracts';
import type { chapteringRpc } from '@vault/contracts/rpc';
import { AppError, CLOCK, COMMAND_BUS, type Clock } from '@vault/base';
import { InjectClient, type ClientOf, type CallOptions } from '@vault/rpc';
import type { CommandBus } from '@vault/messaging';
import { ChangeLog } from '../read-cache/change-log.ts';
import { ReadCache } from '../read-cache/read-cache.ts';
import { SubscriptionFreshness } from '../read-cache/subscription-freshness.ts';

export type ChapterSets = ReadonlyMap<string, chapteringRpc.ChapterSet>;

/**
 * Chapter sets may have megabytes, so reads after a save or a generation have a long deadline. Polls keep the default
 * deadline: there are many, and each would wait this long for an unavailable service.
 */
const longDeadline = { deadlineMs: 8_000 };
const maxBytes = 16 * 1_024 * 1_024;

/** Reads chapter sets from chaptering. */
@Injectable()
export class ChapterSetService {
  private readonly cache: ReadCache<chapteringRpc.ChapterSet>;

  constructor(
    @InjectClient('chaptering') private readonly chaptering: ClientOf<'chaptering'>,
    private readonly subscription: SubscriptionFreshness,
    @Inject(COMMAND_BUS) commands: Pick<CommandBus, 'onMessage'>,
    @Inject(CLOCK) clock: Clock,
  ) {
    const changes = new ChangeLog();
    commands.onMessage(({ source, subject }) => {
      if (source === 'chaptering') changes.add(subject);
    });
    this.cache = new ReadCache({ changes, clock, maxBytes, sizeOf });
  }

  /** Chapter sets by the id of their video; undefined while chaptering is unavailable. */
  async list(
    request: chapteringRpc.GetChapterSetsRequest,
    options: CallOptions = {},
  ): Promise<ChapterSets | undefined> {
    if (request.videoIds.length === 0) return new Map();
    try {
      const { sets } = await this.chaptering.getChapterSets(request, options);
      return byVideo(sets);
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'unavailable')) throw error;
      return undefined;
    }
  }

  /**
   * As {@link list}, the set of one video with its transcript. Cached until chaptering changes it: a new title or state of
   * the video does not invalidate it.
   */
  async get(video: VideoIdentity): Promise<ChapterSets | undefined> {
    const { ownerId, videoId } = video;
    // A change may arrive while the messages are checked.
    const kept = this.cache.find(video) && (await this.subscription.isCaughtUp()) && this.cache.find(video);
    if (kept) return new Map([[videoId, kept]]);
    const started = this.cache.startRead(video);
    const sets = await this.list({ ownerId, videoIds: [videoId], withTranscript: true });
    const set = sets?.get(videoId);
    // No message says how far a generation is.
    const isGenerating = set === undefined || set.isGenerating || set.operations.length > 0;
    if (set && !isGenerating) this.cache.store(started, set, { ids: [videoId], isGenerating: false });
    return sets;
  }

  /** As {@link get}, as it is now, with a long deadline. */
  getFresh({ ownerId, videoId }: VideoIdentity): Promise<ChapterSets | undefined> {
    return this.list({ ownerId, videoIds: [videoId], withTranscript: true }, longDeadline);
  }

  /**
   * An operation, and the set of its video as it is afterwards.
   * @throws {AppError} not-found, unavailable
   */
  async getWithOperation({ ownerId, videoId }: VideoIdentity, operationId: string) {
    const request = { ownerId, videoIds: [videoId], withTranscript: true, operationId };
    const { sets, operation } = await this.chaptering.getChapterSets(request, longDeadline);
    if (!operation) throw AppError.notFound('The operation');
    return { sets: byVideo(sets), operation };
  }
}

function byVideo(sets: readonly chapteringRpc.ChapterSet[]): ChapterSets {
  return new Map(sets.map((set) => [set.videoId, set]));
}

/** Bytes of memory, about: two for each character. */
function sizeOf({ vtt, chapters }: chapteringRpc.ChapterSet): number {
  return 2 * (vtt.length + JSON.stringify(chapters).length);
}
