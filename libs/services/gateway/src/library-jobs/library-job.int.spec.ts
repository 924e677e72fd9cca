import { jest } from '@jest/globals';
import { transcriptChangesLimit } from '@vault/contracts';
import { AppError } from '@vault/base';
import { startGateway, type GatewayUnderTest } from '../testing/gateway-under-test.ts';

// Long, so that only a hang fails a test on a busy machine.
jest.setTimeout(120_000);

const line = { start: 1, end: 4, text: 'We run it on cuban eddies.' };
const change = { before: [line], after: [{ ...line, text: 'We run it on Kubernetes.' }] };
const running = {
  ...{ kind: 'rename', from: 'speaker_0', to: 'Ann', isUndo: false, isRunning: true },
  ...{ videos: 2, done: 0, conflicts: 0, failed: 0, problem: '', lines: 0, undoUntil: null },
};

describe('a change of many videos', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await startGateway();
  });
  beforeEach(() => {
    const { chaptering, handled } = gateway.fakes;
    chaptering.reset();
    handled.length = 0;
  });
  afterAll(() => gateway.running.stop());

  const read = async () => (await gateway.call('GET', '/api/library-job')).json['data'];
  const correct = (...videos: object[]) => gateway.call('POST', '/api/glossary/corrections', { videos });

  it('is begun by one command of the caller, and answered', async () => {
    expect(await read()).toBeNull();
    const { status, json } = await correct({ videoId: 'v', changes: [change] });
    expect([status, json['data']]).toEqual([200, expect.objectContaining(running)]);
    expect(gateway.fakes.handled).toEqual([
      ['correct-library', { ownerId: 'ada', videos: [{ videoId: 'v', changes: [change] }] }],
    ]);
    expect(await read()).toEqual(json['data']);
  });

  it('renames a speaker, and is undone by its id', async () => {
    const body = { from: 'speaker_0', to: ' Ann\nLee ', videoIds: ['v', 'x'] };
    const { json } = await gateway.call('POST', '/api/speakers/rename', body);
    const { id } = json['data'] as { readonly id: string };
    expect((await gateway.call('POST', '/api/library-job/undo', { id })).status).toBe(200);
    expect(gateway.fakes.handled).toEqual([
      ['rename-everywhere', { ownerId: 'ada', ...body, to: 'Ann Lee', mergedIds: [] }],
      ['undo-library-job', { ownerId: 'ada', jobId: id }],
    ]);
  });

  it('says how it ended, and until when it can be undone', async () => {
    const ended = { ...running, id: 'j', isRunning: false, done: 1, conflicts: 1, undoUntil: 1_795_000_600 };
    gateway.fakes.chaptering.libraryJobs.set('ada', ended);
    expect(await read()).toEqual(ended);
    gateway.fakes.chaptering.isUnavailable = true;
    expect((await gateway.call('GET', '/api/library-job')).status).toBe(503);
  });

  it('is refused while another one is running, and when it is too large or no change', async () => {
    gateway.fakes.chaptering.refusal = new AppError('conflict', 'Another change is running.');
    expect(await correct({ videoId: 'v', changes: [change] })).toMatchObject({
      status: 409,
      json: { code: 'conflict', msg: 'Another change is running.' },
    });
    gateway.fakes.chaptering.refusal = undefined;
    expect((await correct()).status).toBe(400);
    expect((await correct({ videoId: 'v', changes: [] })).status).toBe(400);
    expect((await correct({ videoId: 'v', changes: [{ ...change, after: [] }] })).status).toBe(400);
    const many = Array.from({ length: transcriptChangesLimit / 2 + 1 }, () => change);
    const { status, json } = await correct({ videoId: 'v', changes: many }, { videoId: 'x', changes: many });
    expect([status, json['msg']]).toEqual([400, 'At most 2,000 lines can be changed at once.']);
    const long = {
      ...change,
      after: Array.from({ length: 900 }, () => ({ ...line, text: 'x'.repeat(500) })),
    };
    const large = await correct({ videoId: 'v', changes: [long, long] });
    expect(large.status).toBe(413);
    expect(
      (await gateway.call('POST', '/api/speakers/rename', { from: 'a', to: 'b', videoIds: [] })).status,
    ).toBe(400);
    expect(gateway.fakes.handled).toEqual([]);
  });
});
