import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A Debian voice: `flite:slt`, `espeak-ng:en-us`, `espeak-ng:de`… */
export type Voice = `${'flite' | 'espeak-ng'}:${string}`;

/** Speaks a text into `folder/name.wav` in the format of the transcriber (mono, 16 kHz, 16 bit). */
export async function synthesise(folder: string, name: string, voice: Voice, text: string): Promise<string> {
  const [program = '', speaker = ''] = voice.split(':');
  const spoken = join(folder, `${name}.spoken.wav`);
  const args =
    program === 'flite'
      ? ['-voice', speaker, '-t', text, '-o', spoken]
      : ['-v', speaker, '-s', '150', '-w', spoken, text];
  await run(program, args);
  return toPcm(['-i', spoken], join(folder, `${name}.wav`));
}

/** Renders `seconds` of an ffmpeg audio source (`anullsrc`, `sine=f=440`…) in the same format. */
export async function render(folder: string, name: string, source: string, seconds: number): Promise<string> {
  return toPcm(['-f', 'lavfi', '-t', String(seconds), '-i', source], join(folder, `${name}.wav`));
}

async function toPcm(input: readonly string[], output: string): Promise<string> {
  await run('ffmpeg', ['-v', 'error', '-y', ...input, '-ar', '16000', '-ac', '1', output]);
  return output;
}
