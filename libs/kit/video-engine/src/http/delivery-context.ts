import type { AssetFiles } from '../asset-files.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { AssetMedia, AssetRecord } from '../catalogue/records.ts';
import { ID_PATTERN } from '../ids.ts';
import type { ThumbnailStore } from '../thumbnail-store.ts';
import { notFound } from './respond.ts';

/** What playback and picture routes work with. */
export interface DeliveryContext {
  catalogue: Catalogue;
  assetFiles: AssetFiles;
  thumbnails: ThumbnailStore;
}

/**
 * The asset of a playback id, which may still be preparing: a file of it may be there before the rest.
 *
 * @throws HttpError 404 when there is none, or will be none
 */
export function findDownloadable(context: DeliveryContext, playbackId: string): AssetRecord {
  const asset = ID_PATTERN.test(playbackId) ? context.catalogue.assets.byPlaybackId(playbackId) : undefined;
  if (asset === undefined || asset.status === 'errored') throw notFound();
  return asset;
}

/**
 * The ready asset of a playback id.
 *
 * @throws HttpError 404 when there is none, or it does not play (yet)
 */
export function findPlayable(
  context: DeliveryContext,
  playbackId: string | undefined,
): { asset: AssetRecord; media: AssetMedia } {
  const isId = playbackId !== undefined && ID_PATTERN.test(playbackId);
  const asset = isId ? context.catalogue.assets.byPlaybackId(playbackId) : undefined;
  if (asset?.media === undefined || asset.status !== 'ready') throw notFound();
  return { asset, media: asset.media };
}
