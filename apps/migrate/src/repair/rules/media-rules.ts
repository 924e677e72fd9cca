import { isAlive, type Finding, type Parts, type Place, type Rule, type Stored } from './rule.ts';
import { fatesOf, videos } from './video-rules.ts';

const clips: Place = ['clip', 'clips'];
const clipPrefix = 'clip:';
/** How many assets are looked up at once. */
const atOnce = 200;

interface WithAsset {
  readonly assetId: string;
}

interface Video extends WithAsset {
  readonly uploadId: string;
  readonly selection: WithAsset | null;
  readonly obsoleteAssetIds: readonly string[];
}

/** By any clock: that of this machine may be wrong. */
const longDue = new Date(0);

export const mediaRules: readonly Rule[] = [
  {
    what: 'videos whose media are lost',
    mending: 'shows them as failed, so that their owners upload them again',
    ofMedia: true,
    find: (parts) =>
      withoutMedia(parts, videos, { state: { $ne: 'failed' } }, () => ({ nextCheckAt: longDue })),
  },
  {
    what: 'clips whose media are lost',
    mending: 'deletes them, so that they can be cut again',
    ofMedia: true,
    find: (parts) =>
      withoutMedia(parts, clips, { state: 'ready' }, () => ({
        deletedAt: new Date(),
        nextCheckAt: longDue,
      })),
  },
  {
    what: 'missing objects of media whose recording is stored',
    mending: 'restore the objects with these keys from a backup, or delete the videos and upload them again',
    ofMedia: true,
    byHand: true,
    find: async function* (parts): AsyncGenerator<Finding> {
      const assets = await parts.openMedia.assets();
      // Clips share objects with the recording.
      const keys = new Set(assets.flatMap(({ isWhole, missing }) => (isWhole ? missing : [])));
      for (const id of keys) yield { id };
    },
  },
  {
    what: 'media of deleted videos, and of deleted or unknown clips',
    mending: 'removes their records; their files stay for 30 days',
    ofMedia: true,
    find: async function* (parts): AsyncGenerator<Finding> {
      const { openMedia: media } = parts;
      const uploads = await media.openUploads();
      yield* findUnusedAssets(parts, { isUnknown: false });
      for (let from = 0; from < uploads.length; from += atOnce) {
        const batch = uploads.slice(from, from + atOnce);
        const query = { filter: { ...isAlive, uploadId: { $in: batch } }, fields: ['uploadId'] };
        const referenced = new Set((await parts.find<Video>(videos, query)).map(({ uploadId }) => uploadId));
        for (const id of batch)
          if (!referenced.has(id)) yield { id, mend: () => media.discard('uploads', id) };
        parts.compared += batch.length;
      }
    },
  },
  {
    what: 'recordings of videos that upload does not know',
    mending: 'removes their records; their files stay for 30 days',
    needs: '--delete-unknown-videos',
    ofMedia: true,
    find: (parts) => findUnusedAssets(parts, { isUnknown: true }),
  },
];

/** Records that name an asset which the engine does not have. */
async function* withoutMedia(
  parts: Parts,
  place: Place,
  filter: object,
  change: () => object,
): AsyncGenerator<Finding> {
  const query = { filter: { ...isAlive, assetId: { $gt: '' }, ...filter }, fields: ['assetId'] };
  const whole = new Set((await parts.openMedia.assets()).flatMap(({ id, isWhole }) => (isWhole ? [id] : [])));
  for await (const batch of parts.batches<WithAsset>(place, query))
    for (const { _id, assetId } of batch) {
      if (whole.has(assetId)) continue;
      yield { id: _id, mend: () => parts.change(place, { _id }, { $set: change(), $inc: { version: 1 } }) };
    }
}

/** Assets that no record refers to: whole uploads of videos that upload does not know, or all others. */
async function* findUnusedAssets(
  parts: Parts,
  { isUnknown }: { readonly isUnknown: boolean },
): AsyncGenerator<Finding> {
  const { openMedia: media } = parts;
  const assets = await media.assets();
  for (let from = 0; from < assets.length; from += atOnce) {
    const batch = assets.slice(from, from + atOnce);
    const referenced = await knownAssets(parts, batch);
    const fates = await fatesOf(
      parts,
      batch.flatMap(({ passthrough }) => passthrough ?? []),
    );
    for (const { id, isWhole, uploadId, passthrough = '' } of batch) {
      if (isWhole && referenced.has(id)) continue;
      const isKnown = fates.existing.has(passthrough) || fates.deleted.has(passthrough);
      if ((isWhole && uploadId !== undefined && !isKnown) !== isUnknown) continue;
      yield { id, mend: () => media.discard('assets', id) };
    }
    parts.compared += batch.length;
  }
}

interface Asset {
  readonly id: string;
  readonly uploadId: string | undefined;
  readonly passthrough: string | undefined;
}

/** The assets that a video or a clip refers to, also one whose id it does not know yet. */
async function knownAssets(parts: Parts, assets: readonly Asset[]): Promise<ReadonlySet<string>> {
  const ids = assets.map(({ id }) => id);
  const uploadIds = assets.flatMap(({ uploadId }) => uploadId ?? []);
  const clipIds = assets.flatMap(({ passthrough = '' }) =>
    passthrough.startsWith(clipPrefix) ? [passthrough.slice(clipPrefix.length)] : [],
  );
  const refers = [
    { assetId: { $in: ids } },
    { uploadId: { $in: uploadIds } },
    { 'selection.assetId': { $in: ids } },
  ];
  const fields = ['assetId', 'uploadId', 'selection', 'obsoleteAssetIds'];
  const found = await parts.find<Video>(videos, { filter: { ...isAlive, $or: refers }, fields });
  const cut = await parts.byId<WithAsset>(clips, clipIds, { filter: isAlive, fields: ['assetId'] });
  return new Set([
    ...found.flatMap((video) => assetsOf(video, assets)),
    ...assets.flatMap(({ id, passthrough = '' }) => {
      const clip = cut.get(passthrough.slice(clipPrefix.length));
      return clip && (clip.assetId === id || clip.assetId === '') ? [id] : [];
    }),
  ]);
}

function assetsOf(video: Stored<Video>, assets: readonly Asset[]): string[] {
  const { assetId, uploadId, selection, obsoleteAssetIds } = video;
  if (assetId !== '') return [assetId, ...(selection ? [selection.assetId] : []), ...obsoleteAssetIds];
  return assets.filter((asset) => asset.uploadId === uploadId).map(({ id }) => id);
}
