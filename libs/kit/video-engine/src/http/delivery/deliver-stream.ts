import { type PackagedMedia, hlsFiles } from '@vault/media';
import { textFile } from '../../catalogue/files.ts';
import type { AssetRecord } from '../../catalogue/records.ts';
import { renditionBytes, renditionNames } from '../../presentation/present-asset.ts';
import { attachment } from '../answers/download-name.ts';
import { notFound, sendText } from '../answers/respond.ts';
import type { Exchange } from '../answers/route.ts';
import { type FileAnswer, immutableCaching, sendFile } from '../answers/send-file.ts';
import { type DeliveryContext, type Playable, findPlayable } from './delivery-context.ts';
import { sendMedia, validSeconds } from './send-media.ts';

const playlistType = 'application/vnd.apple.mpegurl';

/** Serves `/stream/...`: playlists, segments, text tracks, static files. `rest` is the path after `/stream`. */
export async function deliverStream(
  context: DeliveryContext,
  exchange: Exchange,
  rest: readonly string[],
): Promise<boolean> {
  const { method } = exchange;
  if (method !== 'GET' && method !== 'HEAD') return false;
  const [first = '', second = '', third = ''] = rest;
  if (rest.length === 1) return await deliverMaster(context, exchange, first);
  const request = { playbackId: first, audience: 'v' } as const;
  if (rest.length === 2) {
    return await deliverFile(context, exchange, await findPlayable(context, exchange, request), second);
  }
  if (rest.length !== 3) return false;
  if (second === 'text') {
    return await deliverText(context, exchange, await findPlayable(context, exchange, request), third);
  }
  // The files that a playlist names have its token as a folder.
  const playable = await findPlayable(context, exchange, { ...request, token: second });
  return isOfPlaylist(third) && (await deliverFile(context, exchange, playable, third));
}

function isOfPlaylist(name: string): boolean {
  return Object.values<string>(hlsFiles).includes(name);
}

async function deliverMaster(context: DeliveryContext, exchange: Exchange, name: string): Promise<boolean> {
  const playbackId = /^(\w+)\.m3u8$/.exec(name)?.[1];
  const playable = await findPlayable(context, exchange, { playbackId, audience: 'v' });
  sendText(exchange.res, playlistType, masterPlaylist(playable), {
    isHead: exchange.method === 'HEAD',
    cacheControl: 'private, max-age=60',
  });
  return true;
}

function masterPlaylist({ asset, media, token }: Playable): string {
  const attributes = [
    `BANDWIDTH=${media.bandwidth}`,
    `AVERAGE-BANDWIDTH=${media.averageBandwidth}`,
    `CODECS="${media.codecs}"`,
  ];
  if (media.video !== undefined) {
    attributes.push(`RESOLUTION=${media.video.width}x${media.video.height}`);
    if (media.video.frameRate > 0) attributes.push(`FRAME-RATE=${media.video.frameRate.toFixed(3)}`);
  }
  return [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    `#EXT-X-STREAM-INF:${attributes.join(',')}`,
    [asset.playbackId, ...(token === undefined ? [] : [token]), hlsFiles.playlist].join('/'),
    '',
  ].join('\n');
}

async function deliverFile(
  context: DeliveryContext,
  exchange: Exchange,
  { asset, media, claims }: Playable,
  name: string,
): Promise<boolean> {
  const { reader } = context;
  if (isOfPlaylist(name)) {
    const [file = ''] = Object.entries(hlsFiles).find(([, fileName]) => fileName === name) ?? [];
    const answer = { reader, key: keyOf(asset, file), cacheControl: immutableCaching };
    if (name === hlsFiles.playlist) await sendFile(exchange, { ...answer, contentType: playlistType });
    else {
      const part = { ...answer, contentType: 'video/mp4', claims, maxSeconds: validSeconds.part };
      await sendMedia(context, exchange, part);
    }
    return true;
  }
  const rendition = asset.renditions.find(({ resolution }) => renditionNames[resolution] === name);
  if (rendition === undefined || renditionBytes(rendition.resolution, media) === undefined) throw notFound();
  await sendMedia(context, exchange, {
    reader,
    ...contentOf(context, asset, name, media),
    contentType: name.endsWith('.m4a') ? 'audio/mp4' : 'video/mp4',
    cacheControl: 'private, max-age=3600',
    disposition: disposition(exchange.query.get('download'), name),
    claims,
    maxSeconds: validSeconds.file,
  });
  return true;
}

/** The packaged file, or the sound that is composed from it. */
function contentOf(
  { audio }: DeliveryContext,
  asset: AssetRecord,
  name: string,
  media: PackagedMedia,
): Pick<FileAnswer, 'key' | 'compose' | 'release'> {
  const key = keyOf(asset, 'media');
  return name === renditionNames.highest || media.video === undefined ? { key } : audio.answer(key);
}

/** @throws HttpError 404 when the asset has no such object */
function keyOf({ files }: AssetRecord, name: string): string {
  const key = files[name];
  if (key === undefined) throw notFound();
  return key;
}

/** As with Mux, `download` is the name of the saved file, with or without extension. */
function disposition(download: string | null, name: string): string {
  return download === null ? `inline; filename="${name}"` : attachment(download, name);
}

async function deliverText(
  context: DeliveryContext,
  exchange: Exchange,
  { asset }: Playable,
  name: string,
): Promise<boolean> {
  const trackId = /^([0-9a-f]{40})\.vtt$/.exec(name)?.[1];
  const track = asset.tracks.find(({ id }) => id === trackId);
  if (track?.type !== 'text' || track.status !== 'ready') throw notFound();
  await sendFile(exchange, {
    reader: context.reader,
    key: keyOf(asset, textFile(track)),
    contentType: 'text/vtt; charset=utf-8',
    cacheControl: immutableCaching,
  });
  return true;
}
