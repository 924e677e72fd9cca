import { dropFiles, textFile } from '../../catalogue/files.ts';
import { removeJob, verifyAfterCaptions } from '../../catalogue/job-queue.ts';
import type { AssetRecord, TrackRecord } from '../../catalogue/records.ts';
import { presentTrack } from '../../presentation/present-asset.ts';
import { readJson } from '../answers/read-json.ts';
import { invalidParameters, notFound, sendJson } from '../answers/respond.ts';
import type { Exchange } from '../answers/route.ts';
import { subtitlesBody } from './requests.ts';
import type { RestContext } from './rest-context.ts';

/** Serves `/video/v1/assets/{id}/tracks`: generate subtitles, delete. `rest` is the path after that. */
export async function routeTracks(
  context: RestContext,
  exchange: Exchange,
  asset: AssetRecord,
  rest: readonly string[],
): Promise<boolean> {
  const [trackId, action, ...more] = rest;
  const { method } = exchange;
  if (more.length > 0) return false;
  if (trackId === undefined) {
    if (method === 'POST') throw invalidParameters('tracks from a url are not supported; generate subtitles');
    return false;
  }
  const track = asset.tracks.find(({ id }) => id === trackId);
  if (track === undefined) throw notFound();
  if (action === 'generate-subtitles' && method === 'POST')
    return await generate(context, exchange, asset, track);
  if (action !== undefined) return false;
  if (method === 'DELETE') return await remove(context, exchange, asset, track);
  return false;
}

async function generate(
  context: RestContext,
  exchange: Exchange,
  asset: AssetRecord,
  track: TrackRecord,
): Promise<boolean> {
  const body = await readJson(exchange.req, subtitlesBody, context.limits.maxRestBodyBytes);
  if (track.type !== 'audio') throw invalidParameters('subtitles are generated from an audio track');
  if (asset.status !== 'ready') throw invalidParameters('the asset is not ready');
  const texts = asset.tracks.filter((one) => one.type === 'text');
  if (texts.length + body.generated_subtitles.length > 20)
    throw invalidParameters('an asset has at most 20 text tracks');
  const newTracks = await context.lifecycle.addCaptions(asset, body.generated_subtitles);
  if (newTracks === undefined) throw notFound();
  const data = newTracks.map((one) => presentTrack(one, context.progress));
  sendJson(exchange.res, 201, { data });
  return true;
}

async function remove(
  { catalogue, events, lifecycle }: RestContext,
  exchange: Exchange,
  { id: assetId }: AssetRecord,
  track: TrackRecord,
): Promise<boolean> {
  if (track.type !== 'text') throw invalidParameters('only text tracks can be deleted');
  await catalogue.assets.change(assetId, (asset) => {
    const current = asset.tracks.find(({ id }) => id === track.id);
    if (current === undefined) return false;
    events.track('deleted', asset, current);
    asset.tracks = asset.tracks.filter((one) => one !== current);
    removeJob(asset, 'captions', track.id);
    dropFiles(asset, track.id);
    dropFiles(asset, textFile(current));
    verifyAfterCaptions(asset);
  });
  lifecycle.wake();
  await lifecycle.cancelJob('captions', track.id);
  exchange.res.writeHead(204, { 'Cache-Control': 'no-store' }).end();
  return true;
}
