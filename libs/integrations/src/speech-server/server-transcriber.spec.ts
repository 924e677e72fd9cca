import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { jest } from '@jest/globals';
import { createLogger } from '@vault/base';
import { until } from '@vault/base/testing';
import {
  PcmFile,
  sampleRate,
  TranscriberUnavailable,
  TranscriptionFailed,
  type TranscriptionPlan,
  type VoicedCue,
  type VoicesRequest,
} from '@vault/speech';
import { ScriptedSpeechServer, type SpeechReply } from '../testing/scripted-speech-server.ts';
import { ServerTranscriber } from './server-transcriber.ts';
import { speechServerSettings } from './speech-server.config.ts';
import { SpeechServer } from './speech-server.ts';

/** Long deadlines, so that a busy machine does not fail tests. */
const timing = { callMs: 20_000, totalMs: 60_000, backOffMs: 5, maxWaitMs: 200 };
const seconds = 40;
/** Sound from second 1 to 19, and from 21 to 39. */
const plan: TranscriptionPlan = {
  verdict: 'speech',
  language: 'de',
  pieces: [
    { start: 0.8, end: 19.2, utterances: [{ start: 40, end: 960, middle: 500, spoken: [[50, 950]] }] },
    {
      start: 20.8,
      end: 39.2,
      utterances: [{ start: 1040, end: 1960, middle: 1500, spoken: [[1050, 1950]] }],
    },
  ],
};
const heard = (...texts: string[]) => ({
  says: {
    language: 'german',
    text: texts.join(' '),
    segments: texts.map((text, at) => ({ start: 1 + 3 * at, end: 3 + 3 * at, text })),
  },
});

let speech: ScriptedSpeechServer;
let folder: string;
let audioPath: string;
let log: string;

beforeEach(async () => {
  speech = await ScriptedSpeechServer.start();
  folder = await mkdtemp(join(tmpdir(), 'speech-'));
  audioPath = join(folder, 'audio.raw');
  const samples = Int16Array.from({ length: seconds * sampleRate }, (_, at) => at % 30_000);
  await writeFile(audioPath, Buffer.from(samples.buffer));
  log = '';
});
afterEach(async () => {
  await speech.stop();
  await rm(folder, { recursive: true });
});

function open(env: Record<string, string> = {}, callTiming = timing): ServerTranscriber {
  const destination = new Writable({
    write(chunk, _, done) {
      log += String(chunk);
      done();
    },
  });
  const settings = speechServerSettings.parse({ ...speech.env, ...env });
  const server = new SpeechServer(settings, createLogger({ level: 'info', destination }), callTiming);
  const local = { plan: () => Promise.resolve({ ...plan, language: 'en' }), addVoices };
  return new ServerTranscriber(local, server);
}
const addVoices = ({ cues }: VoicesRequest): Promise<VoicedCue[]> => Promise.resolve([...cues]);
const transcribe = (index = 1, transcriber = open()) =>
  transcriber.transcribePiece({ audioPath, plan, index });
const formats = () => speech.requests.map(({ fields }) => fields.get('response_format'));
const unavailable = (retryAfterMs?: number) =>
  expect.objectContaining({ name: 'TranscriberUnavailable', reason: 'no-answer', retryAfterMs }) as Error;

describe('a piece', () => {
  it('is sent as a WAV file of its time, and its words come back in the time of the recording', async () => {
    speech.script(heard('Guten Tag.', 'Willkommen.'));
    expect(await transcribe()).toEqual([
      { start: 21.8, end: 23.8, text: 'Guten Tag.' },
      { start: 24.8, end: 26.8, text: 'Willkommen.' },
    ]);
    const [request] = speech.requests;
    expect(request?.authorization).toBe('Bearer key of the tests');
    expect(Object.fromEntries(request?.fields ?? [])).toMatchObject({
      model: 'scripted',
      response_format: 'verbose_json',
      language: 'de',
    });
    expect(request?.granularities).toEqual(['word', 'segment']);
    const path = join(folder, 'sent.wav');
    await writeFile(path, request?.file ?? '');
    const sent = await PcmFile.open(path);
    const original = await PcmFile.open(audioPath);
    expect(sent.sampleCount).toBe(18.4 * sampleRate);
    expect(await sent.read(0, 100)).toEqual(await original.read(20.8 * sampleRate, 100));
    await Promise.all([sent.close(), original.close()]);
  });

  it('may be in a file that holds only it; one that holds less is refused', async () => {
    speech.otherwise = () => heard('Ja.');
    const request = { audioPath, plan, index: 1 };
    expect(await open().transcribePiece({ ...request, offsetSeconds: 19.8 })).toHaveLength(1);
    await expect(open().transcribePiece({ ...request, offsetSeconds: 22 })).rejects.toThrow('whole piece');
    await expect(
      open().transcribePiece({
        ...request,
        plan: { ...plan, pieces: [{ ...plan.pieces[0]!, end: 41 }] },
        index: 0,
      }),
    ).rejects.toThrow('whole piece');
    await expect(transcribe(2)).rejects.toThrow('the plan has no piece 2');
  });

  it('has the times of words, with which its lines begin and end', async () => {
    const [{ says }] = [heard('Guten Tag.', 'Ja.')];
    const words = [
      { word: 'Guten', start: 1.2, end: 1.5 },
      { word: 'Tag', start: 1.6, end: 2.1 },
      { word: 'Ja', start: 4.5, end: 4.9 },
    ];
    speech.script({ says: { ...says, words } }, { says: { text: 'Guten Tag. Ja.', words } });
    const about = (seconds: number) => expect.closeTo(seconds, 5) as number;
    expect(await transcribe()).toEqual([
      { start: about(22), end: about(22.9), text: 'Guten Tag.', wordStarts: [22, 22.4] },
      { start: about(25.3), end: about(25.7), text: 'Ja.', wordStarts: [25.3] },
    ]);
    // Words without segments are one text here, because no word ends a sentence.
    expect(await transcribe()).toEqual([
      { start: about(22), end: about(25.7), text: 'Guten Tag Ja', wordStarts: [22, 22.4, 25.3] },
    ]);
  });

  it('has its text over the time with sound where the server tells no times', async () => {
    speech.script({ says: { text: 'Guten Tag.' } });
    // A line lasts at most seven seconds.
    expect(await transcribe()).toEqual([
      { start: 21, end: 30, text: 'Guten' },
      { start: 30, end: 39, text: 'Tag.' },
    ]);
  });

  it('is asked for again when nothing was heard in much speech, once', async () => {
    speech.script({ says: { text: '' } }, heard('Ja.'));
    expect(await transcribe()).toHaveLength(1);
    speech.requests.length = 0;
    expect(await transcribe()).toEqual([]);
    expect(speech.requests).toHaveLength(2);
  });
});

describe('a server that takes only small files', () => {
  const utterances = Array.from({ length: 4 }, (_, at) => ({
    ...{ start: 50 + 450 * at, end: 500 + 450 * at, middle: 275 + 450 * at },
    spoken: [[60 + 450 * at, 490 + 450 * at]] as [number, number][],
  }));
  const long: TranscriptionPlan = { ...plan, pieces: [{ start: 1, end: 37, utterances }] };
  const bytes = () => speech.requests.map(({ file }) => file.length);

  it('gets a piece in parts between its utterances, and later ones at once', async () => {
    speech.otherwise = ({ file }) => (file.length > 1_048_576 ? { status: 413 } : heard('Ja.'));
    const transcriber = open();
    const request = { audioPath, plan: long, index: 0 };
    const cues = await transcriber.transcribePiece(request);
    expect(cues.map(({ start }) => start)).toEqual([2, 29]);
    expect(bytes()).toEqual([1_152_044, 864_044, 288_044]);
    await transcriber.transcribePiece(request);
    expect(bytes().slice(3)).toEqual([864_044, 288_044]);
    expect(log).toContain('"level":40');
  });

  it('waits where it does not take one utterance, and the log says what to allow', async () => {
    speech.otherwise = () => ({ status: 413 });
    await expect(open().transcribePiece({ audioPath, plan: long, index: 0 })).rejects.toEqual(unavailable());
    expect(bytes()).toEqual([1_152_044, 864_044, 288_044]);
    expect(log).toContain('allow 25 MB there');
  });

  it('is asked for the language of less', async () => {
    speech.otherwise = ({ file }) => (file.length > 500_000 ? { status: 413 } : heard('Ja.'));
    const local = { plan: () => Promise.resolve(long), addVoices };
    const settings = speechServerSettings.parse(speech.env);
    const server = new SpeechServer(settings, createLogger({ level: 'silent' }), timing);
    const found = await new ServerTranscriber(local, server).plan({ audioPath });
    expect([found.language, bytes().length]).toEqual(['de', 2]);
  });
});

describe('names that may be said', () => {
  const hints = ['kubectl', 'Zwick'];
  const told = (transcriber = open()) => transcriber.transcribePiece({ audioPath, plan, index: 1, hints });
  const prompts = () => speech.requests.map(({ fields }) => fields.get('prompt'));

  it('are the prompt of pieces, and not sent to find the language', async () => {
    speech.otherwise = () => heard('Guten Tag.');
    const transcriber = open();
    await transcriber.plan({ audioPath });
    await told(transcriber);
    await transcriber.transcribePiece({ audioPath, plan, index: 1, hints: [] });
    expect(prompts()).toEqual([undefined, 'kubectl, Zwick', undefined]);
    expect(log).not.toContain('kubectl');
  });

  it('are left out for a server that refuses them, and words that repeat them alone are none', async () => {
    const transcriber = open();
    speech.otherwise = ({ fields }) => (fields.has('prompt') ? { status: 400 } : heard('Guten Tag.'));
    expect(await told(transcriber)).toHaveLength(1);
    expect(prompts()).toEqual([...Array.from({ length: 4 }, () => 'kubectl, Zwick'), undefined]);
    await told(transcriber);
    expect(prompts()).toHaveLength(6);
    speech.otherwise = ({ fields }) => heard(fields.get('prompt') ?? 'Guten Tag.');
    expect((await told()).map(({ text }) => text)).toEqual(['Guten Tag.']);
  });
});

describe('a server that tells less', () => {
  it('is asked for less, and from then on at once', async () => {
    speech.formats = ['json'];
    speech.otherwise = () => ({ says: { text: 'Ja.' } });
    const transcriber = open();
    expect(await transcribe(1, transcriber)).toHaveLength(1);
    expect(formats()).toEqual(['verbose_json', 'verbose_json', 'json']);
    await transcribe(0, transcriber);
    expect(formats().slice(3)).toEqual(['json']);
  });

  it('may know no times of words', async () => {
    speech.hasWordTimes = false;
    speech.otherwise = () => heard('Ja.');
    await transcribe();
    expect(speech.requests.map(({ granularities }) => granularities.length)).toEqual([2, 0]);
  });
});

describe('faults', () => {
  it.each<[string, SpeechReply]>([
    ['is busy', { status: 429 }],
    ['is busy, with a wait', { status: 429, headers: { 'retry-after': '0' } }],
    ['fails', { status: 503 }],
    ['ends the connection', { fails: 'reset' }],
    ['ends in the middle of its answer', { fails: 'cut-off' }],
    ['answers JSON of another form', { says: { message: 'Hello' } }],
  ])('a server that %s is tried again', async (_, reply) => {
    speech.script(reply, heard('Ja.'));
    expect(await transcribe()).toHaveLength(1);
    expect(speech.requests).toHaveLength(2);
  });

  it('three outages make the piece wait, and its next try', async () => {
    speech.otherwise = () => ({ status: 503 });
    await expect(transcribe()).rejects.toThrow(unavailable());
    await expect(transcribe()).rejects.toBeInstanceOf(TranscriberUnavailable);
    expect(speech.requests).toHaveLength(6);
    expect(log).not.toContain('"level":50');
  });

  it('a failure may be due to the form, or passes: the piece waits for its fifth and last try', async () => {
    speech.otherwise = () => ({ status: 500 });
    const transcriber = open();
    const request = { audioPath, plan, index: 1 };
    await expect(transcriber.transcribePiece(request)).rejects.toThrow(unavailable(600_000));
    expect(formats()).toEqual(['verbose_json', 'verbose_json', 'json', 'text']);
    const last = { ...request, sentBefore: 4 };
    await expect(transcriber.transcribePiece(last)).rejects.toBeInstanceOf(TranscriptionFailed);
    expect(speech.requests).toHaveLength(5);
    await expect(transcriber.transcribePiece({ ...request, sentBefore: 5 })).rejects.toThrow('usable answer');
    expect(speech.requests).toHaveLength(5);
    expect(log).toContain('"level":40');
  });

  it('one failure does not cost the times of words from then on, a second one does', async () => {
    const transcriber = open();
    for (const _ of [1, 2]) {
      speech.script({ status: 500 }, heard('Ja.'));
      await transcribe(1, transcriber);
    }
    speech.otherwise = () => heard('Ja.');
    await transcribe(1, transcriber);
    expect(speech.requests.map(({ granularities }) => granularities.length)).toEqual([2, 0, 2, 0, 0]);
  });

  it.each<[string, SpeechReply]>([
    ['JSON of another form', { says: { message: 'Hello' } }],
    ['an empty answer', { body: '' }],
    ['a refusal', { status: 400 }],
    ['a form that it does not implement', { status: 501 }],
  ])('%s in every form fails with a sentence, after five tries at most', async (_, reply) => {
    speech.otherwise = ({ fields }) =>
      fields.get('response_format') === 'text' && 'body' in reply ? { says: [] } : reply;
    await expect(transcribe()).rejects.toThrow('gives no usable answer for this recording');
    expect(speech.requests.length).toBeLessThanOrEqual(5);
    expect(log).toContain('"level":40');
  });

  it('an error in an answer that says it succeeded is that error', async () => {
    speech.otherwise = () => ({ says: { error: { message: 'Provider returned error', code: 502 } } });
    await expect(transcribe()).rejects.toEqual(unavailable());
    expect(speech.requests).toHaveLength(3);
  });

  it('a web page is a wrong setting, until a call succeeds', async () => {
    const transcriber = open();
    speech.script({ body: '<!DOCTYPE html><html>Hello</html>', type: 'text/html' });
    await expect(transcribe(1, transcriber)).rejects.toEqual(unavailable());
    expect(log).toContain('answers with a web page (SPEECH_BASE_URL)');
    speech.otherwise = () => heard('Ja.');
    await transcribe(1, transcriber);
    expect(log).toContain('are right again');
  });

  it('waits at least as long as the server says', async () => {
    speech.script({ status: 429, headers: { 'retry-after': '90' } });
    await expect(transcribe()).rejects.toEqual(unavailable(90_000));
    // But not for ever.
    speech.script({ status: 429, headers: { 'retry-after': '31536000' } });
    await expect(transcribe()).rejects.toEqual(unavailable(600_000));
  });

  it.each<[number, string]>([
    [401, 'SPEECH_API_KEY'],
    [404, 'SPEECH_MODEL'],
    [413, 'allow 25 MB there (SPEECH_BASE_URL)'],
    [405, 'SPEECH_BASE_URL'],
    [302, 'SPEECH_BASE_URL'],
  ])('after %d nothing is lost, and the log says what to check', async (status, setting) => {
    speech.otherwise = () => ({ status, headers: { location: 'http://127.0.0.1:1/v1' } });
    await expect(transcribe()).rejects.toEqual(unavailable());
    expect(speech.requests).toHaveLength(1);
    expect(log).toContain('"level":50');
    expect(log).toContain(setting);
    expect(log).not.toContain('key of the tests');
  });

  it('the log says it once an hour for each reason, however often it is tried', async () => {
    const transcriber = open();
    let now = performance.now();
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => now);
    const tryAgain = async (status: number) => {
      speech.otherwise = () => ({ status });
      await expect(transcribe(1, transcriber)).rejects.toEqual(unavailable());
    };
    const errors = () => log.split('"level":50').length - 1;
    try {
      for (const status of [405, 405, 302, 405]) await tryAgain(status);
      expect(errors()).toBe(2);
      now += 60 * 60_000;
      await tryAgain(405);
      expect(errors()).toBe(3);
    } finally {
      clock.mockRestore();
    }
  });

  it('a wrong setting is said once, and until it is right', async () => {
    const refusal = 'Speech is not recognised: the speech server refuses the key (SPEECH_API_KEY).';
    const settings = speechServerSettings.parse({ ...speech.env, SPEECH_API_KEY: 'wrong' });
    const write = (line: string) => void (log += line);
    const server = new SpeechServer(settings, createLogger({ level: 'error', destination: { write } }));
    speech.key = 'right';
    server.setting.start();
    try {
      await until(() => server.setting.problem === refusal);
      for (let tries = 0; tries < 2; tries += 1)
        await expect(server.hear({ wav: Buffer.alloc(44) })).rejects.toEqual(unavailable());
      expect(log.split(refusal)).toHaveLength(2);
      settings.SPEECH_API_KEY = 'right';
      await until(() => server.setting.problem === undefined);
    } finally {
      await server.setting.stop();
    }
  });

  it('each try on which the server worked, or may have, is told; one that it refuses is not', async () => {
    const sent = async (transcriber = open()) => {
      const seconds: number[] = [];
      const onSent = (more: number) => seconds.push(Math.round(more * 10) / 10);
      const request = { audioPath, plan, index: 1, onSent };
      await transcriber.transcribePiece(request).catch(() => undefined);
      return seconds;
    };
    speech.script({ says: { text: '' } }, heard('Ja.'));
    expect(await sent()).toEqual([18.4, 18.4]);
    speech.script({ body: '{}' }, { status: 503 }, heard('Ja.'));
    expect(await sent()).toEqual([18.4, 18.4]);
    speech.otherwise = () => ({ status: 401 });
    expect(await sent()).toEqual([]);
    speech.otherwise = () => ({ fails: 'stall' });
    expect(await sent(open({}, { ...timing, callMs: 50, totalMs: 10_000 }))).toEqual([18.4, 18.4, 18.4]);
    speech.otherwise = () => heard('Ja.');
    const found: number[] = [];
    await open().plan({ audioPath, onSent: (more) => found.push(more) });
    expect(found).toEqual([expect.closeTo(18.4, 5)]);
  });

  it('a server that does not answer in time is left, also by the caller', async () => {
    speech.otherwise = () => ({ fails: 'stall' });
    const short = open({}, { ...timing, callMs: 50, totalMs: 200 });
    await expect(transcribe(1, short)).rejects.toEqual(unavailable(600_000));
    const controller = new AbortController();
    const request = { audioPath, plan, index: 1, signal: controller.signal };
    const waiting = expect(open().transcribePiece(request)).rejects.toThrow('deleted');
    controller.abort(new Error('deleted'));
    await waiting;
  });

  it('an answer without end is not read', async () => {
    speech.otherwise = () => ({ body: `{"text":"${'x'.repeat(9 * 1024 * 1024)}"}` });
    await expect(transcribe()).rejects.toEqual(unavailable());
  });

  const said = (text: string) => JSON.stringify({ text: 'x', segments: [{ start: 0, end: 12, text }] });
  const timed = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ word: `w${String(at)}`, start: at / 1_000, end: at }));
  it.each<[string, string]>([
    ['brackets', said('<a'.repeat(900_000))],
    ['a loop', said('a '.repeat(900_000))],
    ['empty sentences', said('. '.repeat(900_000))],
    ['words without segments', JSON.stringify({ text: '', words: timed(30_000) })],
    ['a text without times', JSON.stringify({ text: 'word '.repeat(300_000) })],
  ])('of an answer with %s, no more is used than can be said', async (_, body) => {
    speech.otherwise = () => ({ body });
    const cues = await transcribe();
    expect(cues.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThan(2_000);
  });

  it.each<[string, string]>([
    ['nested lists', '['.repeat(1_900_000)],
    ['nested objects', '{"a":'.repeat(400_000)],
  ])('an answer of %s is not read', async (_, body) => {
    speech.otherwise = () => ({ body });
    await expect(transcribe()).rejects.toBeInstanceOf(TranscriptionFailed);
  });

  it('of an answer with nested segments, the words are read', async () => {
    const nested = `${'['.repeat(900_000)}${']'.repeat(900_000)}`;
    speech.otherwise = () => ({ body: `{"text":"x","segments":${nested}}` });
    expect(await transcribe()).toHaveLength(1);
  });

  it('what a server says about a refusal is read only so far', async () => {
    speech.otherwise = () => ({ status: 400, body: { error: { message: 'x'.repeat(1024 * 1024) } } });
    await expect(transcribe()).rejects.toThrow();
  });

  it('words that were never said, or have impossible times, are left out', async () => {
    const segments = [
      { start: -5, end: -1, text: 'Before.' },
      { start: 1, end: 2, text: 'One.' },
      { start: 1.5, end: 3, text: 'Two.' },
      { start: 30, end: 60, text: 'Thanks for watching!' },
    ];
    speech.script({ says: { text: '', segments } });
    expect((await transcribe()).map(({ text }) => text)).toEqual(['One.', 'Two.']);
    expect(log).not.toContain('One.');
  });
});

describe('the language', () => {
  const planOf = async (language?: string) => {
    const stated = language === undefined ? {} : { language };
    return (await open().plan({ audioPath, ...stated })).language;
  };

  it('is found in half a minute of the recording, unless a person stated it', async () => {
    speech.otherwise = () => heard('Guten Tag.');
    expect(await planOf()).toBe('de');
    expect(speech.requests[0]?.file.length).toBe(44 + Math.round(2 * sampleRate * 18.4));
    expect(speech.requests[0]?.fields.has('language')).toBe(false);
    expect(await planOf('en')).toBe('en');
    expect(await planOf('fr-CA')).toBe('fr-CA');
    expect(speech.requests).toHaveLength(1);
  });

  it('stays unknown where the server does not tell, and is not sent then', async () => {
    speech.otherwise = () => ({ says: { text: 'Ja.' } });
    const found = await open().plan({ audioPath });
    expect(found.language).toBe('und');
    await open().transcribePiece({ audioPath, plan: found, index: 0 });
    expect(speech.requests.at(-1)?.fields.has('language')).toBe(false);
  });
});
