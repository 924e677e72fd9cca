import { Injectable } from '@nestjs/common';
import { makeSearchDocument, type SearchDocument } from '../domain/search-document.ts';
import { IndexedVideoRepository, type PageCursor } from '../videos/indexed-video.repository.ts';
import type { IndexedVideoDocument } from '../videos/indexed-video.schema.ts';
import { toSearchedVideo } from '../videos/to-indexed-content.ts';
import { CooperativeTask } from './cooperative-task.ts';
import { sizeOf, withChanges, type LibraryCopy } from './library-copy.ts';

/** Small, because a whole page is in memory, and a document has some 100 KB. */
const pageSize = 16;

/** Reads libraries from the store, a page at a time. */
@Injectable()
export class LibraryLoader {
  constructor(private readonly videos: IndexedVideoRepository) {}

  /** Loads as many of the newest videos as fit. @param maxBytes of the copy */
  async load(ownerId: string, version: number, maxBytes: number): Promise<LibraryCopy> {
    const videos: SearchDocument[] = [];
    let left = maxBytes;
    for await (const page of this.pages(ownerId)) {
      for (const video of page) {
        left -= video.size;
        if (left < 0) return { version, videos, size: sizeOf(videos), rest: cursorAfter(videos) };
        videos.push(video);
      }
    }
    return { version, videos, size: sizeOf(videos) };
  }

  /** Reads some videos of a copy again. */
  async reload(
    ownerId: string,
    copy: LibraryCopy,
    version: number,
    ids: ReadonlySet<string>,
  ): Promise<LibraryCopy> {
    const found = await this.videos.findMany(ownerId, [...ids]);
    return withChanges(copy, version, ids, await prepare(found, new CooperativeTask()));
  }

  /** All videos after a position, newest first. */
  async *pages(
    ownerId: string,
    after?: PageCursor,
  ): AsyncGenerator<readonly SearchDocument[], void, undefined> {
    const task = new CooperativeTask();
    for (let cursor = after; ;) {
      const documents = await this.videos.page(ownerId, cursor, pageSize);
      if (documents.length > 0) yield await prepare(documents, task);
      const last = documents.at(-1);
      if (!last || documents.length < pageSize) return;
      cursor = { id: last._id, createdAt: last.createdAt };
    }
  }
}

/** The position after the last video; before all videos when there is none. */
function cursorAfter(videos: readonly SearchDocument[]): PageCursor {
  return videos.at(-1) ?? { id: '\u{10FFFF}', createdAt: new Date(8_640_000_000_000_000) };
}

async function prepare(
  documents: readonly IndexedVideoDocument[],
  task: CooperativeTask,
): Promise<SearchDocument[]> {
  const prepared: SearchDocument[] = [];
  for (const document of documents) {
    prepared.push(makeSearchDocument(toSearchedVideo(document)));
    await task.yieldIfDue();
  }
  return prepared;
}
