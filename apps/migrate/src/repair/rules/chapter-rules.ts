import { createEvent, createMessage } from '@vault/messaging';
import { captionsEventOf } from '@vault/upload-service';
import { isAlive, type Finding, type Parts, type Place, type Rule, type Stored } from './rule.ts';
import { videos } from './video-rules.ts';

const chapterSets: Place = ['chaptering', 'chaptersets'];

type Video = Parameters<typeof captionsEventOf>[0] & {
  readonly ownerId: string;
  readonly state: string;
  readonly title: string;
  readonly description: string;
  readonly assetId: string;
};

interface Chapter {
  readonly start: number;
  readonly title: string;
  readonly summary: string;
}

interface ChapterSet {
  readonly chapters: readonly Chapter[];
  readonly jobs: { readonly chapters?: object };
  readonly contentVersion: number;
  readonly deletedAt?: Date;
}

/** Videos whose captions have ended, and that have nothing left to publish. */
const captioned = {
  filter: {
    ...isAlive,
    state: { $in: ['chaptering', 'ready'] },
    captionsState: { $ne: 'pending' },
    selection: null,
    outboxSince: { $exists: false },
  },
  fields: [
    ...['ownerId', 'state', 'title', 'description', 'assetId', 'playbackId', 'durationSeconds'],
    ...['captionsState', 'captionsTrackId', 'captionsLanguage', 'captionsReason', 'chaptersTrackId'],
  ],
};
const content = { fields: ['chapters', 'jobs', 'contentVersion', 'deletedAt'] };

async function* withChapters(
  parts: Parts,
): AsyncGenerator<{ readonly video: Stored<Video>; readonly set: Stored<ChapterSet> | undefined }> {
  for await (const batch of parts.batches<Video>(videos, captioned)) {
    const sets = await parts.byId<ChapterSet>(
      chapterSets,
      batch.map(({ _id }) => _id),
      content,
    );
    for (const video of batch) {
      const set = sets.get(video._id);
      // A set that was deleted, or whose chapters are being generated, changes by itself.
      if (!set?.deletedAt && !set?.jobs.chapters) yield { video, set };
    }
  }
}

export const chapterRules: readonly Rule[] = [
  {
    what: 'videos without chapters that nobody is generating',
    mending: 'generates them, at no cost for the owner',
    find: async function* (parts): AsyncGenerator<Finding> {
      for await (const { video, set } of withChapters(parts)) {
        if (set && set.chapters.length > 0) continue;
        const { _id: videoId, ownerId } = video;
        const { type, data } = captionsEventOf(video, { videoId, ownerId });
        yield { id: videoId, mend: createEvent(type, videoId, data) };
      }
    },
  },
  {
    what: 'videos that wait for chapters that they have',
    mending: 'makes the videos ready',
    find: async function* (parts): AsyncGenerator<Finding> {
      for await (const { video, set } of withChapters(parts)) {
        if (video.state !== 'chaptering' || !set || set.chapters.length === 0) continue;
        const { _id: videoId, ownerId } = video;
        const data = { videoId, ownerId, version: set.contentVersion, chapterCount: set.chapters.length };
        yield { id: videoId, mend: createEvent('chaptering.chapters-generated.v1', videoId, data) };
      }
    },
  },
  {
    what: 'videos that the search does not have, or has with older texts',
    mending: 'indexes them',
    find: async function* (parts): AsyncGenerator<Finding> {
      const query = { fields: ['title', 'description', 'assetId', 'chapters'] };
      for await (const { video, set } of withChapters(parts)) {
        if (video.state !== 'ready' || !set || set.chapters.length === 0) continue;
        const { _id: videoId, ownerId } = video;
        const indexed = (await parts.byId<Texts>(['search', 'indexedvideos'], [videoId], query)).get(videoId);
        if (indexed && textsOf(indexed) === textsOf({ ...video, chapters: set.chapters })) continue;
        const data = { videoId, ownerId };
        const type = 'search.index-video.v1';
        yield { id: videoId, mend: createMessage({ type, source: 'gateway', subject: videoId, data }) };
      }
    },
  },
];

type Texts = Pick<Video, 'title' | 'description' | 'assetId'> & Pick<ChapterSet, 'chapters'>;

function textsOf({ title, description, assetId, chapters }: Texts): string {
  const texts = chapters.map((chapter) => [chapter.start, chapter.title, chapter.summary]);
  return JSON.stringify([title, description, assetId, texts]);
}
