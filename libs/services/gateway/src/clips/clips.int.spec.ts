import { startGateway, type GatewayUnderTest } from '../testing/gateway-under-test.ts';

const body = { passthrough: 'v', timeIn: '00:00:10', timeOut: '00:00:20' };

describe('cutting a clip', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await startGateway();
  });
  beforeEach(() => {
    gateway.fakes.handled.length = 0;
  });
  afterAll(() => gateway.running.stop());

  const cut = (changes: object = {}) =>
    gateway.call('POST', '/api/muxupload/video-cut', { ...body, ...changes });

  it('answers the address of the clip', async () => {
    const { status, json } = await cut();
    expect([status, json]).toEqual([200, { status: 'success', data: '/media/clip.mp4' }]);
    const command = { videoId: 'v', ownerId: 'ada', timeIn: '00:00:10', timeOut: '00:00:20' };
    expect(gateway.fakes.handled).toEqual([['cut', command]]);
  });

  it('waits for the outcome no longer than other commands', async () => {
    expect((await cut()).status).toBe(200);
    // The command was sent before now.
    expect(Date.parse(gateway.fakes.clipDeadline ?? '') - Date.now()).toBeLessThanOrEqual(10_000);
  });

  it.each([
    [{ timeIn: '0:10' }, 'Both timeIn and timeOut must be valid times in HH:MM:SS format.'],
    [{ timeOut: '00:00:10' }, 'timeIn must be earlier than timeOut.'],
    [{ timeOut: '00:59:00' }, 'timeOut must be earlier than video duration(3540s).'],
  ])('with %j is refused with the message of the clip service', async (changes, msg) => {
    const { status, json } = await cut(changes);
    expect([status, json]).toEqual([400, { status: 'error', code: 'invalid-input', msg }]);
  });

  it('that fails is answered with the reason', async () => {
    Object.assign(gateway.fakes.clip, { state: 'failed', reason: 'The video host refused it.' });
    const { status, json } = await cut();
    expect([status, json.msg]).toEqual([503, 'The video host refused it.']);
    delete gateway.fakes.clip.state;
  });

  it('is answered even when the clip service is unavailable for a moment after the command', async () => {
    gateway.fakes.unavailableClips = 3;
    const { status, json } = await cut();
    expect([status, json.data]).toEqual([200, '/media/clip.mp4']);
    expect(gateway.fakes.handled).toHaveLength(1);
  });

  it.each(['w', 'not-there'])(
    'of %s, somebody else’s or an unknown video, is not started',
    async (passthrough) => {
      const { status, json } = await cut({ passthrough });
      expect([status, json.msg]).toEqual([404, 'The video was not found.']);
      expect(gateway.fakes.handled).toEqual([]);
    },
  );

  it.each([{ timeIn: undefined }, { timeOut: 20 }, { timeIn: '0'.repeat(33) }])(
    'with %j is invalid',
    async (changes) => {
      expect((await cut(changes)).status).toBe(400);
    },
  );
});
