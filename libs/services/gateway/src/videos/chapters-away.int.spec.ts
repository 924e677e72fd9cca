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

describe('while the owner of chapters does not answer', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await startGateway();
  });
  beforeEach(() => {
    const { chaptering, obeyed } = gateway.neighbours;
    chaptering.reset();
    obeyed.length = 0;
    chaptering.isAway = true;
  });
  afterAll(() => gateway.running.stop());

  it.each(['', '?view=card'])('the library%s is answered without them, and says so', async (query) => {
    const { status, json } = await gateway.call('GET', `/api/muxvideos${query}`);
    expect([status, json]).toMatchObject([200, { data: [bare], next: null, total: 1 }]);
  });

  it('so is a record, and with them once they are back', async () => {
    const asset = () => gateway.call('GET', '/api/muxvideos/asset/v');
    const { status, json } = await asset();
    expect([status, json]).toMatchObject([200, { data: { ...bare, vtt: '' }, chapters: [] }]);
    gateway.neighbours.chaptering.isAway = false;
    expect((await asset()).json.data).not.toHaveProperty('chaptersMissing');
  });

  it('a title is saved, and answered as saved', async () => {
    const { status, json } = await gateway.call('PATCH', '/api/muxupload/save', {
      passthrough: 'v',
      title: 'New',
    });
    expect([status, json]).toMatchObject([200, { status: 'success', data: bare }]);
    expect(gateway.neighbours.obeyed).toEqual([['save', { videoId: 'v', ownerId: 'ada', title: 'New' }]]);
  });

  it('chapters are not saved, nor is the title that was sent with them', async () => {
    const chapters = [{ start: '00:00:00', title: 'Welcome' }];
    const body = { passthrough: 'v', title: 'New', chapters };
    const { status } = await gateway.call('PATCH', '/api/muxupload/save', body);
    expect([status, gateway.neighbours.obeyed]).toEqual([503, []]);
  });
});
