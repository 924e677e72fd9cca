import { startGateway, type GatewayUnderTest } from '../testing/gateway-under-test.ts';
import { plainClip } from '../testing/fake-services.ts';

const id = 'a'.repeat(64);
const body = { from: 10.1234, to: 20, frame: 'square', captions: 'burned' };

describe('the clips of a video', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await startGateway();
  });
  beforeEach(() => {
    gateway.fakes.handled.length = 0;
    gateway.fakes.ownClips.clear();
  });
  afterAll(() => gateway.running.stop());

  it('are listed with their state', async () => {
    const stored = { ...plainClip, id, videoId: 'v', start: 1.5, end: 9 };
    // An earlier version of the clip service names no fit.
    const failed = {
      ...stored,
      fit: '',
      id: 'b'.repeat(64),
      state: 'failed',
      reason: 'It is damaged.',
      link: '',
    };
    gateway.fakes.ownClips.set('ada', [stored, failed, { ...stored, videoId: 'other' }]);
    const { status, json } = await gateway.call('GET', '/api/muxvideos/v-asset/clips');
    const look = {
      frame: 'recorded',
      centre: 0.5,
      fit: 'crop',
      captions: 'none',
      from: 1.5,
      to: 9,
      createdAt: 1_763_000_900,
    };
    const making = { id, ...look, state: 'making', progress: 40, link: '/media/clip.mp4' };
    const clips = [making, { id: failed.id, ...look, state: 'failed', reason: 'It is damaged.' }];
    expect([status, json.data]).toEqual([200, { clips, canChangePicture: false }]);
  });

  it('are made with a command, whose outcome names the clip', async () => {
    const { status, json } = await gateway.call('POST', '/api/muxvideos/v/clips', body);
    const request = { ...body, from: 10.123, centre: 0.5, fit: 'crop' };
    expect([status, json.data]).toEqual([200, expect.objectContaining({ ...request, state: 'making' })]);
    expect(gateway.fakes.handled).toEqual([['make', { ownerId: 'ada', videoId: 'v', ...request }]]);
  });

  it.each([
    [{ to: 10.15 }, 'A clip must begin at least 0.1 seconds before it ends.'],
    [{ to: 4_000 }, 'A clip must end before the video does, at 3540 seconds.'],
  ])('%j is refused with the message of the clip service', async (changes, msg) => {
    const { status, json } = await gateway.call('POST', '/api/muxvideos/v/clips', { ...body, ...changes });
    expect([status, json]).toEqual([400, { status: 'error', code: 'invalid-input', msg }]);
  });

  it.each([
    { from: -1 },
    { from: '10' },
    { to: undefined },
    { frame: 'round' },
    { centre: 2 },
    { fit: 'stretch' },
    { captions: 'yes' },
  ])('with %j is invalid', async (changes) => {
    const { status } = await gateway.call('POST', '/api/muxvideos/v/clips', { ...body, ...changes });
    expect(status).toBe(400);
    expect(gateway.fakes.handled).toEqual([]);
  });

  it('are deleted by their owner only', async () => {
    gateway.fakes.ownClips.set('ada', [{ ...plainClip, id, videoId: 'v', start: 1.5, end: 9 }]);
    gateway.fakes.ownClips.set('eve', [{ ...plainClip, id: 'e'.repeat(64), videoId: 'w', start: 1, end: 9 }]);
    for (const path of [`v/clips/${'e'.repeat(64)}`, `w/clips/${'e'.repeat(64)}`, 'v/clips/none'])
      expect((await gateway.call('DELETE', `/api/muxvideos/${path}`)).status).toBe(404);
    expect((await gateway.call('DELETE', `/api/muxvideos/v/clips/${id}`)).json).toEqual({
      status: 'success',
      data: {},
    });
    expect(gateway.fakes.ownClips.get('ada')).toEqual([]);
    expect(gateway.fakes.ownClips.get('eve')).toHaveLength(1);
  });

  it.each(['w', 'not-there'])('of %s, somebody else’s or an unknown video, answer 404', async (video) => {
    expect((await gateway.call('GET', `/api/muxvideos/${video}/clips`)).status).toBe(404);
    expect((await gateway.call('POST', `/api/muxvideos/${video}/clips`, body)).status).toBe(404);
    expect(gateway.fakes.handled).toEqual([]);
  });
});

it('can have other frames and burned captions with our own video engine', async () => {
  const gateway = await startGateway({ env: { VIDEO_ENGINE_URL: 'http://127.0.0.1:9' } });
  const { json } = await gateway.call('GET', '/api/muxvideos/v/clips');
  expect(json.data).toEqual({ clips: [], canChangePicture: true });
  await gateway.running.stop();
});
