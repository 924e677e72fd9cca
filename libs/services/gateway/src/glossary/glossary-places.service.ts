import { Inject, Injectable } from '@nestjs/common';
import {
  glossaryLimits,
  type GlossaryPlace,
  type GlossaryPlaces,
  type GlossaryPlacesQuery,
} from '@vault/contracts';
import { AppError, CLOCK, type Clock } from '@vault/base';
import type { chapteringRpc, uploadRpc } from '@vault/contracts/rpc';
import { InjectClient, type ClientOf } from '@vault/rpc';
import { PublicVideoIds } from '../videos/public-video-ids.ts';

type Titled = Pick<uploadRpc.Video, 'id' | 'title'>;

/** A page of videos, and the last place of it that was sent. */
interface Position {
  /** The cursor of the page; empty for the first. */
  readonly page: string;
  readonly last?: chapteringRpc.GlossaryPosition | undefined;
}

const videosAtOnce = 10;
/** Ten transcripts of several hours. On a busy machine a thread gets little time, and ends its work after 20 s. */
export const searchDeadline = { deadlineMs: 22_000 };
/** An answer ends after this time, and `next` goes on. */
const answerMs = 10_000;

/** Finds wrong forms in the library of a person, page by page. */
@Injectable()
export class GlossaryPlacesService {
  constructor(
    @InjectClient('chaptering') private readonly chaptering: ClientOf<'chaptering'>,
    @InjectClient('upload') private readonly upload: ClientOf<'upload'>,
    private readonly ids: PublicVideoIds,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws {AppError} not-found, invalid-input, unavailable */
  async find(ownerId: string, query: GlossaryPlacesQuery, gone: AbortSignal): Promise<GlossaryPlaces> {
    const endAt = this.clock.now().getTime() + answerMs;
    const places: GlossaryPlace[] = [];
    let position: Position | undefined = readCursor(query.after);
    for (let videos = 0; position && videos < glossaryLimits.videos; videos += videosAtOnce) {
      gone.throwIfAborted();
      if (this.clock.now().getTime() >= endAt) break;
      const limit = glossaryLimits.places - places.length;
      const { page, last }: Position = position;
      const list = await this.listVideos(ownerId, query.videoId, page);
      const titles = new Map(list.videos.map(({ id, title }) => [id, title]));
      const request = { ownerId, videoIds: [...titles.keys()], after: last, limit };
      const found = await this.chaptering.findGlossaryPlaces(request, searchDeadline);
      places.push(...found.places.map((place) => toPlace(place, titles)));
      const end = found.places.at(-1);
      if (found.hasMore && end) {
        position = { page, last: { videoId: end.videoId, start: end.before[0]?.start ?? 0 } };
        break;
      }
      position = list.next === '' ? undefined : { page: list.next };
    }
    const next = position ? toCursor(position) : null;
    return { places, isComplete: next === null, next };
  }

  private async listVideos(
    ownerId: string,
    publicId: string | undefined,
    after: string,
  ): Promise<{ readonly videos: readonly Titled[]; readonly next: string }> {
    if (publicId === undefined)
      return this.upload.listVideos({ ownerId, page: 1, limit: videosAtOnce, after });
    const video = await this.ids.resolve({ ownerId, passthrough: publicId });
    return { videos: [await this.upload.getVideo(video)], next: '' };
  }
}

function toPlace(
  { videoId, before, after, words }: chapteringRpc.GlossaryPlace,
  titles: ReadonlyMap<string, string>,
): GlossaryPlace {
  return { videoId, title: titles.get(videoId) ?? '', before, after, words, isConfirmed: true };
}

function toCursor({ page, last }: Position): string {
  const start = last ? String(Math.round(last.start * 1_000)) : '';
  return [page, last?.videoId ?? '', start].join('.');
}

function readCursor(cursor = '..'): Position {
  const parts = /^(\d{1,16}_[\w-]{1,128}|)\.(?:([\w-]{1,128})\.(\d{1,12})|\.)$/.exec(cursor);
  if (!parts) throw new AppError('invalid-input', 'That is not a cursor of places.');
  const [, page = '', videoId, start] = parts;
  return { page, last: videoId === undefined ? undefined : { videoId, start: Number(start) / 1_000 } };
}
