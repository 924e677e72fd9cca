import type { MessageData } from '@vault/contracts';
import { startPortal, type PortalUnderTest } from './testing/portal-under-test.ts';

type Settings = MessageData<'portal.edit-portal.v1'>['settings'];

let portal: PortalUnderTest;
beforeEach(async () => {
  portal = await startPortal();
  for (const ownerId of ['ada', 'eve']) portal.portalLimits.set(ownerId, 2);
});
afterEach(() => portal.stop());

const missing = { code: 'not-found' };
const conflict = { code: 'conflict' };
const limitReached = { code: 'limit-reached' };
const p = { ownerId: 'ada', portalId: 'p' };

const get = () => portal.client.getPortal({ ownerId: 'ada', id: 'p' });
const slugsOf = async (ownerId: string) =>
  (await portal.client.listPortals({ ownerId })).portals.map(({ slug }) => slug);
const edit = (version: number, settings: Settings, id?: string) =>
  portal.send('portal.edit-portal.v1', { ...p, version, settings }, id);
const publish = (isPublished: boolean, id?: string) =>
  portal.send('portal.publish-portal.v1', { ...p, isPublished }, id);
const link = (linkId: string) => ({ ...p, linkId, label: `For ${linkId}`, endsAt: 4_000_000_000 });
const published = (...changes: string[]) =>
  portal.eventually(
    () => Promise.resolve(portal.changes.map(({ change }) => change).join()),
    (all) => all === changes.join(),
  );

test('who may not publish changes a portal only before it is published', async () => {
  await portal.create();
  const asDraft = { ...p, isDraftOnly: true };
  await portal.send('portal.edit-portal.v1', { ...asDraft, version: 0, settings: { intro: 'A draft' } });
  await publish(true);
  const { version } = await get();
  const settings = { intro: 'To the public' };
  for (const change of [
    portal.send('portal.edit-portal.v1', { ...asDraft, version, settings }),
    portal.send('portal.set-logo.v1', { ...asDraft, logo: null }),
    portal.send('portal.delete-portal.v1', asDraft),
  ])
    await expect(change).rejects.toMatchObject({ code: 'forbidden' });
  expect(await get()).toMatchObject({ intro: 'A draft', isPublished: true, version });
  await edit(version, settings);
  await publish(false);
  await portal.send('portal.delete-portal.v1', asDraft);
  expect(await slugsOf('ada')).toEqual([]);
});

describe('creating a portal', () => {
  it('makes one that shows no video and is not published', async () => {
    await portal.create();
    expect(await get()).toEqual({
      id: 'p',
      ownerId: 'ada',
      name: 'Acme',
      slug: 'acme',
      intro: '',
      videoIds: [],
      hasAllVideos: false,
      accent: undefined,
      theme: 'auto',
      shows: ['transcript', 'quotes', 'search'],
      audience: 'anyone',
      domains: [],
      isListed: true,
      endsAt: undefined,
      hidden: [],
      isPublished: false,
      logoHash: undefined,
      links: [],
      plays: {},
      version: 0,
      createdAt: expect.any(Number) as number,
    });
  });

  it('is refused without portals in the plan, and beyond their number', async () => {
    portal.portalLimits.set('ada', 0);
    await expect(portal.create()).rejects.toMatchObject(limitReached);
    portal.portalLimits.set('ada', 1);
    await portal.create();
    await expect(portal.create({ portalId: 'q', slug: 'other' })).rejects.toMatchObject(limitReached);
    expect(await slugsOf('ada')).toEqual(['acme']);
  });

  it('never exceeds the limit, also when several are made at the same time', async () => {
    const ids = ['a', 'b', 'c', 'd', 'e'];
    const made = await Promise.allSettled(ids.map((id) => portal.create({ portalId: id, slug: `at-${id}` })));
    const refused = made.filter(({ status }) => status === 'rejected');
    expect(refused.length).toBeGreaterThanOrEqual(3);
    for (const { reason } of refused as PromiseRejectedResult[]) expect(reason).toMatchObject(limitReached);
    expect(await slugsOf('ada')).toHaveLength(ids.length - refused.length);
  });

  it('has no effect when it is repeated', async () => {
    await portal.create();
    await edit(0, { name: 'Acme talks' });
    await portal.create();
    expect(await portal.client.listPortals({ ownerId: 'ada' })).toMatchObject({
      portals: [{ id: 'p', name: 'Acme talks' }],
      limit: 2,
    });
  });

  it('is refused with an address that is taken, whoever has it', async () => {
    await portal.create();
    for (const ownerId of ['ada', 'eve'])
      await expect(portal.create({ ownerId, portalId: 'q' })).rejects.toMatchObject(conflict);
    await expect(portal.create({ ownerId: 'eve', slug: 'other' })).rejects.toMatchObject(conflict);
    expect(await slugsOf('eve')).toEqual([]);
    expect(await get()).toMatchObject({ ownerId: 'ada', slug: 'acme' });
  });

  it('leaves nothing for an account that is deleted', async () => {
    await portal.create();
    await portal.deleteAccount('ada');
    await portal.eventually(
      () => slugsOf('ada'),
      (slugs) => slugs.length === 0,
    );
    await expect(portal.create({ portalId: 'q' })).rejects.toMatchObject(missing);
    expect(await portal.store.model('Portal').countDocuments({})).toBe(0);
  });
});

describe('editing a portal', () => {
  beforeEach(() => portal.create());

  const all = {
    name: 'Talks',
    slug: 'talks',
    intro: 'All about prices.',
    videoIds: ['w', 'v'],
    accent: '#c8321a',
    theme: 'dark',
    shows: ['search'],
    audience: 'domains',
    domains: ['*.example.com'],
    isListed: false,
    endsAt: 4_000_000_000,
    hidden: [{ videoId: 'v', kind: 'quote', start: 3, end: 9.5 }],
  } satisfies Settings;

  it('changes the given settings alone; null removes colour and end', async () => {
    await edit(0, all);
    expect(await get()).toMatchObject({ ...all, hasAllVideos: false, version: 1 });
    await edit(1, { name: 'Webinars', accent: null });
    expect(await get()).toMatchObject({ ...all, name: 'Webinars', accent: undefined, version: 2 });
    await edit(2, { endsAt: null, videoIds: null });
    const answer = await get();
    expect(answer).toMatchObject({ endsAt: undefined, videoIds: [], hasAllVideos: true });
    expect(answer).toMatchObject({ slug: 'talks', domains: ['*.example.com'], hidden: all.hidden });
  });

  it('is refused when the portal has changed since, but a repeat succeeds', async () => {
    await edit(0, { name: 'Talks' }, 'm1');
    await edit(0, { name: 'Talks' }, 'm1');
    await expect(edit(0, { name: 'Webinars' })).rejects.toMatchObject(conflict);
    expect(await get()).toMatchObject({ name: 'Talks', version: 1 });
  });

  it('is refused with an address that is taken', async () => {
    await portal.create({ ownerId: 'eve', portalId: 'e', slug: 'of-eve' });
    await expect(edit(0, { name: 'Talks', slug: 'of-eve' })).rejects.toMatchObject(conflict);
    expect(await get()).toMatchObject({ name: 'Acme', slug: 'acme', version: 0 });
  });

  it('sets and removes the logo', async () => {
    const logoOf = async (id: string) => Buffer.from((await portal.client.getPortalLogo({ id })).image);
    expect(await logoOf('p')).toHaveLength(0);
    const hashes = new Set<string | undefined>();
    for (const picture of ['first', 'second']) {
      const logo = Buffer.from(picture).toString('base64');
      await portal.send('portal.set-logo.v1', { ...p, logo });
      expect((await logoOf('p')).toString()).toBe(picture);
      hashes.add((await get()).logoHash);
    }
    expect(hashes.size).toBe(2);
    await portal.send('portal.set-logo.v1', { ...p, logo: null });
    expect(await logoOf('p')).toHaveLength(0);
    expect((await get()).logoHash).toBeUndefined();
    expect(await logoOf('unknown')).toHaveLength(0);
    portal.portalLimits.set('ada', 0);
    await expect(portal.send('portal.set-logo.v1', { ...p, logo: 'bG9nbw==' })).rejects.toMatchObject(
      limitReached,
    );
  });
});

describe('publishing a portal', () => {
  beforeEach(() => portal.create());

  it('is announced once for each change', async () => {
    await publish(true, 'm1');
    await publish(true, 'm1');
    await publish(true);
    expect(await get()).toMatchObject({ isPublished: true, version: 1 });
    await publish(false);
    await publish(false);
    await published('publish-portal', 'unpublish-portal');
    expect(portal.changes[0]).toEqual({ ...p, change: 'publish-portal', slug: 'acme' });
    expect((await get()).isPublished).toBe(false);
  });

  it('needs a plan with portals; to withdraw one does not', async () => {
    await publish(true);
    portal.portalLimits.set('ada', 0);
    await publish(false);
    await expect(publish(true)).rejects.toMatchObject(limitReached);
    expect((await get()).isPublished).toBe(false);
  });
});

describe('private links', () => {
  beforeEach(() => portal.create());

  it('are added and ended once', async () => {
    for (const linkId of ['one', 'two', 'one']) await portal.send('portal.add-link.v1', link(linkId));
    const createdAt = expect.any(Number) as number;
    const [one, two] = ['one', 'two'].map((id) => ({
      id,
      label: `For ${id}`,
      endsAt: 4_000_000_000,
      createdAt,
    }));
    expect((await get()).links).toEqual([one, two]);
    for (let time = 0; time < 2; time += 1) await portal.send('portal.end-link.v1', { ...p, linkId: 'one' });
    expect((await get()).links).toEqual([two]);
    await published('add-portal-link', 'add-portal-link', 'end-portal-link');
  });

  it('are limited', async () => {
    for (let index = 0; index < 50; index += 1)
      await portal.send('portal.add-link.v1', link(`link-${String(index)}`));
    await expect(portal.send('portal.add-link.v1', link('more'))).rejects.toMatchObject(limitReached);
    await portal.send('portal.add-link.v1', link('link-7'));
    await portal.send('portal.end-link.v1', { ...p, linkId: 'link-7' });
    await portal.send('portal.add-link.v1', link('more'));
    expect((await get()).links).toHaveLength(50);
  });
});

describe('deleting a portal', () => {
  const remove = () => portal.send('portal.delete-portal.v1', p);

  it('ends it at once, is announced once, and its address can be used again', async () => {
    await portal.create();
    await portal.send('portal.set-logo.v1', { ...p, logo: 'bG9nbw==' });
    await publish(true);
    await remove();
    await remove();
    await expect(get()).rejects.toMatchObject(missing);
    await expect(portal.client.openPortal({ slug: 'acme', id: '', linkId: '' })).rejects.toMatchObject(
      missing,
    );
    expect((await portal.client.getPortalLogo({ id: 'p' })).image).toHaveLength(0);
    await portal.create({ ownerId: 'eve', portalId: 'e' });
    await published('publish-portal', 'delete-portal');
    expect(portal.changes[1]).toEqual({ ...p, change: 'delete-portal', slug: 'acme' });
  });

  it('makes room for another, whose creation removes what is left of it', async () => {
    portal.portalLimits.set('ada', 1);
    await portal.create();
    await remove();
    const left = () => portal.store.model('Portal').findOne({ _id: 'p' }).lean<{ outboxSince?: Date }>();
    await portal.eventually(left, (document) => document !== null && !document.outboxSince);
    await portal.create({ portalId: 'q' });
    expect(await left()).toBeNull();
    expect(await slugsOf('ada')).toEqual(['acme']);
  });
});

it('another owner can neither see nor change a portal', async () => {
  await portal.create();
  await portal.send('portal.add-link.v1', link('one'));
  const before = await get();
  const eve = { portalId: 'p', ownerId: 'eve' };
  const { version } = before;
  for (const attempt of [
    () => portal.client.getPortal({ ownerId: 'eve', id: 'p' }),
    () => portal.send('portal.edit-portal.v1', { ...eve, version, settings: { name: 'Of Eve' } }),
    () => portal.send('portal.set-logo.v1', { ...eve, logo: 'bG9nbw==' }),
    () => portal.send('portal.publish-portal.v1', { ...eve, isPublished: true }),
    () => portal.send('portal.add-link.v1', { ...link('two'), ...eve }),
    () => portal.send('portal.end-link.v1', { ...eve, linkId: 'one' }),
  ])
    await expect(attempt()).rejects.toMatchObject(missing);
  await portal.send('portal.delete-portal.v1', eve);
  expect(await slugsOf('eve')).toEqual([]);
  expect(await get()).toEqual(before);
});
