import type { MediaStore, ObjectReader } from '@vault/media-store';
import type { PackagedMedia } from '@vault/media';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { AssetRecord } from '../../catalogue/records.ts';
import { idPattern } from '../../common/ids.ts';
import type { Playback } from '../../common/options.ts';
import { notFound } from '../answers/respond.ts';
import type { Exchange } from '../answers/route.ts';
import { type PlaybackAudience, type PlaybackClaims, verifyPlayback } from './playback-token.ts';
import type { SharedAudio } from './shared-audio.ts';
import type { ThumbnailStore } from './thumbnail-store.ts';

/** Dependencies of the playback and image routes. */
export interface DeliveryContext {
  catalogue: Catalogue;
  reader: ObjectReader;
  /** Where clients are redirected to for media; undefined when the engine sends them itself. */
  bucket: Pick<MediaStore, 'presign'> | undefined;
  thumbnails: ThumbnailStore;
  audio: SharedAudio;
  playback: Playback;
}

/** A request for a file of an asset. */
interface FileRequest {
  playbackId: string | undefined;
  audience: PlaybackAudience;
  /** Default: the `token` of the query. */
  token?: string | undefined;
}

/** An asset whose file may be delivered. */
export interface Playable {
  asset: AssetRecord;
  media: PackagedMedia;
  /** The checked token; undefined when media is public. */
  token: string | undefined;
  /** Of the token; empty when media is public. */
  claims: PlaybackClaims;
}

/**
 * Finds the ready asset of a playback id, and checks that the request may have its files.
 *
 * @throws HttpError 404 when it does not exist or is not ready; 403 when media is signed and the token is not valid for it
 */
export async function findPlayable(
  { catalogue, playback }: DeliveryContext,
  { query }: Pick<Exchange, 'query'>,
  { playbackId, audience, token = query.get('token') ?? undefined }: FileRequest,
): Promise<Playable> {
  const isId = playbackId !== undefined && idPattern.test(playbackId);
  const asset = isId ? await catalogue.assets.byPlaybackId(playbackId) : undefined;
  if (asset?.media === undefined || asset.status !== 'ready') throw notFound();
  const { media } = asset;
  if (playback.keys.length === 0) return { asset, media, token: undefined, claims: {} };
  const claims = verifyPlayback(playback.keys, token, { playbackId: asset.playbackId, audience });
  return { asset, media, token, claims };
}
