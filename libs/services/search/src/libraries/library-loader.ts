import { Injectable } from '@nestjs/common';
import { makeHaystack, type Haystack } from '../domain/haystack.ts';
import { IndexedVideoRepository, type Place } from '../videos/indexed-video.repository.ts';
import type { IndexedVideoDocument } from '../videos/indexed-video.schema.ts';
import { toSearchedVideo } from '../videos/to-indexed-content.ts';
import { Breather } from './breather.ts';
import { sizeOf, withChanges, type LibraryCopy } from './library-copy.ts';

/** Few, since a page is in memory whole: documents of some 100 KB. */
const pageSize = 16;

/** Reads libraries from the store, a page at a time. */
@Injectable()
export class LibraryLoader {
  constructor(private readonly videos: IndexedVideoRepository) {}

  /** As many of the newest videos as fit. @param room in bytes */
  async load(ownerId: string, revision: number, room: number): Promise<LibraryCopy> {
    const videos: Haystack[] = [];
    let left = room;
    for await (const page of this.pages(ownerId)) {
      for (const video of page) {
        left -= video.size;
        if (left < 0) return { revision, videos, size: sizeOf(videos), rest: placeOf(videos) };
        videos.push(video);
      }
    }
    return { revision, videos, size: sizeOf(videos) };
  }

  /** The copy with some of its videos read anew. */
  async reload(
    ownerId: string,
    copy: LibraryCopy,
    revision: number,
    ids: ReadonlySet<string>,
  ): Promise<LibraryCopy> {
    const found = await this.videos.findMany(ownerId, [...ids]);
    return withChanges(copy, revision, ids, await prepare(found, new Breather()));
  }

  /** All videos after a place, newest first. */
  async *pages(ownerId: string, after?: Place): AsyncGenerator<readonly Haystack[], void, undefined> {
    const breather = new Breather();
    for (let place = after; ;) {
      const documents = await this.videos.page(ownerId, place, pageSize);
      if (documents.length > 0) yield await prepare(documents, breather);
      const last = documents.at(-1);
      if (!last || documents.length < pageSize) return;
      place = { id: last._id, createdAt: last.createdAt };
    }
  }
}

/** The beginning of all when there is not room for one. */
function placeOf(videos: readonly Haystack[]): Place {
  return videos.at(-1) ?? { id: '\u{10FFFF}', createdAt: new Date(8_640_000_000_000_000) };
}

async function prepare(documents: readonly IndexedVideoDocument[], breather: Breather): Promise<Haystack[]> {
  const prepared: Haystack[] = [];
  for (const document of documents) {
    prepared.push(makeHaystack(toSearchedVideo(document)));
    await breather.breathe();
  }
  return prepared;
}
