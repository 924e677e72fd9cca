import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '@vault/base';
import { sampleRate, type TranscriptionPlan, type VoicedCue, type VoicesRequest } from '@vault/speech';
import { ScriptedSpeechServer } from '../testing/scripted-speech-server.ts';
import { ServerTranscriber } from './server-transcriber.ts';
import { speechServerSettings } from './speech-server.config.ts';
import { SpeechServer } from './speech-server.ts';

const utterance = { start: 40, end: 960, middle: 500, spoken: [[50, 950]] as [number, number][] };
const plan: TranscriptionPlan = {
  verdict: 'speech',
  language: 'de',
  pieces: [{ start: 0.8, end: 19.2, utterances: [utterance] }],
};
const says = { language: 'german', text: 'Guten Tag.', segments: [{ start: 1, end: 3, text: 'Guten Tag.' }] };

let speech: ScriptedSpeechServer;
let folder: string;
let audioPath: string;

beforeEach(async () => {
  speech = await ScriptedSpeechServer.start();
  speech.otherwise = () => ({ says });
  folder = await mkdtemp(join(tmpdir(), 'voices-'));
  audioPath = join(folder, 'audio.raw');
  await writeFile(audioPath, Buffer.alloc(40 * sampleRate, 7));
});
afterEach(async () => {
  await speech.stop();
  await rm(folder, { recursive: true });
});

function transcribe(addVoices: (request: VoicesRequest) => Promise<VoicedCue[]>): Promise<VoicedCue[]> {
  const server = new SpeechServer(speechServerSettings.parse(speech.env), createLogger({ level: 'silent' }));
  const local = { plan: () => Promise.resolve(plan), addVoices };
  return new ServerTranscriber(local, server).transcribePiece({ audioPath, plan, index: 0 });
}

test('voices are added on this machine', async () => {
  const requests: VoicesRequest[] = [];
  const cues = await transcribe((request) => {
    requests.push(request);
    return Promise.resolve(request.cues.map((cue) => ({ ...cue, voice: 'low' })));
  });
  expect(cues).toMatchObject([{ text: 'Guten Tag.', voice: 'low' }]);
  expect(requests).toMatchObject([{ audioPath, cues: [{ text: 'Guten Tag.' }] }]);
});

test('words that a server was asked for stay without voices', async () => {
  const cues = await transcribe(() => Promise.reject(new Error('the worker died')));
  expect(cues).toMatchObject([{ text: 'Guten Tag.' }]);
  expect(speech.requests).toHaveLength(1);
});
