import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { doublingRatio, linearRatio } from '@vault/worker-pool/testing';
import { isVoice } from './is-voice.ts';
import { PcmFile, sampleRate } from './pcm-file.ts';
import { render, synthesise } from '../testing/synthesise.ts';
import { englishTalk } from '../testing/talks.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vault-voice-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function samplesOf(path: string): Promise<Float32Array> {
  const audio = await PcmFile.open(path);
  const samples = await audio.read(0, 9 * sampleRate);
  await audio.close();
  return samples;
}

test.each(['flite:slt', 'flite:rms', 'espeak-ng:en-us', 'espeak-ng:en-gb+f2'] as const)(
  '%s is a voice, also with echo',
  async (voice) => {
    const path = await synthesise(folder, voice.replace(/\W/g, ''), voice, englishTalk);
    const samples = await samplesOf(path);
    expect(isVoice(samples)).toBe(true);
    const echo = samples.map((sample, at) => sample + 0.5 * (samples[at - 1_000] ?? 0));
    expect(isVoice(echo)).toBe(true);
  },
);

const note = (perSecond: number): string => `floor(mod(t*${String(perSecond)},7))*2/12`;
test.each([
  ['silence', 'anullsrc'],
  ['white noise', 'anoisesrc=color=white:amplitude=0.3:seed=2'],
  ['pink noise', 'anoisesrc=color=pink:amplitude=0.3:seed=2'],
  ['brown noise', 'anoisesrc=color=brown:amplitude=0.3:seed=2'],
  ['a hum', 'sine=f=50'],
  ['a chord', "aevalsrc='0.2*sin(2*PI*220*t)+0.2*sin(2*PI*277*t)+0.2*sin(2*PI*330*t)'"],
  ['a melody', `aevalsrc='0.3*sin(2*PI*220*pow(2,${note(4)})*t)*exp(-3*mod(t*4,1))'`],
  [
    'a band',
    `aevalsrc='0.2*sin(2*PI*110*pow(2,${note(2)})*t)+0.2*sin(2*PI*440*pow(2,${note(6)})*t)+0.15*(random(0)-0.5)*exp(-20*mod(t*4,1))'`,
  ],
  ['drums', "aevalsrc='0.4*(random(0)-0.5)*exp(-10*mod(t*3,1))+0.4*sin(2*PI*60*t)*exp(-6*mod(t*2,1))'"],
])('%s is no voice', async (name, source) => {
  expect(isVoice(await samplesOf(await render(folder, name.replaceAll(' ', '-'), source, 9)))).toBe(false);
});

test('takes a time that grows with the sound', () => {
  const soundOf = (seconds: number): Float32Array =>
    Float32Array.from({ length: seconds * sampleRate }, (_, at) => Math.sin(at / 20) * 0.3);
  expect(doublingRatio(20, soundOf, isVoice)).toBeLessThan(linearRatio);
});
