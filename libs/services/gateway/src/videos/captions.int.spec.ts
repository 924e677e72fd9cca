import { jest } from '@jest/globals';
import { captionsFileLimit } from '@vault/contracts';
import { aChapterSet } from '@vault/contracts/testing';
import { startGateway, type GatewayUnderTest } from '../testing/gateway-under-test.ts';

// A long timeout, because the machine may be busy.
jest.setTimeout(120_000);

const path = '/api/muxvideos/v/captions';
const srt = '1\r\n00:00:01,000 --> 00:00:04,000\r\nANNA: We run it.\r\n';
const vtt = 'WEBVTT\n\n00:00:01.000 --> 00:00:04.000\n<v ANNA>We run it.\n';

describe('the captions of a video', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await startGateway();
  });
  beforeEach(() => {
    const { chaptering, handled } = gateway.fakes;
    chaptering.reset();
    handled.length = 0;
    chaptering.chapterSets.push(aChapterSet({ vtt: 'WEBVTT\n', version: 4 }));
  });
  afterAll(() => gateway.running.stop());

  const replace = (text: unknown, of = path) => gateway.call('PUT', of, { text });
  const record = async () =>
    (await gateway.call('GET', '/api/muxvideos/asset/v')).json['data'] as Record<string, unknown>;

  it('are replaced by a file, and come back', async () => {
    expect(await record()).toMatchObject({ captionsSource: 'host', captions: 'ready' });
    const { status, json } = await replace(srt);
    expect([status, json['lines'], json['warnings']]).toEqual([200, 1, []]);
    const replaced = { captionsSource: 'upload', captionsUploadedAt: 1_795_000_000, captionsUrl: '' };
    expect(json['data']).toMatchObject({ id: 'v', version: 5, ...replaced });
    expect(json['data']).not.toHaveProperty('vtt');
    expect(gateway.fakes.handled).toEqual([['replace-captions', { videoId: 'v', ownerId: 'ada', vtt }]]);
    expect((await gateway.call('DELETE', path)).json['data']).toMatchObject({ captionsSource: 'host' });
    expect(gateway.fakes.handled.at(-1)).toEqual(['restore-captions', { videoId: 'v', ownerId: 'ada' }]);
    expect(await gateway.call('DELETE', path)).toMatchObject({ status: 409 });
  });

  it('are recognised again, in a language that they name', async () => {
    const { status, json } = await gateway.call('POST', path, { language: 'de' });
    expect([status, (json['data'] as { id: string }).id]).toEqual([200, 'v']);
    expect(json['data']).not.toHaveProperty('vtt');
    expect(gateway.fakes.handled).toEqual([['recognise', { videoId: 'v', ownerId: 'ada', language: 'de' }]]);
    expect(await gateway.call('POST', path, { language: 'klingon' })).toMatchObject({ status: 400 });
    expect(await gateway.call('POST', path, {})).toMatchObject({ status: 400 });
    expect(gateway.fakes.handled).toHaveLength(1);
  });

  it('of a person are ready where the host has none', async () => {
    gateway.fakes.videos.set('v', {
      version: 7,
      captionsState: 'unavailable',
      captionsReason: 'Silent.',
      captionsUrl: '',
    });
    try {
      expect(await record()).toMatchObject({ captions: 'unavailable', captionsReason: 'Silent.' });
      await replace(srt);
      expect(await record()).toMatchObject({ captions: 'ready', captionsReason: '' });
    } finally {
      gateway.fakes.videos.clear();
    }
  });

  it('are sorted with a warning', async () => {
    const { json } = await replace(`WEBVTT\n\n00:05.000 --> 00:06.000\nb\n\n00:01.000 --> 00:02.000\na\n`);
    expect(json).toMatchObject({ lines: 2, warnings: [{ line: 6 }] });
  });

  it('have the times of their words, unless these are too large', async () => {
    const caption = '00:00:01.000 --> 00:00:04.000\n<00:00:01.500>We <00:00:02.000>run\n';
    const sent = () => (gateway.fakes.handled.at(-1)![1] as { vtt: string }).vtt;
    expect((await replace(`WEBVTT\n\n${caption}`)).status).toBe(200);
    expect(sent()).toBe(`WEBVTT\n\n${caption}`);
    expect((await replace(`WEBVTT\n\n${`${caption}\n`.repeat(16_000)}`)).status).toBe(200);
    expect(sent().slice(0, 46)).toBe('WEBVTT\n\n00:00:01.000 --> 00:00:04.000\nWe run\n\n');
  });

  it('are used as far as they can be read, and each other line is named', async () => {
    // The video has 60.5 seconds.
    const odd =
      'WEBVTT\n\nsoon --> 00:01.000\na\n\n01:00.000 --> 01:02.501\nb\n\n01:00.000 --> 01:02.500\nc\n';
    expect(await replace(odd)).toMatchObject({
      status: 200,
      json: {
        ...{ lines: 2, repaired: 1, leftOut: 1 },
        warnings: [
          { line: 3, kind: 'left-out', problem: '“soon” is not a time.' },
          {
            ...{ line: 6, kind: 'repaired' },
            problem: 'This caption ends after the video, which ends at 00:01:00.500: it was cut.',
          },
        ],
      },
    });
    expect(gateway.fakes.handled).toHaveLength(1);
  });

  it('are refused with every wrong line when none can be read, and nothing is sent', async () => {
    const { status, json } = await replace('WEBVTT\n\nsoon --> later\na\n\n02:00.000 --> 02:02.500\nb\n');
    expect(status).toBe(400);
    expect(json).toEqual({
      status: 'error',
      code: 'invalid-input',
      msg: 'Line 3: “soon” is not a time. 1 more line is wrong. Nothing was replaced.',
      problems: [
        { line: 3, problem: '“soon” is not a time.' },
        { line: 6, problem: 'This caption starts after the video, which ends at 00:01:00.500.' },
      ],
    });
    const many = (await replace(`WEBVTT\n\n${'x --> y\nz\n\n'.repeat(80)}`)).json;
    expect(many['problems']).toHaveLength(50);
    expect(await replace('Dear reader')).toMatchObject({ status: 400 });
    expect(await replace(7)).toMatchObject({ status: 400 });
    expect(gateway.fakes.handled).toEqual([]);
  });

  it('are previewed in the encoding of their bytes, and nothing is sent', async () => {
    const bytes = Uint8Array.from(
      srt
        .replace('We run it', 'Добрый день')
        .split('')
        .map((char) => char.charCodeAt(0))
        .map((code) => (code < 128 ? code : code - 0x350)),
    );
    const file = Buffer.from(bytes).toString('base64');
    const preview = async (body: object) =>
      (await gateway.call('POST', `${path}/preview`, body)).json['data'];
    expect(await preview({ file })).toMatchObject({
      ...{ lines: 1, repaired: 0, leftOut: 0, warnings: [], problems: [], speakers: ['ANNA'] },
      ...{ encoding: 'windows-1251', isEncodingCertain: false },
      readings: [{ encoding: 'windows-1251', lines: ['ANNA: Добрый день.'] }, {}, {}],
      captions: [{ start: 1, end: 4, text: 'Добрый день.', speaker: 'ANNA' }],
    });
    expect(await preview({ file, encoding: 'koi8-u' })).toMatchObject({
      captions: [{ text: 'дНАПШИ ДЕМЭ.' }],
    });
    expect(await preview({ text: srt })).toMatchObject({ encoding: 'utf-8', isEncodingCertain: true });
    expect(await preview({ text: 'Dear reader' })).toMatchObject({ lines: 0, problems: [{ line: 1 }] });
    for (const wrong of [{}, { text: srt, file }, { file, encoding: 'latin-9' }])
      expect(await gateway.call('POST', `${path}/preview`, wrong)).toMatchObject({ status: 400 });
    expect(gateway.fakes.handled).toEqual([]);
    expect((await gateway.call('PUT', path, { file, encoding: 'koi8-u' })).status).toBe(200);
    expect(gateway.fakes.handled).toMatchObject([
      ['replace-captions', { vtt: expect.stringContaining('дНАПШИ') as string }],
    ]);
  });

  it('of at most 2 MiB are read, of which 900 KiB may be words', async () => {
    const caption = (tags: string) => `00:01.000 --> 00:02.000\n${tags}We run it.\n\n`;
    const large = `WEBVTT\n\n${caption('<c.yellow.bg_blue.magenta><c.white>'.repeat(5)).repeat(9_000)}`;
    expect(large.length).toBeGreaterThan(1_800_000);
    expect(await replace(large)).toMatchObject({ status: 200, json: { lines: 9_000 } });
    gateway.fakes.handled.length = 0;
    const wordy = `WEBVTT\n\n${`00:01.000 --> 00:02.000\n${'word '.repeat(90)}\n\n`.repeat(2_000)}`;
    const refused = await replace(wordy);
    expect([refused.status, refused.json['msg']]).toEqual([
      413,
      'These captions hold more text than can be saved: 900 KiB without markup.',
    ]);
    expect((await replace('é'.repeat(captionsFileLimit / 2 + 1))).json['msg']).toBe(
      'A file with captions may have at most 2 MiB.',
    );
    expect(await replace('x'.repeat(captionsFileLimit * 1.5))).toMatchObject({ status: 413 });
    expect(gateway.fakes.handled).toEqual([]);
  });

  it('are not found when the video is not one’s own', async () => {
    for (const id of ['w', 'none']) {
      const other = `/api/muxvideos/${id}/captions`;
      expect((await replace(srt, other)).status).toBe(404);
      expect((await replace('wrong', other)).status).toBe(404);
      expect((await gateway.call('DELETE', other)).status).toBe(404);
      expect((await gateway.call('POST', `${other}/preview`, { text: srt })).status).toBe(404);
    }
    expect((await replace(srt, '/api/muxvideos/v-asset/captions')).status).toBe(200);
    expect(gateway.fakes.handled).toHaveLength(1);
  });
});
