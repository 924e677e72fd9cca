import { type PackagedMedia, originDeleted } from '@vault/media';
import type { LeasedJob } from '../catalogue/assets.ts';
import { captionsFile, textFile } from '../catalogue/files.ts';
import type { AssetRecord, TrackRecord } from '../catalogue/records.ts';
import type { JobParts } from './job-parts.ts';

/**
 * Provides the uploaded file of an asset: its own, or the one of the asset whose other tracks it uses.
 *
 * @throws MediaError when that was deleted
 */
export async function takeSource(
  parts: Pick<JobParts, 'catalogue'>,
  asset: AssetRecord,
): Promise<AssetRecord['files']> {
  const { source, files } = asset;
  // An interrupted attempt may have done it.
  if (source.kind !== 'tracks' || files['source'] !== undefined) return files;
  return (await shareFiles(parts, asset, source.assetId, ['source'])).files;
}

/**
 * Makes an asset name objects of another one too. An object is deleted with the last asset that names it.
 *
 * @returns the other asset
 * @throws MediaError when that was deleted
 */
export async function shareFiles(
  { catalogue }: Pick<JobParts, 'catalogue'>,
  { id }: AssetRecord,
  originId: string,
  names: readonly string[],
): Promise<AssetRecord> {
  const origin = await catalogue.assets.byId(originId);
  const shared = Object.entries(origin?.files ?? {}).filter(([name]) => names.includes(name));
  if (shared.length === 0) throw originDeleted();
  await catalogue.assets.change(id, ({ files }) => Object.assign(files, Object.fromEntries(shared)));
  // The other may have dropped them before this asset named them.
  const after = await catalogue.assets.byId(originId);
  if (after === undefined || shared.some(([name, key]) => after.files[name] !== key)) throw originDeleted();
  return after;
}

/**
 * Copies recognised captions of the asset whose file is used, when the sound is the same.
 *
 * @returns their object, and the details of their track; undefined when nothing was copied
 */
export async function copyCaptions(
  { catalogue, assetFiles }: JobParts,
  { job, asset, media }: { job: LeasedJob; asset: AssetRecord; media: PackagedMedia },
): Promise<{ files: Record<string, string>; details: TrackRecord['details'] } | undefined> {
  const { source, tracks } = asset;
  const [target] = tracks;
  if (source.kind !== 'tracks' || target === undefined) return undefined;
  const origin = await catalogue.assets.byId(source.assetId);
  if (soundOf(origin?.media) !== soundOf(media)) return undefined;
  const track = origin?.tracks.find(
    ({ status, details }) => status === 'ready' && details.text_source === 'generated_vod',
  );
  if (origin === undefined || track === undefined) return undefined;
  const text = Buffer.from(await assetFiles.readText(origin, textFile(track)));
  const files = await assetFiles.publish(job, { [captionsFile(target.id)]: text });
  return { files, details: track.details };
}

/** The number of the used sound in the uploaded file. */
function soundOf(media: PackagedMedia | undefined): number | undefined {
  return media?.contents?.find(({ kind, isUsed }) => kind === 'sound' && isUsed)?.index;
}
