import { startGateway, type GatewayUnderTest } from '../testing/gateway-under-test.ts';

const bare = {
  id: 'v',
  title: 'Talk',
  chapters: [],
  chaptersMissing: true,
  summary: '',
  version: 0,
  operations: [],
};

describe('while chaptering is unavailable', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await startGateway();
  });
  beforeEach(() => {
    const { chaptering, handled } = gateway.fakes;
    chaptering.reset();
    handled.length = 0;
    chaptering.isUnavailable = true;
  });
  afterAll(() => gateway.running.stop());

  it.each(['', '?view=card'])(
    'the library%s is answered without chapters, with `chaptersMissing`',
    async (query) => {
      const { status, json } = await gateway.call('GET', `/api/muxvideos${query}`);
      expect([status, json]).toMatchObject([200, { data: [bare], next: null, total: 1 }]);
    },
  );

  it('a record is answered without chapters, and with them once chaptering is back', async () => {
    const asset = () => gateway.call('GET', '/api/muxvideos/asset/v');
    const { status, json } = await asset();
    expect([status, json]).toMatchObject([200, { data: { ...bare, vtt: '' }, chapters: [] }]);
    gateway.fakes.chaptering.isUnavailable = false;
    expect((await asset()).json.data).not.toHaveProperty('chaptersMissing');
  });

  it('a title is saved, and the save succeeds', async () => {
    const { status, json } = await gateway.call('PATCH', '/api/muxupload/save', {
      passthrough: 'v',
      title: 'New',
    });
    expect([status, json]).toEqual([200, { status: 'success', data: { detailsVersion: 7 } }]);
    expect(gateway.fakes.handled).toEqual([['save', { videoId: 'v', ownerId: 'ada', title: 'New' }]]);
  });
});
