import { rm } from 'node:fs/promises';

import type { AssetRecord, TrackRecord } from '../catalogue/records.ts';
import { presentTrack } from '../presentation/present-asset.ts';
import { readJson } from './read-json.ts';
import { subtitlesBody, trackPatch } from './requests.ts';
import { invalidParameters, notFound, sendJson } from './respond.ts';
import type { RestContext } from './rest-context.ts';
import type { Exchange } from './route.ts';

/** Serves `/video/v1/assets/{id}/tracks`: generate subtitles, patch, delete. `rest` is the path after that. */
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
  const track = context.catalogue.tracks.byId(trackId);
  if (track?.assetId !== asset.id) throw notFound();
  if (action === 'generate-subtitles' && method === 'POST')
    return await generate(context, exchange, asset, track);
  if (action !== undefined) return false;
  if (method === 'PATCH') return await describe(context, exchange, track);
  if (method === 'DELETE') return await remove(context, exchange, track);
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
  const texts = context.catalogue.tracks.ofAsset(asset.id).filter((one) => one.type === 'text');
  if (texts.length + body.generated_subtitles.length > 20)
    throw invalidParameters('an asset has at most 20 text tracks');
  const newTracks = context.catalogue.transaction(() =>
    body.generated_subtitles.map((one) => context.lifecycle.addCaptions(asset.id, one)),
  );
  sendJson(exchange.res, 201, { data: newTracks.map((one) => presentTrack(one, context.progress)) });
  return true;
}

async function describe(context: RestContext, exchange: Exchange, track: TrackRecord): Promise<boolean> {
  const patch = await readJson(exchange.req, trackPatch, context.limits.maxRestBodyBytes);
  const details = { ...track.details, ...patch };
  context.catalogue.tracks.describe(track.id, details);
  sendJson(exchange.res, 200, { data: presentTrack({ ...track, details }, context.progress) });
  return true;
}

async function remove(context: RestContext, exchange: Exchange, track: TrackRecord): Promise<boolean> {
  if (track.type !== 'text') throw invalidParameters('only text tracks can be deleted');
  context.catalogue.transaction(() => {
    context.events.track('deleted', track);
    context.catalogue.tracks.remove(track.id);
    context.catalogue.jobs.remove('captions', track.id);
  });
  await context.lifecycle.cancelJob('captions', track.id);
  await rm(context.assetFiles.text(track), { force: true });
  exchange.res.writeHead(204, { 'Cache-Control': 'no-store' }).end();
  return true;
}
