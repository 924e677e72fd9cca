import type { AssetFiles } from '../asset-files.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { AssetMedia, AssetRecord } from '../catalogue/records.ts';
import { idPattern } from '../ids.ts';
import type { ThumbnailStore } from './thumbnail-store.ts';
import { notFound } from './respond.ts';
import type { SharedAudio } from './shared-audio.ts';

/** Dependencies of the playback and image routes. */
export interface DeliveryContext {
  catalogue: Catalogue;
  assetFiles: AssetFiles;
  thumbnails: ThumbnailStore;
  audio: SharedAudio;
}

/**
 * Finds the ready asset of a playback id.
 *
 * @throws HttpError 404 when it does not exist or is not ready
 */
export function findPlayable(
  context: DeliveryContext,
  playbackId: string | undefined,
): { asset: AssetRecord; media: AssetMedia } {
  const isId = playbackId !== undefined && idPattern.test(playbackId);
  const asset = isId ? context.catalogue.assets.byPlaybackId(playbackId) : undefined;
  if (asset?.media === undefined || asset.status !== 'ready') throw notFound();
  return { asset, media: asset.media };
}
