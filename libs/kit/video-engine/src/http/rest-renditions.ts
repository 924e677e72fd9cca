import { rm } from 'node:fs/promises';

import type { AssetRecord, RenditionRecord } from '../catalogue/records.ts';
import { newId } from '../ids.ts';
import { presentRendition } from '../presentation/present-asset.ts';
import { readJson } from './read-json.ts';
import { renditionBody } from './requests.ts';
import { invalidParameters, notFound, sendJson } from './respond.ts';
import type { RestContext } from './rest-context.ts';
import type { Exchange } from './route.ts';

/** Serves `/video/v1/assets/{id}/static-renditions`: create, delete. `rest` is the path after that. */
export async function routeRenditions(
  context: RestContext,
  exchange: Exchange,
  asset: AssetRecord,
  rest: readonly string[],
): Promise<boolean> {
  const [id, ...more] = rest;
  if (more.length > 0) return false;
  if (id === undefined) return exchange.method === 'POST' && (await create(context, exchange, asset));
  const rendition = context.catalogue.renditions.byId(id);
  if (rendition?.assetId !== asset.id) throw notFound();
  return exchange.method === 'DELETE' && (await remove(context, exchange, rendition));
}

async function create(context: RestContext, exchange: Exchange, asset: AssetRecord): Promise<boolean> {
  const { catalogue, events, lifecycle, limits } = context;
  const body = await readJson(exchange.req, renditionBody, limits.maxRestBodyBytes);
  if (asset.status === 'errored') throw invalidParameters('the asset is errored');
  if (catalogue.renditions.ofAsset(asset.id).some((one) => one.resolution === body.resolution)) {
    throw invalidParameters(`the asset has a static rendition ${body.resolution} already`);
  }
  const id = newId();
  const newRendition = catalogue.transaction(() => {
    catalogue.renditions.insert({
      id,
      assetId: asset.id,
      passthrough: body.passthrough,
      resolution: body.resolution,
    });
    // While the asset is preparing, its ingest job queues the rendition when it ends.
    if (asset.status === 'ready') catalogue.jobs.add('rendition', id, asset.id);
    const rendition = catalogue.renditions.byId(id);
    if (rendition === undefined) throw notFound();
    events.rendition('created', rendition);
    return rendition;
  });
  lifecycle.wake();
  sendJson(exchange.res, 201, { data: presentRendition(newRendition) });
  return true;
}

async function remove(
  context: RestContext,
  exchange: Exchange,
  rendition: RenditionRecord,
): Promise<boolean> {
  context.catalogue.transaction(() => {
    context.events.rendition('deleted', rendition);
    context.catalogue.renditions.remove(rendition.id);
    context.catalogue.jobs.remove('rendition', rendition.id);
  });
  await context.lifecycle.cancelJob('rendition', rendition.id);
  await rm(context.assetFiles.rendition(rendition.assetId, rendition.id), { force: true });
  exchange.res.writeHead(204, { 'Cache-Control': 'no-store' }).end();
  return true;
}
