import assert from 'node:assert/strict';
import type { AccountRecord, LedgerRow, MomentRecord, PortalRecord, SearchAnswer } from '@vault/contracts';
import type { Api } from '../testing/api/api.ts';
import { uploadWithRetry } from '../testing/api/send-with-retry.ts';
import type { Media } from '../testing/api/send-file.ts';
import { briefTalk, lightTalk, shortTalk } from '../testing/api/talk.ts';
import type { Product } from '../testing/product/product.ts';
import { StaffApi } from '../testing/product/staff-api.ts';
import { until } from '../testing/shared/until.ts';
import type { ExpectedData, ExpectedVideo } from './expected-data.ts';

const spoken = 'pricing';

/** Uses a running product of any version since 0.1.0 as people do. @returns what it then says of its data */
export async function fillProduct(product: Product, commit: string): Promise<ExpectedData> {
  const api = product.api();
  await api.register();
  const { email, id: userId } = api.user!;
  const hasPortals = (await api.send('GET', '/api/portals')).status !== 404;
  // The newer media are larger, and chapters can be added to a short video.
  const edited = await upload(api, hasPortals ? shortTalk() : lightTalk(), 'Growing a company');
  const untouched = await upload(api, briefTalk(), 'Prices');
  const deletedId = await upload(api, briefTalk(), 'To be deleted');
  await grantTokens(product, email);
  await api.ask('POST', '/api/muxupload/generate-summary', { passthrough: edited });
  await until('its tokens to be settled', async () => {
    const entries = await ledgerOf(api);
    return entries.some(({ amount }) => amount < 0) && (await balanceOf(api)) === sumOf(entries);
  });
  await edit(api, edited, hasPortals);
  await cutClip(api, edited);
  const links = hasPortals ? await share(api, edited) : {};
  await api.ask('DELETE', `/api/muxvideos/${deletedId}`);
  await deleteAnAccount(product);
  await untilFound(api, [edited, untouched]);
  const ledger = (await ledgerOf(api)).map(({ amount }) => amount);
  return {
    commit,
    email,
    userId,
    balance: await balanceOf(api),
    ledger,
    edited: await describeVideo(api, edited),
    untouched: await describeVideo(api, untouched),
    deletedId,
    spoken,
    ...links,
  };
}

export async function describeVideo(api: Api, id: string): Promise<ExpectedVideo> {
  const { title, summary, chapters } = await api.video(id);
  return { id, title, summary, chapters: chapters.map(({ start, title: name }) => ({ start, title: name })) };
}

export function ledgerOf(api: Api): Promise<LedgerRow[]> {
  return api.ask<LedgerRow[]>('GET', '/api/account/ledger?limit=100');
}

export async function balanceOf(api: Api): Promise<number> {
  return (await api.ask<AccountRecord>('GET', '/api/account')).token_balance;
}

function sumOf(entries: readonly LedgerRow[]): number {
  return entries.reduce((sum, { amount }) => sum + amount, 0);
}

async function upload(api: Api, media: Media, title: string): Promise<string> {
  const id = await uploadWithRetry(api, media, title);
  await api.untilReady(id);
  await api.untilDownload(id);
  return id;
}

async function grantTokens(product: Product, email: string): Promise<void> {
  const staff = new StaffApi(product);
  await staff.signIn();
  const employee = await staff.employee(email);
  // Fixtures are used for years.
  const change = { add_token: 500, membership_end: '2099-12-31' };
  await staff.ask('POST', `/api/admin/employee/${employee!._id}`, change);
}

/** Edits texts and, by hand, the title of the first chapter. */
async function edit(api: Api, id: string, addsChapter: boolean): Promise<void> {
  const { chapters, version } = await api.video(id);
  const saved = chapters.map(({ title, start, summary }, index) => ({
    title: index === 0 ? 'Edited by hand' : title,
    start,
    summary,
  }));
  if (addsChapter) saved.push({ title: 'Added by hand', start: '00:00:13', summary: 'The second half.' });
  const texts = { title: 'Growing an edited company', description: 'Described by hand.' };
  await api.ask('PATCH', '/api/muxupload/save', { passthrough: id, ...texts, chapters: saved, version });
}

async function cutClip(api: Api, id: string): Promise<void> {
  const cut = { passthrough: id, timeIn: '00:00:01', timeOut: '00:00:03' };
  await until('the clip', async () => {
    const { status } = await api.send('POST', '/api/muxupload/video-cut', { body: cut });
    return status === 200;
  });
}

/** A link to a moment, a published portal and a glossary. */
async function share(api: Api, id: string): Promise<Pick<ExpectedData, 'momentId' | 'portalSlug'>> {
  const span = { passthrough: id, kind: 'span', start: 1, end: 3 };
  const moment = await api.ask<MomentRecord>('POST', '/api/moments', span);
  const settings = { name: 'Talks of a company', slug: 'talks-of-a-company' };
  const portal = await api.ask<PortalRecord>('POST', '/api/portals', settings);
  await api.ask('POST', `/api/portals/${portal.id}/publication`, { is_published: true });
  const term = { term: 'Analytical Engine', wrongForms: ['analytic engine'], isCaseSensitive: false };
  await api.ask('PUT', '/api/glossary', { terms: [term], version: 0 });
  return { momentId: moment.id, portalSlug: portal.slug };
}

async function deleteAnAccount(product: Product): Promise<void> {
  const api = product.api();
  await api.register('free');
  await api.ask('DELETE', '/api/account', { email: api.user!.email });
}

/** Waits until the search has all videos with their last texts. */
async function untilFound(api: Api, ids: readonly string[]): Promise<void> {
  await until('the search to find the videos', async () => {
    const { results } = await api.ask<SearchAnswer>('GET', `/api/search?keyword=${spoken}`);
    return ids.every((id) => results.some((each) => each.id === id));
  });
  assert.ok(ids.length > 0);
}
