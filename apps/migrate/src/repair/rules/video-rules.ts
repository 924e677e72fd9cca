import { createEvent, createMessage } from '@vault/messaging';
import { isAlive, type Finding, type Parts, type Place, type Rule } from '../rule.ts';

export const videos: Place = ['upload', 'videos'];
const alive = { filter: isAlive, fields: ['ownerId'] };

interface Owned {
  readonly ownerId: string;
}

export const videoRules: readonly Rule[] = [
  ofUnknownVideos('chapters of deleted or unknown videos', ['chaptering', 'chaptersets']),
  ofUnknownVideos('search entries of deleted or unknown videos', ['search', 'indexedvideos']),
  ofUnknownVideos('clips of deleted or unknown videos', ['clip', 'clips'], 'videoId'),
  ofUnknownVideos('moments of deleted or unknown videos', ['portal', 'moments'], 'videoId'),
  {
    what: 'videos that came back, although other services have deleted their data',
    mending: 'deletes the videos again',
    find: async function* (parts): AsyncGenerator<Finding> {
      const found = new Set<string>();
      for await (const ids of deletedElsewhere(parts))
        for (const [videoId, { ownerId }] of await parts.byId<Owned>(videos, ids, alive)) {
          if (found.has(videoId)) continue;
          found.add(videoId);
          const data = { videoId, ownerId };
          const type = 'upload.delete-video.v1';
          yield { id: videoId, mend: createMessage({ type, source: 'gateway', subject: videoId, data }) };
        }
    },
  },
];

/** @param field the field with the id of the video */
function ofUnknownVideos(what: string, place: Place, field = '_id'): Rule {
  return {
    what,
    mending: 'deletes them',
    find: async function* (parts): AsyncGenerator<Finding> {
      const query = { filter: isAlive, fields: ['ownerId', field] };
      for await (const batch of parts.batches<Owned & Record<string, unknown>>(place, query)) {
        const existing = await parts.byId(
          videos,
          batch.map((each) => String(each[field])),
          alive,
        );
        for (const { [field]: id, ownerId } of batch) {
          const videoId = String(id);
          if (existing.has(videoId)) continue;
          yield { id: videoId, mend: createEvent('upload.video-deleted.v1', videoId, { videoId, ownerId }) };
        }
      }
    },
  };
}

/** Ids of videos whose deletion chaptering or clip have noted. */
async function* deletedElsewhere(parts: Parts): AsyncGenerator<string[]> {
  const deleted = { filter: { deletedAt: { $exists: true } }, fields: [] };
  const places = [
    ['chaptering', 'chaptersets'],
    ['clip', 'deletedvideos'],
  ] as const;
  for (const place of places)
    for await (const batch of parts.batches(place, deleted)) yield batch.map(({ _id }) => _id);
}
