import type { UploadRecord } from '../../catalogue/records.ts';
import { nextSeq } from '../../catalogue/seq.ts';
import { idPattern, newId } from '../../common/ids.ts';
import { presentUpload } from '../../presentation/present-upload.ts';
import { readJson } from '../answers/read-json.ts';
import { HttpError, invalidParameters, notFound, sendJson, storageFull } from '../answers/respond.ts';
import type { Exchange } from '../answers/route.ts';
import { assetSettings, toAssetSettings, uploadBody } from './requests.ts';
import type { RestContext } from './rest-context.ts';

/** Serves `/video/v1/uploads`: create, retrieve, cancel. `rest` is the path after that. */
export async function routeUploads(
  context: RestContext,
  exchange: Exchange,
  rest: readonly string[],
): Promise<boolean> {
  const [id, action, ...more] = rest;
  const { method } = exchange;
  if (more.length > 0) return false;
  if (id === undefined && method === 'POST') return await create(context, exchange);
  if (id !== undefined && action === undefined && method === 'GET') {
    return show(context, exchange, await findUpload(context, id));
  }
  if (id !== undefined && action === 'cancel' && method === 'PUT') return await cancel(context, exchange, id);
  return false;
}

async function create(context: RestContext, exchange: Exchange): Promise<boolean> {
  const { catalogue, events, limits, disk, storage, trace } = context;
  const body = await readJson(exchange.req, uploadBody, limits.maxRestBodyBytes);
  const settings = assetSettings.safeParse(body.new_asset_settings);
  if (!settings.success)
    throw invalidParameters(`new_asset_settings: ${settings.error.issues[0]?.message ?? ''}`);
  if ((await catalogue.uploads.countWaiting()) >= limits.maxOpenUploads) {
    throw new HttpError(503, 'try_again', 'too many uploads are open', { 'Retry-After': '60' });
  }
  if (storage.isLocal && !(await disk.fitsUpload(0)))
    throw storageFull('there is no room for another upload');
  const now = catalogue.now();
  const upload: UploadRecord = {
    id: newId(),
    seq: nextSeq(),
    secret: newId(),
    status: 'waiting',
    createdAt: now,
    expiresAt: now + body.timeout * 1000,
    timeout: body.timeout,
    corsOrigin: body.cors_origin,
    settings: { ...toAssetSettings(settings.data), trace: trace.id() },
    held: 0,
    parts: [],
    nextPart: 1,
    events: [],
  };
  events.upload('created', upload);
  await catalogue.uploads.insert(upload);
  sendJson(exchange.res, 201, { data: presentUpload(upload, context.publicUrl) });
  return true;
}

function show(context: RestContext, exchange: Exchange, upload: UploadRecord): boolean {
  sendJson(exchange.res, 200, { data: presentUpload(upload, context.publicUrl) });
  return true;
}

async function cancel(context: RestContext, exchange: Exchange, id: string): Promise<boolean> {
  const upload = await findUpload(context, id);
  if (!(await context.lifecycle.endUpload(upload, 'cancelled'))) {
    throw invalidParameters(`only a waiting upload can be cancelled; this one is ${upload.status}`);
  }
  return show(context, exchange, await findUpload(context, id));
}

async function findUpload(context: RestContext, id: string): Promise<UploadRecord> {
  const upload = idPattern.test(id) ? await context.catalogue.uploads.byId(id) : undefined;
  if (upload === undefined) throw notFound();
  return upload;
}
