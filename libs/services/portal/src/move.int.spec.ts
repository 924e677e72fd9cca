import type { portalRpc } from '@vault/contracts/rpc';
import { startPortal, type PortalUnderTest } from './testing/portal-under-test.ts';

let portal: PortalUnderTest;
beforeEach(async () => {
  portal = await startPortal();
  for (const id of ['v', 'w']) portal.videos.set(id, { ownerId: 'ada' });
  for (const id of ['ada', 'acme']) portal.portalLimits.set(id, 20);
});
afterEach(() => portal.stop());

const missing = { code: 'not-found' };
const has = (ownerId: string, videoIds: string) =>
  portal.eventually(
    () => portal.list(ownerId),
    (moments) => moments.map(({ videoId }) => videoId).join() === videoIds,
  );

describe('moments of a video that moves to another workspace', () => {
  it('follow it with their links, plays and ends, and no others do', async () => {
    await portal.share({});
    const [{ id }] = (await portal.list('ada')) as [portalRpc.Moment];
    await portal.client.countPlay({ id });
    await portal.edit({ ownerId: 'ada', momentId: id, endsAt: 4_102_444_800, isListed: true });
    const before = await portal.client.openMoment({ id });
    await portal.share({ videoId: 'w' });
    const publish = portal.moveVideo('v', 'acme');
    await publish();
    await publish();
    await has('acme', 'v');
    expect(await portal.client.openMoment({ id })).toEqual({ ...before, ownerId: 'acme' });
    await has('ada', 'w');
    await portal.moveVideo('v', 'ada')();
    await has('acme', '');
    expect(await portal.client.openMoment({ id })).toEqual(before);
  });

  it('go on, whoever they were given to before: a late event gives them to the owner now', async () => {
    await portal.share({});
    const [first, second] = [portal.moveVideo('v', 'acme'), portal.moveVideo('v', 'bo')];
    await first();
    await has('bo', 'v');
    await second();
    const third = portal.moveVideo('v', 'ada');
    await first();
    await second();
    await third();
    await has('ada', 'v');
  });

  it('are kept when somebody shares one before the event arrives, in either workspace', async () => {
    await portal.share({});
    const [{ id }] = (await portal.list('ada')) as [portalRpc.Moment];
    const publish = portal.moveVideo('v', 'acme');
    await portal.share({ ownerId: 'acme' });
    await portal.share({ ownerId: 'acme', start: 6 });
    await publish();
    await portal.eventually(
      () => portal.list('acme'),
      (moments) => moments.length === 2 && moments.some((moment) => moment.id === id),
    );
    await portal.share({ videoId: 'w' });
    portal.moveVideo('w', 'acme');
    await expect(portal.share({ videoId: 'w' })).rejects.toMatchObject(missing);
    expect(await portal.list('acme', 'w')).toHaveLength(1);
  });

  it('are not made in the workspace before, when it moves meanwhile', async () => {
    portal.onRead = async () => {
      portal.onRead = () => Promise.resolve();
      await portal.moveVideo('v', 'acme')();
    };
    await expect(portal.share({})).rejects.toMatchObject(missing);
    expect([await portal.list('ada'), await portal.list('acme')]).toEqual([[], []]);
  });

  it('stay when the account before is deleted, in either order of the events', async () => {
    await portal.share({});
    await portal.share({ videoId: 'w' });
    const publish = portal.moveVideo('v', 'acme');
    await portal.deleteAccount('ada');
    await has('ada', '');
    await publish();
    expect(await portal.list('acme', 'v')).toHaveLength(1);
  });

  it('are deleted with it', async () => {
    await portal.share({});
    await portal.moveVideo('v', 'acme')();
    await has('acme', 'v');
    await portal.deleteVideo('acme', 'v');
    await has('acme', '');
  });
});

describe('moments of a video that is deleted before the event of its move comes', () => {
  it('are deleted with it', async () => {
    await portal.share({});
    const publish = portal.moveVideo('v', 'acme');
    await portal.deleteVideo('nobody', 'v');
    await publish();
    await portal.deleteVideo('acme', 'v');
    await has('ada', '');
    await has('acme', '');
  });
});

describe('portals', () => {
  const edit = (ownerId: string, portalId: string, version: number, settings: object) =>
    portal.send('portal.edit-portal.v1', { ownerId, portalId, version, settings });
  const read = async (ownerId: string, id: string) => {
    const { videoIds, hidden } = await portal.client.getPortal({ ownerId, id });
    return [videoIds.join(), hidden.length];
  };
  const hidden = [{ videoId: 'v', kind: 'quote', start: 1, end: 2 }];

  it('of the workspace before leave a moved video out; those of the other one stay as they are', async () => {
    await portal.create();
    await edit('ada', 'p', 0, { videoIds: ['v', 'w'], hidden });
    await portal.create({ ownerId: 'acme', portalId: 'q', slug: 'other' });
    await edit('acme', 'q', 0, { videoIds: ['v'], hidden });
    const publish = portal.moveVideo('v', 'acme');
    await publish();
    await portal.eventually(
      () => read('ada', 'p'),
      ([videos]) => videos === 'w',
    );
    expect(await read('ada', 'p')).toEqual(['w', 0]);
    expect(await read('acme', 'q')).toEqual(['v', 1]);
  });

  it('keep a video that has come back, when the first event comes again', async () => {
    const late = portal.moveVideo('v', 'acme');
    await portal.moveVideo('v', 'ada')();
    await portal.create();
    await edit('ada', 'p', 0, { videoIds: ['v', 'w'] });
    await late();
    await portal.moveVideo('w', 'acme')();
    await portal.eventually(
      () => read('ada', 'p'),
      ([videos]) => videos === 'v',
    );
  });
});
