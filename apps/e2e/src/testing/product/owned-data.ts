import { randomUUID } from 'node:crypto';
import type {
  AccountSession,
  ClipList,
  MomentRecord,
  Operation,
  PortalRecord,
  SessionUser,
  UploadSession,
} from '@vault/contracts';
import type { Api } from '../api/api.ts';
import type { Product } from './product.ts';
import { queryOffset, putRange, uploadVideo } from '../api/send-file.ts';
import { briefTalk } from '../api/talk.ts';
import { until } from '../shared/until.ts';

const password = 'analytical engine';
/** A word that occurs only in the owner's data. */
export const uniqueWord = 'Xylograph';

/** A user with data of every kind, and all its ids. */
export interface OwnedData {
  readonly api: Api;
  /** The ids by the names of their objects. */
  readonly ids: Readonly<Record<string, string>>;
  readonly clipUrl: string;
  readonly uploadUrl: string;
}

/**
 * Registers a user with a ready webinar, a search answer, a clip, a link to a moment, a portal, a glossary, an open upload,
 * and two sessions.
 * @param prepare chooses the workspace of the data
 */
export async function makeOwnedData(
  product: Product,
  prepare?: (api: Api) => Promise<void>,
): Promise<OwnedData> {
  const api = product.api();
  const user = await api.register();
  await prepare?.(api);
  await product.api().ask<SessionUser>('POST', '/api/auth/login', { email: user.email, password });
  const { session } = await uploadVideo(api, briefTalk(), `${uniqueWord}s and prices`);
  const video = await api.untilReady(session.id);
  const passthrough = video.id;
  const update = { passthrough, selIndex: 0, newSearchPrompt: 'What is said about price?' };
  const answered = await api.send('POST', '/api/muxupload/update-search', { body: update });
  const { operation } = answered.json as unknown as { operation: Operation };
  const range = { passthrough, timeIn: '00:00:00', timeOut: '00:00:02' };
  const clipUrl = await api.ask<string>('POST', '/api/muxupload/video-cut', range);
  const head = () => fetch(new URL(clipUrl, product.mediaOrigin), { method: 'HEAD' });
  await until('the clip', async () => (await head()).status === 200);
  const { clips } = await api.ask<ClipList>('GET', `/api/muxvideos/${video.id}/clips`);
  const span = { passthrough, kind: 'span', start: 0, end: 2 };
  const moment = await api.ask<MomentRecord>('POST', '/api/moments', span);
  const portal = await makePortal(api);
  const term = { term: uniqueWord, wrongForms: ['silo graph'], isCaseSensitive: false };
  await api.ask('PUT', '/api/glossary', { terms: [term], version: 0 });
  const open = await beginUpload(api);
  const sessions = await api.ask<AccountSession[]>('GET', '/api/account/sessions');
  const ids = {
    'the webinar': video.id,
    'its upload': video.uploadId,
    'its asset': video.assetId,
    'its playback': video.playback_id,
    'its captions': video.captionsTrackId,
    'its operation': operation.id,
    'its clip': new URL(clipUrl, product.mediaOrigin).pathname.split('/').at(-2)!,
    'its clip record': clips[0]!.id,
    'its link': moment.id,
    'its portal': portal.id,
    'a private link': portal.links[0]!.id,
    'an open upload': open.id,
    'the open upload at the video host': open.uploadId,
    'the session': sessions.find((each) => each.is_current)!.id,
    'another session': sessions.find((each) => !each.is_current)!.id,
    'the user': user.id,
    'the e-mail': user.email,
  };
  await until('the search to find it', async () => (await search(api)).includes(video.id));
  return { api, ids, clipUrl, uploadUrl: open.url };
}

/** A portal that is not published, with a private link. */
async function makePortal(api: Api): Promise<PortalRecord> {
  const slug = `${uniqueWord.toLowerCase()}-${randomUUID().slice(0, 8)}`;
  const { id } = await api.ask<PortalRecord>('POST', '/api/portals', { name: `${uniqueWord}s`, slug });
  const link = { label: 'Board', ends_at: 4_102_444_800 };
  return api.ask<PortalRecord>('POST', `/api/portals/${id}/links`, link);
}

async function beginUpload(api: Api): Promise<UploadSession> {
  const open = await api.openUpload();
  await putRange(api, open.url, briefTalk(), 0, 1_000);
  return open;
}

/** The text of the search answer for the owner's word. */
const search = async (api: Api) => (await api.send('GET', `/api/search?keyword=${uniqueWord}`)).text;

/** Reads all data of the owner. Two results are equal if nothing has changed it between them. */
export async function readOwnedData(product: Product, { api, ids, clipUrl, uploadUrl }: OwnedData) {
  const read = async (path: string) => (await api.ask<object>('GET', path)) as unknown;
  const sessions = await api.ask<AccountSession[]>('GET', '/api/account/sessions');
  const clip = await fetch(new URL(clipUrl, product.mediaOrigin));
  // Whoever knows a link may play it.
  const moments = await api.ask<MomentRecord[]>('GET', '/api/moments');
  return {
    account: await read('/api/account'),
    ledger: await read('/api/account/ledger'),
    // The time of last use changes, and the list is sorted by it.
    sessions: sessions
      .map((session) => ({ ...session, last_seen_at: 0 }))
      .sort((one, other) => one.id.localeCompare(other.id)),
    settings: await api.ask('POST', '/api/auth/'),
    videos: await api.videos(),
    video: await api.video(ids['the webinar']!),
    operation: await read(`/api/muxupload/operations/${ids['its operation']!}`),
    found: await search(api),
    portals: await read('/api/portals'),
    glossary: await read('/api/glossary'),
    moments: moments.map((moment) => ({ ...moment, plays: 0 })),
    clip: [clip.status, (await clip.arrayBuffer()).byteLength],
    uploaded: await queryOffset(api, uploadUrl),
  };
}
