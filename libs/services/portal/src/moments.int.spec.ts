import { startPortal, type PortalUnderTest } from './testing/portal-under-test.ts';

let portal: PortalUnderTest;
beforeEach(async () => {
  portal = await startPortal();
  for (const id of ['v', 'w']) portal.videos.set(id, { ownerId: 'ada' });
  portal.videos.set('x', { ownerId: 'eve' });
});
afterEach(() => portal.stop());

const missing = { code: 'not-found' };

async function shared() {
  await portal.share({});
  return (await portal.list('ada'))[0]!;
}

describe('sharing a moment', () => {
  it('makes an id that cannot be guessed, and the same link for the same span', async () => {
    await portal.share({});
    await Promise.all([portal.share({}), portal.share({})]);
    const moments = await portal.list('ada');
    expect(moments).toHaveLength(1);
    expect(moments[0]).toMatchObject({
      ownerId: 'ada',
      videoId: 'v',
      kind: 'quote',
      start: 5,
      end: 9,
      plays: 0,
    });
    expect(moments[0]!.id).toMatch(/^[\w-]{22}$/);
    const span = { ownerId: 'ada', videoId: 'v', kind: 'quote', start: 5, end: 9 };
    expect((await portal.client.findMoment(span)).id).toBe(moments[0]!.id);
    await portal.share({ start: 6 });
    await portal.share({ kind: 'span' });
    expect(new Set((await portal.list('ada')).map(({ id }) => id)).size).toBe(3);
  });

  it("is refused for another owner's video as for a missing one", async () => {
    for (const videoId of ['x', 'missing'])
      await expect(portal.share({ videoId })).rejects.toMatchObject(missing);
    expect(await portal.list('ada')).toEqual([]);
  });

  it.each([
    [9, 9],
    [9, 5],
    [5, 61.1],
  ])('refuses the span from %d to %d of 60.4 s', async (start, end) => {
    await expect(portal.share({ start, end })).rejects.toMatchObject({ code: 'invalid-input' });
    expect(await portal.list('ada')).toEqual([]);
  });

  it('waits for a video that plays', async () => {
    portal.videos.set('v', { ownerId: 'ada', isPlayable: false });
    await expect(portal.share({})).rejects.toMatchObject({ code: 'conflict' });
  });

  it('leaves nothing for a video that is deleted meanwhile', async () => {
    portal.onRead = async () => {
      await portal.deleteVideo('ada', 'v');
      const deleted = () => portal.store.model('DeletedVideo').countDocuments().exec();
      await portal.eventually(deleted, (count) => count === 1);
    };
    await expect(portal.share({})).rejects.toMatchObject(missing);
    expect(await portal.list('ada')).toEqual([]);
  });

  it('has a limit for one video', async () => {
    const insert = { ownerId: 'ada', videoId: 'v', kind: 'span' } as const;
    for (let index = 0; index < 500; index += 1)
      await portal.share({ ...insert, start: index / 100, end: 60 });
    await expect(portal.share({ start: 20, end: 30 })).rejects.toMatchObject({ code: 'limit-reached' });
    await portal.share({ videoId: 'w' });
    expect(await portal.list('ada', 'w')).toHaveLength(1);
  });
});

describe('a moment', () => {
  it('is open for whoever has its id, until its end', async () => {
    const { id } = await shared();
    expect(await portal.client.openMoment({ id })).toMatchObject({
      ownerId: 'ada',
      videoId: 'v',
      isListed: false,
    });
    const endsAt = Math.floor(portal.clock.now().getTime() / 1_000) + 60;
    await portal.edit({ ownerId: 'ada', momentId: id, endsAt, isListed: true });
    expect(await portal.client.openMoment({ id })).toMatchObject({ endsAt, isListed: true });
    portal.clock.passSeconds(61);
    await expect(portal.client.openMoment({ id })).rejects.toMatchObject(missing);
    expect(await portal.client.getMoment({ ownerId: 'ada', id })).toMatchObject({ endsAt });
    await portal.edit({ ownerId: 'ada', momentId: id, endsAt: null });
    expect(await portal.client.openMoment({ id })).toMatchObject({ endsAt: undefined, isListed: true });
  });

  it('works again when its span is shared again after its end', async () => {
    const { id } = await shared();
    await portal.edit({ ownerId: 'ada', momentId: id, endsAt: 1 });
    await expect(portal.client.openMoment({ id })).rejects.toMatchObject(missing);
    await portal.share({});
    expect(await portal.client.openMoment({ id })).toMatchObject({ id });
  });

  it('can be changed and ended by its owner alone', async () => {
    const { id } = await shared();
    await expect(portal.edit({ ownerId: 'eve', momentId: id, isListed: true })).rejects.toMatchObject(
      missing,
    );
    await portal.revoke({ ownerId: 'eve', momentId: id });
    expect(await portal.client.openMoment({ id })).toMatchObject({ isListed: false });
    await expect(portal.client.getMoment({ ownerId: 'eve', id })).rejects.toMatchObject(missing);
    await portal.revoke({ ownerId: 'ada', momentId: id });
    await portal.revoke({ ownerId: 'ada', momentId: id });
    await expect(portal.client.openMoment({ id })).rejects.toMatchObject(missing);
  });

  it('counts plays; those of an unknown id leave nothing', async () => {
    const { id } = await shared();
    for (const each of [id, id, 'unknown']) await portal.client.countPlay({ id: each });
    expect((await portal.client.openMoment({ id })).plays).toBe(2);
    expect(await portal.list('ada')).toHaveLength(1);
  });

  it('is deleted with its video and with its owner', async () => {
    for (const start of [1, 2]) await portal.share({ start });
    await portal.share({ videoId: 'w' });
    await portal.share({ ownerId: 'eve', videoId: 'x' });
    await portal.deleteVideo('ada', 'v');
    await portal.eventually(
      () => portal.list('ada'),
      (moments) => moments.map(({ videoId }) => videoId).join() === 'w',
    );
    await portal.deleteAccount('ada');
    await portal.eventually(
      () => portal.list('ada'),
      (moments) => moments.length === 0,
    );
    expect(await portal.list('eve')).toHaveLength(1);
  });
});
