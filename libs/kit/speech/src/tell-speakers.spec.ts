import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTranscriber, type LocalTranscriber } from './create-transcriber.ts';
import { PcmFile, sampleRate } from './sound/pcm-file.ts';
import { synthesise } from './testing/synthesise.ts';
import { englishTalk } from './testing/talks.ts';
import { joinPieces } from './join-pieces.ts';

const sentences = englishTalk.match(/[^.]+\./g) ?? [];
let folder: string;
let transcriber: LocalTranscriber | undefined;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'speakers-'));
});
afterEach(async () => {
  await transcriber?.close();
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

/** Two sentences of each voice in turn, until the talk is over. */
async function converse(...voices: ('flite:slt' | 'espeak-ng:en-us')[]): Promise<string> {
  const sounds: Buffer[] = [];
  for (const [at, sentence] of sentences.entries()) {
    const voice = voices[Math.floor(at / 2) % voices.length] ?? 'flite:slt';
    const file = await PcmFile.open(await synthesise(folder, 'sentence', voice, sentence));
    const wav = await file.readWav(0, file.sampleCount);
    await file.close();
    sounds.push(wav.subarray(44), Buffer.alloc(sampleRate));
  }
  const path = join(folder, `${voices.join('-').replaceAll(':', '')}.raw`);
  await writeFile(path, Buffer.concat(sounds));
  return path;
}

const speakersOf = async (audioPath: string) => {
  const outcome = await transcriber?.transcribe({ audioPath, language: 'en' });
  const cues = outcome?.status === 'ready' ? outcome.transcript.cues : [];
  expect(cues.length).toBeGreaterThan(4);
  expect(JSON.stringify(cues)).not.toContain('voice"');
  return cues.map(({ speaker }) => speaker);
};

test('two voices are two speakers; the pieces and another recogniser give the same', async () => {
  transcriber = createTranscriber();
  const audioPath = await converse('flite:slt', 'espeak-ng:en-us');
  const speakers = await speakersOf(audioPath);
  expect([...new Set(speakers.filter((speaker) => speaker !== undefined))]).toEqual([
    'Speaker 1',
    'Speaker 2',
  ]);

  const plan = await transcriber.plan({ audioPath, language: 'en' });
  const cues = await transcriber.transcribePiece({ audioPath, plan, index: 0 });
  const joined = joinPieces(plan, [JSON.parse(JSON.stringify(cues)) as typeof cues]);
  const named = joined.status === 'ready' ? joined.transcript.cues : [];
  expect(named.map(({ speaker }) => speaker)).toEqual(speakers);

  const plain = cues.map(({ start, end, text }) => ({ start, end, text }));
  const voiced = await transcriber.addVoices({ audioPath, cues: plain });
  expect(voiced.map(({ voice }) => voice)).toEqual(cues.map(({ voice }) => voice));
});

test('one voice is no speaker', async () => {
  transcriber = createTranscriber();
  expect(new Set(await speakersOf(await converse('flite:slt')))).toEqual(new Set([undefined]));
});

test('no voice is measured when that is switched off', async () => {
  transcriber = createTranscriber({ speakers: false });
  const audioPath = await converse('flite:slt');
  const cues = [{ start: 0, end: 3, text: 'Good morning.' }];
  expect(await transcriber.addVoices({ audioPath, cues })).toEqual(cues);
});
