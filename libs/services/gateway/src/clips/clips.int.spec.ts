import { startGateway, type GatewayUnderTest } from '../testing/gateway-under-test.ts';

const body = { passthrough: 'v', timeIn: '00:00:10', timeOut: '00:00:20' };

describe('cutting a clip', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await startGateway();
  });
  beforeEach(() => {
    gateway.neighbours.obeyed.length = 0;
  });
  afterAll(() => gateway.running.stop());

  const cut = (changes: object = {}) =>
    gateway.call('POST', '/api/muxupload/video-cut', { ...body, ...changes });

  it('answers where it will be', async () => {
    const { status, json } = await cut();
    expect([status, json]).toEqual([200, { status: 'success', data: '/media/clip.mp4' }]);
    const told = { videoId: 'v', ownerId: 'ada', timeIn: '00:00:10', timeOut: '00:00:20' };
    expect(gateway.neighbours.obeyed).toEqual([['cut', told]]);
  });

  it('waits for its owner no longer than other writes do', async () => {
    expect((await cut()).status).toBe(200);
    // It was sent before now.
    expect(Date.parse(gateway.neighbours.clipDeadline ?? '') - Date.now()).toBeLessThanOrEqual(10_000);
  });

  it.each([
    [{ timeIn: '0:10' }, 'Both timeIn and timeOut must be valid times in HH:MM:SS format.'],
    [{ timeOut: '00:00:10' }, 'timeIn must be earlier than timeOut.'],
    [{ timeOut: '00:59:00' }, 'timeOut must be earlier than video duration(3540s).'],
  ])('with %j is refused in the words of its owner', async (changes, msg) => {
    const { status, json } = await cut(changes);
    expect([status, json]).toEqual([400, { status: 'error', msg }]);
  });

  it('that cannot be made is answered with why', async () => {
    Object.assign(gateway.neighbours.clip, { state: 'failed', reason: 'The video host refused it.' });
    const { status, json } = await cut();
    expect([status, json.msg]).toEqual([503, 'The video host refused it.']);
    delete gateway.neighbours.clip.state;
  });

  it('is answered though its owner is away for a moment after it has begun', async () => {
    gateway.neighbours.unansweredClips = 3;
    const { status, json } = await cut();
    expect([status, json.data]).toEqual([200, '/media/clip.mp4']);
    expect(gateway.neighbours.obeyed).toHaveLength(1);
  });

  it.each(['w', 'not-there'])(
    'of %s, which is somebody else’s or nobody’s, is not begun',
    async (passthrough) => {
      const { status, json } = await cut({ passthrough });
      expect([status, json.msg]).toEqual([404, 'The video was not found.']);
      expect(gateway.neighbours.obeyed).toEqual([]);
    },
  );

  it.each([{ timeIn: undefined }, { timeOut: 20 }, { timeIn: '0'.repeat(33) }])(
    'with %j cannot be read',
    async (changes) => {
      expect((await cut(changes)).status).toBe(400);
    },
  );
});
