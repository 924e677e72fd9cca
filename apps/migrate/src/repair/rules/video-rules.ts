import { createEvent, createMessage } from '@vault/messaging';
import { isAlive, type Finding, type Parts, type Place, type Rule } from './rule.ts';

export const videos: Place = ['upload', 'videos'];
const alive = { filter: isAlive, fields: ['ownerId'] };

interface Owned {
  readonly ownerId: string;
}

/** Data of videos: where it is, and the field with the id of the video. */
const dataOfVideos: readonly (readonly [place: Place, field: string])[] = [
  [['chaptering', 'chaptersets'], '_id'],
  [['search', 'indexedvideos'], '_id'],
  [['clip', 'clips'], 'videoId'],
  [['portal', 'moments'], 'videoId'],
];

/** Data that has the owner of its video. */
const dataOfOwners: typeof dataOfVideos = [...dataOfVideos, [['chaptering', 'transcripts'], '_id']];

/** Where deletions of videos are noted besides in upload. */
const noting: readonly Place[] = [
  ['chaptering', 'chaptersets'],
  ['clip', 'deletedvideos'],
];
const deleted = { filter: { deletedAt: { $exists: true } }, fields: [] };

/** Which of the videos upload has, and which upload or another service has noted as deleted. */
export async function fatesOf(parts: Parts, ids: readonly string[]) {
  const notes = await Promise.all([videos, ...noting].map((place) => parts.byId(place, ids, deleted)));
  return {
    existing: await parts.byId<Owned>(videos, ids, alive),
    deleted: new Set(notes.flatMap((found) => [...found.keys()])),
  };
}

export const videoRules: readonly Rule[] = [
  {
    what: 'videos whose data are in another workspace',
    mending: 'gives the data to the workspace of the video',
    find: findDataElsewhere,
  },
  {
    what: 'videos that were deleted, and whose data is left',
    mending: 'deletes the data in every service',
    find: (parts) => findDataWithoutVideo(parts, { isDeleted: true }),
  },
  {
    what: 'videos that upload does not know, and whose data is left',
    mending: 'deletes the data in every service',
    needs: '--delete-unknown-videos',
    find: (parts) => findDataWithoutVideo(parts, { isDeleted: false }),
  },
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

/** Data whose video upload does not have: because it was deleted, or for an unknown reason. */
async function* findDataWithoutVideo(
  parts: Parts,
  { isDeleted }: { readonly isDeleted: boolean },
): AsyncGenerator<Finding> {
  const found = new Set<string>();
  for (const [place, field] of dataOfVideos) {
    const query = { filter: isAlive, fields: ['ownerId', field] };
    for await (const batch of parts.batches<Owned & Record<string, unknown>>(place, query)) {
      const fates = await fatesOf(
        parts,
        batch.map((each) => String(each[field])),
      );
      for (const { [field]: id, ownerId } of batch) {
        const videoId = String(id);
        if (found.has(videoId) || fates.existing.has(videoId)) continue;
        if (fates.deleted.has(videoId) !== isDeleted) continue;
        found.add(videoId);
        yield { id: videoId, mend: createEvent('upload.video-deleted.v1', videoId, { videoId, ownerId }) };
      }
    }
  }
}

/** Data of another owner than its video, which has moved. */
async function* findDataElsewhere(parts: Parts): AsyncGenerator<Finding> {
  const found = new Set<string>();
  for (const [place, field] of dataOfOwners) {
    const query = { filter: isAlive, fields: ['ownerId', field] };
    for await (const batch of parts.batches<Owned & Record<string, unknown>>(place, query)) {
      const ids = batch.map((each) => String(each[field]));
      const existing = await parts.byId<Owned>(videos, ids, alive);
      for (const { [field]: id, ownerId: fromOwnerId } of batch) {
        const videoId = String(id);
        const { ownerId = fromOwnerId } = existing.get(videoId) ?? {};
        const name = `${fromOwnerId} ${videoId}`;
        if (ownerId === fromOwnerId || found.has(name)) continue;
        found.add(name);
        const data = { videoId, ownerId, fromOwnerId };
        yield { id: videoId, mend: createEvent('upload.video-moved.v1', videoId, data) };
      }
    }
  }
}

/** Ids of videos whose deletion chaptering or clip have noted. */
async function* deletedElsewhere(parts: Parts): AsyncGenerator<string[]> {
  for (const place of noting)
    for await (const batch of parts.batches(place, deleted)) yield batch.map(({ _id }) => _id);
}
