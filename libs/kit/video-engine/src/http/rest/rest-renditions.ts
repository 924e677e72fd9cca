import { dropFiles } from '../../catalogue/files.ts';
import { addJob, removeJob } from '../../catalogue/job-queue.ts';
import type { AssetRecord, RenditionRecord } from '../../catalogue/records.ts';
import { newId } from '../../common/ids.ts';
import { presentRendition } from '../../presentation/present-asset.ts';
import { readJson } from '../answers/read-json.ts';
import { renditionBody } from './requests.ts';
import { invalidParameters, notFound, sendJson } from '../answers/respond.ts';
import type { RestContext } from './rest-context.ts';
import type { Exchange } from '../answers/route.ts';

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
  const rendition = asset.renditions.find((one) => one.id === id);
  if (rendition === undefined) throw notFound();
  return exchange.method === 'DELETE' && (await remove(context, exchange, asset, rendition));
}

async function create(context: RestContext, exchange: Exchange, asset: AssetRecord): Promise<boolean> {
  const { catalogue, events, lifecycle, limits } = context;
  const body = await readJson(exchange.req, renditionBody, limits.maxRestBodyBytes);
  const { resolution, passthrough } = body;
  const rendition: RenditionRecord = {
    id: newId(),
    resolution,
    passthrough,
    status: 'preparing',
    details: {},
  };
  const changed = await catalogue.assets.change(asset.id, (draft) => {
    if (draft.status === 'errored') throw invalidParameters('the asset is errored');
    if (draft.renditions.some((one) => one.resolution === resolution)) {
      throw invalidParameters(`the asset has a static rendition ${resolution} already`);
    }
    draft.renditions.push(rendition);
    // While the asset is preparing, its ingest job queues the rendition when it ends.
    if (draft.status === 'ready') addJob(draft, 'rendition', rendition.id);
    events.rendition('created', draft, rendition);
  });
  if (changed === undefined) throw notFound();
  lifecycle.wake();
  sendJson(exchange.res, 201, { data: presentRendition(rendition) });
  return true;
}

async function remove(
  { catalogue, events, lifecycle }: RestContext,
  exchange: Exchange,
  { id: assetId }: AssetRecord,
  { id }: RenditionRecord,
): Promise<boolean> {
  await catalogue.assets.change(assetId, (asset) => {
    const rendition = asset.renditions.find((one) => one.id === id);
    if (rendition === undefined) return false;
    events.rendition('deleted', asset, rendition);
    asset.renditions = asset.renditions.filter((one) => one !== rendition);
    removeJob(asset, 'rendition', id);
    dropFiles(asset, id);
  });
  await lifecycle.cancelJob('rendition', id);
  exchange.res.writeHead(204, { 'Cache-Control': 'no-store' }).end();
  return true;
}
