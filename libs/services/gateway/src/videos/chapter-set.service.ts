import { Injectable } from '@nestjs/common';
import type { VideoIdentity } from '@vault/contracts';
import type { chapteringRpc } from '@vault/contracts/rpc';
import { AppError } from '@vault/base';
import { InjectClient, type CallOptions, type ClientOf } from '@vault/rpc';

export type ChapterSets = ReadonlyMap<string, chapteringRpc.ChapterSet>;

/** Chapter sets may have megabytes. Polls keep the default deadline: each would wait this long for an unavailable service. */
const longDeadline = { deadlineMs: 8_000 };

/** Reads chapter sets from chaptering. */
@Injectable()
export class ChapterSetService {
  constructor(@InjectClient('chaptering') private readonly chaptering: ClientOf<'chaptering'>) {}

  /** Chapter sets by the id of their video; undefined while chaptering is unavailable. */
  async list(request: chapteringRpc.GetChapterSetsRequest): Promise<ChapterSets | undefined> {
    if (request.videoIds.length === 0) return new Map();
    try {
      const { sets } = await this.chaptering.getChapterSets(request);
      return byVideo(sets);
    } catch (error) {
      if (!AppError.is(error, 'unavailable')) throw error;
      return undefined;
    }
  }

  /** What {@link list} would answer as `revision`; empty without a set. @throws {AppError} unavailable */
  async getRevision(identity: VideoIdentity, options: CallOptions): Promise<string> {
    return (await this.chaptering.getChapterSetRevision(identity, options)).revision;
  }

  /**
   * The set of a video with its words, present and recognised.
   * @param timedSpan only these words, with their times
   * @throws {AppError} unavailable
   */
  async getWithRecognised(
    { ownerId, videoId }: VideoIdentity,
    timedSpan?: chapteringRpc.TimeSpan,
  ): Promise<chapteringRpc.ChapterSet | undefined> {
    const request = { ownerId, videoIds: [videoId], withTranscript: true, withRecognised: true, timedSpan };
    return (await this.chaptering.getChapterSets(request, longDeadline)).sets[0];
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
