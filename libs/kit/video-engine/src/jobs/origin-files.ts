import { constants, copyFile, link, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { moveIntoPlace, sync } from '../asset-files.ts';
import type { AssetMedia, AssetRecord, TrackRecord } from '../catalogue/records.ts';
import { exists } from '../media/tools/exists.ts';
import { MediaError } from '../media/tools/media-error.ts';
import type { JobParts } from './job-parts.ts';

/**
 * Moves the uploaded file to its asset, or links the file of the asset whose other tracks are used; copies it where it
 * cannot be linked: file systems such as exFAT and some network folders have no links, and others limit their number.
 *
 * @param work the folder for unfinished files
 * @throws DiskFullError when there is no space for a copy
 */
export async function takeSource(
  { assetFiles, uploadFiles, disk }: Pick<JobParts, 'assetFiles' | 'uploadFiles' | 'disk'>,
  { id, source }: AssetRecord,
  work: string,
  makeLink: typeof link = link,
): Promise<void> {
  if (source.kind === 'clip') return;
  const path = assetFiles.source(id);
  // An interrupted attempt may have ended before the move, or between the move and the removal of the folder.
  const isTaken = await exists(path);
  if (source.kind === 'upload') {
    if (!isTaken) await rename(uploadFiles.path(source.uploadId), path);
    await uploadFiles.remove(source.uploadId);
  } else if (!isTaken) {
    const origin = assetFiles.source(source.assetId);
    await requireOrigin(origin);
    try {
      await makeLink(origin, path);
    } catch {
      // A copy reports the failures that have another cause, such as a full disk.
      await requireOrigin(origin);
      const copy = join(work, 'source');
      await disk.requireSpace((await stat(origin)).size);
      await copyFile(origin, copy, constants.COPYFILE_FICLONE);
      await sync(copy);
      await rename(copy, path);
    }
  }
}

/**
 * Copies recognised captions of the asset whose file is used, when the sound is the same.
 * @returns the details of their track; undefined when nothing was copied
 */
export async function copyCaptions(
  { catalogue, assetFiles }: JobParts,
  { asset, media, work }: { asset: AssetRecord; media: AssetMedia; work: string },
): Promise<TrackRecord['details'] | undefined> {
  const { id, source, tracks } = asset;
  const [target] = tracks;
  if (source.kind !== 'tracks' || target === undefined) return undefined;
  const origin = await catalogue.assets.byId(source.assetId);
  if (soundOf(origin?.media) !== soundOf(media)) return undefined;
  const track = origin?.tracks.find(
    ({ status, details }) => status === 'ready' && details.text_source === 'generated_vod',
  );
  if (origin === undefined || track === undefined) return undefined;
  const file = join(work, 'captions.vtt');
  await writeFile(file, await readFile(assetFiles.text(origin.id, track)), { flush: true });
  await moveIntoPlace(file, assetFiles.captions(id, target.id));
  return track.details;
}

/** The number of the used sound in the uploaded file. */
function soundOf(media: AssetMedia | undefined): number | undefined {
  return media?.contents?.find(({ kind, isUsed }) => kind === 'sound' && isUsed)?.index;
}

/** @throws MediaError when the file of another asset is deleted */
export async function requireOrigin(path: string): Promise<void> {
  if (!(await exists(path))) throw originDeleted();
}

/** Creates the error for an asset whose source was deleted. */
export function originDeleted(): MediaError {
  return new MediaError('invalid_input', 'The source video was deleted.');
}
