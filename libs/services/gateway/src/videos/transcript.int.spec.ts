import { jest } from '@jest/globals';
import { saveCommandLimit } from '@vault/contracts';
import { aChapterSet } from '@vault/contracts/testing';
import { formatWebVtt, parseWebVtt } from '@vault/webvtt';
import { startGateway, type GatewayUnderTest } from '../testing/gateway-under-test.ts';

// A long timeout, because the machine may be busy.
jest.setTimeout(120_000);

const path = '/api/muxvideos/v/transcript';
const lines = [
  { start: 1, end: 4, text: 'We run it on cuban eddies.' },
  { start: 4, end: 8, text: 'It is small.' },
];
const recognised = formatWebVtt(lines);

describe('the words of a video', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await startGateway();
  });
  beforeEach(() => {
    const { chaptering, handled } = gateway.fakes;
    chaptering.reset();
    handled.length = 0;
    chaptering.chapterSets.push(aChapterSet({ vtt: recognised, version: 4 }));
  });
  afterAll(() => gateway.running.stop());

  const change = (index: number, text: string) => {
    const line = lines[index]!;
    return { before: [line], after: [{ ...line, text }] };
  };
  const edit = (...changes: object[]) => gateway.call('PATCH', path, { changes });
  const read = async () => (await gateway.call('GET', path)).json['data'] as Record<string, unknown>;

  it('are changed by one command; the answer is the record without words', async () => {
    const { status, json } = await edit(change(0, ' We run it on\r\nKubernetes. '));
    expect(status).toBe(200);
    expect(json['data']).toMatchObject({ id: 'v', transcriptVersion: 1, version: 5 });
    expect(json['data']).not.toHaveProperty('vtt');
    expect(gateway.fakes.handled).toEqual([
      [
        'edit-transcript',
        { videoId: 'v', ownerId: 'ada', changes: [change(0, 'We run it on\nKubernetes.')] },
      ],
    ]);
  });

  it('of different lines come from two editors; the second change of a line is a 409', async () => {
    const statuses = await Promise.all([edit(change(0, 'A.')), edit(change(1, 'B.'))]);
    expect(statuses.map(({ status }) => status)).toEqual([200, 200]);
    const { status, json } = await edit(change(0, 'C.'));
    expect([status, json]).toEqual([
      409,
      { status: 'error', code: 'conflict', msg: 'Somebody has changed these lines meanwhile.' },
    ]);
    const { vtt, recognisedVtt, transcriptVersion } = await read();
    expect(parseWebVtt(vtt as string).map(({ text }) => text)).toEqual(['A.', 'B.']);
    expect([recognisedVtt, transcriptVersion]).toEqual([recognised, 2]);
  });

  it('have speakers, who are renamed by one command', async () => {
    const rename = (from: string, to: string) => gateway.call('POST', `${path}/rename-speaker`, { from, to });
    const { status, json } = await rename('speaker_0', ' Ann\nLee ');
    expect([status, json['data']]).toEqual([
      200,
      expect.objectContaining({ transcriptVersion: 1, version: 5 }),
    ]);
    expect(gateway.fakes.handled).toEqual([
      ['rename-speaker', { videoId: 'v', ownerId: 'ada', from: 'speaker_0', to: 'Ann Lee' }],
    ]);
    expect((await rename('Ann Lee', 'x'.repeat(61))).status).toBe(400);
    expect(gateway.fakes.handled).toHaveLength(1);
  });

  it('are the recognised ones while nobody has changed them', async () => {
    expect(await read()).toEqual({ vtt: recognised, recognisedVtt: recognised, transcriptVersion: 0 });
  });

  it('of a span have their times', async () => {
    const { timedSpans } = gateway.fakes.chaptering;
    expect((await gateway.call('GET', `${path}?from=1.5&to=601.5`)).status).toBe(200);
    expect(timedSpans).toEqual([{ from: 1.5, to: 601.5 }]);
    for (const query of ['from=1', 'to=1', 'from=2&to=1', 'from=0&to=600.1', 'from=-1&to=1', 'from=a&to=b'])
      expect([query, (await gateway.call('GET', `${path}?${query}`)).status]).toEqual([query, 400]);
    await read();
    expect(timedSpans).toHaveLength(1);
  });

  it('are checked by a person, who may withdraw that', async () => {
    const review = (isReviewed: boolean) => gateway.call('PUT', `${path}/review`, { isReviewed });
    const reviewed = { at: 1_795_000_000, by: 'ada' };
    expect((await review(true)).json['data']).toMatchObject({ transcriptReviewed: reviewed });
    expect(await read()).toMatchObject({ reviewed });
    expect((await review(false)).json['data']).not.toHaveProperty('transcriptReviewed');
    expect(await read()).not.toHaveProperty('reviewed');
    expect(gateway.fakes.handled[0]).toEqual([
      'review-transcript',
      { videoId: 'v', ownerId: 'ada', isReviewed: true, by: 'ada' },
    ]);
  });

  it.each(['w', 'none'])('of a video %j that is not one’s own are not found', async (id) => {
    const other = `/api/muxvideos/${id}/transcript`;
    const answers = [
      await gateway.call('GET', other),
      await gateway.call('PATCH', other, { changes: [change(0, 'A.')] }),
      await gateway.call('PUT', `${other}/review`, { isReviewed: true }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect(gateway.fakes.handled).toEqual([]);
  });

  it('refuses what is too large or no change', async () => {
    const huge = Array.from({ length: Math.ceil(saveCommandLimit / 500) }, () => change(0, 'x'.repeat(450)));
    expect(await edit(...huge)).toMatchObject({ status: 413 });
    expect((await edit()).json['msg']).toBe('Send a change to save.');
    const { status, json } = await edit({ before: [], after: [] });
    expect([status, json['msg']]).toEqual([400, 'A change names the lines that it replaces.']);
    expect((await edit(change(0, 'x'.repeat(501)))).status).toBe(400);
    expect(gateway.fakes.handled).toEqual([]);
  });

  it('cannot be read or changed while chaptering does not answer', async () => {
    gateway.fakes.chaptering.isUnavailable = true;
    expect((await gateway.call('GET', path)).status).toBe(503);
  });
});
