import type { ContentItem } from '@vault/media';
import type { AssetRecord, AssetSource } from '../../catalogue/records.ts';
import { newId } from '../../common/ids.ts';
import { readJson } from '../answers/read-json.ts';
import { HttpError, invalidParameters, notFound, sendJson } from '../answers/respond.ts';
import type { Exchange } from '../answers/route.ts';
import { type AssetInput, assetSettings, toAssetSettings } from './requests.ts';
import { type RestContext, findAsset, presenterOf, readPaging, showAsset } from './rest-context.ts';
import { routeTracks } from './rest-tracks.ts';

const clipUrlPattern = /^mux:\/\/assets\/([0-9a-f]{40})$/;

/** Serves `/video/v1/assets` and the paths below it. `rest` is the path after `assets`. */
export async function routeAssets(
  context: RestContext,
  exchange: Exchange,
  rest: readonly string[],
): Promise<boolean> {
  const [id, part, ...more] = rest;
  const { method, res } = exchange;
  if (id === undefined) {
    if (method === 'POST') return await create(context, exchange);
    return method === 'GET' && (await list(context, exchange));
  }
  const asset = await findAsset(context, id);
  if (part === 'tracks') return await routeTracks(context, exchange, asset, more);
  if (part === 'playback-ids') return await renewPlayback(context, exchange, asset, more);
  if (part !== undefined) return false;
  if (method === 'GET') sendJson(res, 200, { data: await showAsset(context, asset) });
  else if (method === 'DELETE') {
    await context.lifecycle.remove(id);
    res.writeHead(204, { 'Cache-Control': 'no-store' }).end();
  } else return false;
  return true;
}

async function create(context: RestContext, exchange: Exchange): Promise<boolean> {
  const body = await readJson(exchange.req, assetSettings, context.limits.maxRestBodyBytes);
  const source = await readSource(context, body.inputs?.[0] ?? {});
  const settings = { ...toAssetSettings(body), trace: context.trace.id() };
  if (source.kind === 'tracks') {
    if (await context.catalogue.assets.isSelecting(source.assetId))
      throw new HttpError(409, 'selection_running', 'other tracks of this asset are being prepared');
    settings.meta ??= (await findAsset(context, source.assetId)).meta;
  }
  const asset = await context.lifecycle.create(settings, source);
  sendJson(exchange.res, 201, { data: await showAsset(context, asset) });
  return true;
}

/** Accepts only other assets as sources: fetching urls would let callers reach the engine's network. */
async function readSource(context: RestContext, input: Partial<AssetInput>): Promise<AssetSource> {
  const assetId = clipUrlPattern.exec(input.url ?? '')?.[1];
  if (assetId === undefined) throw invalidParameters('inputs.0.url must read mux://assets/{asset id}');
  const origin = await context.catalogue.assets.byId(assetId);
  if (origin?.status !== 'ready') throw invalidParameters('inputs.0.url names no asset that is ready');
  const { start_time: start, end_time: end, sound, picture, frame, burned_captions: burned } = input;
  const changesPicture = frame !== undefined || burned !== undefined;
  if (sound !== undefined || picture !== undefined) {
    if (start !== undefined || end !== undefined || changesPicture)
      throw invalidParameters('a clip has the tracks of its asset');
    return readSelection(origin, { sound, picture });
  }
  const duration = origin.media?.duration ?? 0;
  if (start !== undefined && start >= duration)
    throw invalidParameters('start_time is after the end of the asset');
  if (end !== undefined && end <= (start ?? 0)) throw invalidParameters('end_time must be after start_time');
  if (changesPicture && origin.media?.video === undefined)
    throw invalidParameters('frame and burned_captions need a picture, and the asset has none');
  return {
    ...{ kind: 'clip', assetId, start, end, captions: burned?.text },
    frame: frame && { aspectRatio: frame.aspect_ratio, centre: frame.centre, fit: frame.fit },
  };
}

/** Reads which tracks of an asset's file to use. A kind that is not named stays as it is. */
function readSelection(
  { id, media, files }: AssetRecord,
  chosen: Record<'sound' | 'picture', number | undefined>,
): AssetSource {
  const trackOf = (kind: 'sound' | 'picture'): ContentItem | undefined => {
    const tracks = media?.contents?.filter((one) => one.kind === kind) ?? [];
    if (chosen[kind] === undefined) return tracks.find(({ isUsed }) => isUsed);
    const track = tracks.find(({ index }) => index === chosen[kind]);
    if (track === undefined) throw invalidParameters(`inputs.0.${kind} names no ${kind} of the file`);
    if (track.reason !== undefined && !track.isUsed)
      throw invalidParameters(`inputs.0.${kind} names a ${kind} that cannot be read`);
    return track;
  };
  const tracks = { sound: trackOf('sound'), picture: trackOf('picture') };
  if (Object.values(tracks).every((track) => track?.isUsed !== false))
    throw invalidParameters('the asset has this sound and picture');
  if (files['source'] === undefined)
    throw new HttpError(409, 'source_missing', 'the uploaded file of the asset is not stored any more');
  return { kind: 'tracks', assetId: id, sound: tracks.sound?.index, picture: tracks.picture?.index };
}

async function list(context: RestContext, exchange: Exchange): Promise<boolean> {
  const { query, res } = exchange;
  const { page, limit } = readPaging(query, context.limits);
  const assets = await context.catalogue.assets.page((page - 1) * limit, limit);
  const present = await presenterOf(context, assets);
  sendJson(res, 200, { data: assets.map((asset) => present(asset)) });
  return true;
}

/**
 * An asset has one playback id: a new one takes the place of the old, whose addresses end. So a client of Mux, which makes
 * the new one and deletes the old, has the same at the end.
 */
async function renewPlayback(
  { catalogue, playback }: RestContext,
  { method, res }: Exchange,
  { id, playbackId: current }: AssetRecord,
  [oldId, ...more]: readonly string[],
): Promise<boolean> {
  if (more.length > 0) return false;
  if (method === 'DELETE' && oldId !== undefined) {
    if (oldId === current) throw invalidParameters('an asset keeps its only playback id');
    res.writeHead(204, { 'Cache-Control': 'no-store' }).end();
    return true;
  }
  if (method !== 'POST' || oldId !== undefined) return false;
  const playbackId = newId();
  const changed = await catalogue.assets.change(id, (asset) => {
    asset.playbackId = playbackId;
  });
  if (changed === undefined) throw notFound();
  const policy = playback.keys.length > 0 ? 'signed' : 'public';
  sendJson(res, 201, { data: { id: playbackId, policy } });
  return true;
}
