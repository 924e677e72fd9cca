import type { MessageData } from '@vault/contracts';
import { startPortal, type PortalUnderTest } from './testing/portal-under-test.ts';

let portal: PortalUnderTest;
beforeEach(async () => {
  portal = await startPortal();
  for (const ownerId of ['ada', 'eve']) portal.portalLimits.set(ownerId, 3);
});
afterEach(() => portal.stop());

const missing = { code: 'not-found' };
const p = { ownerId: 'ada', portalId: 'p' };

const get = (id = 'p', ownerId = 'ada') => portal.client.getPortal({ ownerId, id });
const open = (name: { slug?: string; id?: string } = {}, linkId = '') =>
  portal.client.openPortal({ slug: name.id === undefined ? 'acme' : '', id: '', ...name, linkId });
const inSeconds = (seconds: number) => Math.floor(portal.clock.now().getTime() / 1_000) + seconds;

async function edit(settings: MessageData<'portal.edit-portal.v1'>['settings'], portalId = 'p') {
  const { version } = await get(portalId);
  await portal.send('portal.edit-portal.v1', { ownerId: 'ada', portalId, version, settings });
}

/** A published portal of ada. */
async function made(portalId = 'p', slug = 'acme') {
  await portal.create({ portalId, slug });
  await portal.send('portal.publish-portal.v1', { ownerId: 'ada', portalId, isPublished: true });
}

describe('a portal for visitors', () => {
  it('is open by its address and by its id while it is published', async () => {
    await portal.create();
    for (const name of [{ slug: 'acme' }, { id: 'p' }])
      await expect(open(name)).rejects.toMatchObject(missing);
    await portal.send('portal.publish-portal.v1', { ...p, isPublished: true });
    for (const name of [{ slug: 'acme' }, { id: 'p' }])
      expect(await open(name)).toMatchObject({ id: 'p', ownerId: 'ada', slug: 'acme', isPublished: true });
    for (const name of [{ slug: 'other' }, { id: 'q' }, { slug: '' }])
      await expect(open(name)).rejects.toMatchObject(missing);
    await edit({ slug: 'talks' });
    await expect(open({ slug: 'acme' })).rejects.toMatchObject(missing);
    expect(await open({ slug: 'talks' })).toMatchObject({ id: 'p' });
    await portal.send('portal.publish-portal.v1', { ...p, isPublished: false });
    await expect(open({ slug: 'talks' })).rejects.toMatchObject(missing);
  });

  it('is shown until its end', async () => {
    await made();
    await edit({ endsAt: inSeconds(60) });
    expect(await open()).toMatchObject({ id: 'p' });
    portal.clock.passSeconds(61);
    for (const name of [{ slug: 'acme' }, { id: 'p' }])
      await expect(open(name)).rejects.toMatchObject(missing);
    await edit({ endsAt: null });
    expect(await open()).toMatchObject({ endsAt: undefined });
  });

  it('opens with a private link that works, and does not tell its links', async () => {
    await made();
    const link = { ...p, label: 'For Bob' };
    await portal.send('portal.add-link.v1', { ...link, linkId: 'one', endsAt: inSeconds(60) });
    await portal.send('portal.add-link.v1', { ...link, linkId: 'two', endsAt: inSeconds(600) });
    expect(await open()).toMatchObject({ audience: 'anyone', links: [] });
    await edit({ audience: 'links' });
    for (const linkId of ['', 'three']) await expect(open({}, linkId)).rejects.toMatchObject(missing);
    expect(await open({}, 'one')).toMatchObject({ audience: 'links', links: [] });
    expect(await open({ id: 'p' }, 'one')).toMatchObject({ links: [] });
    portal.clock.passSeconds(61);
    await expect(open({}, 'one')).rejects.toMatchObject(missing);
    expect(await open({}, 'two')).toMatchObject({ id: 'p' });
    await portal.send('portal.end-link.v1', { ...p, linkId: 'two' });
    for (const name of [{ slug: 'acme' }, { id: 'p' }])
      await expect(open(name, 'two')).rejects.toMatchObject(missing);
    expect((await get()).links.map(({ id }) => id)).toEqual(['one']);
  });

  it('opens for pages of its domains, which the gateway checks', async () => {
    await made();
    await edit({ audience: 'domains', domains: ['www.example.com'] });
    expect(await open()).toMatchObject({ audience: 'domains', domains: ['www.example.com'] });
  });

  it('is shown while the plan of its owner has portals', async () => {
    await made();
    portal.portalLimits.set('ada', 0);
    await expect(open()).rejects.toMatchObject(missing);
    portal.portalLimits.delete('ada');
    await expect(open()).rejects.toMatchObject(missing);
    portal.portalLimits.set('ada', 1);
    expect(await open()).toMatchObject({ id: 'p' });
  });

  it('counts plays of each video, which do not disturb an edit', async () => {
    await made();
    const { version } = await get();
    for (const [id, videoId] of [
      ['p', 'v'],
      ['p', 'w'],
      ['p', 'v'],
      ['unknown', 'v'],
    ] as const)
      await portal.client.countPortalPlay({ id, videoId });
    expect(await get()).toMatchObject({ plays: { v: 2, w: 1 }, version });
    expect(await portal.store.model('Portal').countDocuments({})).toBe(1);
  });
});

describe('lists of portals', () => {
  it('have those of an owner in the order of their creation, and the limit', async () => {
    for (const id of ['c', 'a', 'b']) {
      await portal.create({ portalId: id, slug: `at-${id}` });
      portal.clock.passSeconds(1);
    }
    const { portals, limit } = await portal.client.listPortals({ ownerId: 'ada' });
    expect(portals.map(({ id }) => id)).toEqual(['c', 'a', 'b']);
    expect(limit).toBe(3);
    portal.portalLimits.set('ada', 0);
    expect(await portal.client.listPortals({ ownerId: 'ada' })).toMatchObject({ limit: 0, portals });
    expect(await portal.client.listPortals({ ownerId: 'eve' })).toEqual({ portals: [], limit: 3 });
  });

  it('name those that anyone may see and search engines may list', async () => {
    portal.portalLimits.set('ada', 10);
    for (const id of ['c', 'b', 'links', 'domains', 'unlisted', 'ended', 'deleted'])
      await made(id, `at-${id}`);
    await portal.create({ portalId: 'draft', slug: 'at-draft' });
    for (const audience of ['links', 'domains'] as const) await edit({ audience }, audience);
    await edit({ isListed: false }, 'unlisted');
    await edit({ endsAt: inSeconds(60) }, 'ended');
    await portal.send('portal.delete-portal.v1', { ownerId: 'ada', portalId: 'deleted' });
    const slugs = async (after = '') => await portal.client.listPublicPortals({ after });
    expect(await slugs()).toEqual({ slugs: ['at-b', 'at-c', 'at-ended'], next: '' });
    portal.clock.passSeconds(61);
    expect(await slugs()).toEqual({ slugs: ['at-b', 'at-c'], next: '' });
    expect(await slugs('at-b')).toEqual({ slugs: ['at-c'], next: '' });
  });

  it('have pages of 1,000', async () => {
    await made('p', 'slug-0000');
    const document = await portal.store.model('Portal').findOne({ _id: 'p' }).lean<object>();
    const slugs = Array.from({ length: 1_001 }, (_, index) => `slug-${String(index).padStart(4, '0')}`);
    const others = slugs.slice(1).map((slug) => ({ ...document, _id: slug, slug }));
    await portal.store.model('Portal').create(others);
    const first = await portal.client.listPublicPortals({ after: '' });
    expect(first).toEqual({ slugs: slugs.slice(0, 1_000), next: 'slug-0999' });
    expect(await portal.client.listPublicPortals({ after: first.next })).toEqual({
      slugs: ['slug-1000'],
      next: '',
    });
  });
});

describe('a deletion', () => {
  it('of a video removes it from the portals of its owner', async () => {
    const hidden = ['v', 'w'].map((videoId) => ({ videoId, kind: 'chapter', start: 0, end: 9 }) as const);
    await portal.create();
    await edit({ videoIds: ['w', 'v'], hidden });
    await portal.create({ portalId: 'q', slug: 'other' });
    for (const videoId of ['v', 'w']) await portal.client.countPortalPlay({ id: 'p', videoId });
    await portal.create({ ownerId: 'eve', portalId: 'e', slug: 'of-eve' });
    const ofEve = { portalId: 'e', ownerId: 'eve', version: 0, settings: { videoIds: ['v'] } };
    await portal.send('portal.edit-portal.v1', ofEve);
    const others = () => Promise.all([get('q'), get('e', 'eve')]);
    const before = await others();
    await portal.deleteVideo('ada', 'v');
    const left = await portal.eventually(get, ({ videoIds }) => videoIds.length === 1);
    expect(left).toMatchObject({ videoIds: ['w'], hasAllVideos: false, hidden: [hidden[1]] });
    expect(left.plays).toEqual({ w: 1 });
    expect(await others()).toEqual(before);
  });

  it('of a video also removes what a portal of the whole library has of it', async () => {
    await portal.create();
    await portal.send('portal.edit-portal.v1', { ...p, version: 0, settings: { videoIds: null } });
    await portal.client.countPortalPlay({ id: 'p', videoId: 'v' });
    await portal.deleteVideo('ada', 'v');
    const left = await portal.eventually(get, ({ plays }) => Object.keys(plays).length === 0);
    expect(left).toMatchObject({ hasAllVideos: true, videoIds: [] });
  });

  it('of an account removes its portals, whose addresses can be used again', async () => {
    await made();
    await portal.create({ portalId: 'q', slug: 'other' });
    await portal.send('portal.delete-portal.v1', { ...p, portalId: 'q' });
    await portal.create({ ownerId: 'eve', portalId: 'e', slug: 'of-eve' });
    await portal.deleteAccount('ada');
    const stored = async () =>
      (await portal.store.model('Portal').find({}).lean()).map(({ _id }) => String(_id));
    await portal.eventually(stored, (ids) => ids.join() === 'e');
    await expect(open()).rejects.toMatchObject(missing);
    await portal.create({ ownerId: 'eve', portalId: 'f' });
    expect(await get('f', 'eve')).toMatchObject({ slug: 'acme' });
  });
});
