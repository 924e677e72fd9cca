import { execFileSync } from 'node:child_process';
import { createCipheriv, createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Media } from './send-file.ts';

interface Topic {
  readonly slide: string;
  readonly color: string;
  readonly speech: string;
}

const topics: readonly Topic[] = [
  {
    slide: 'Pricing strategy',
    color: '0x203040',
    speech:
      'Welcome everybody to this webinar about growing a software company. We start with pricing. Pricing is the fastest lever that you have. A one percent improvement in price gives eleven percent more profit. Most companies choose their price once and then never look at it again. You should test a new price every quarter with new customers only. Discounts are expensive, so give them only for annual contracts.',
  },
  {
    slide: 'Customer support',
    color: '0x304020',
    speech:
      'Now let us talk about customer support. Good support begins with a fast first answer. Our team answers every ticket within two hours. We learned that half of all tickets are about the same five questions. So we wrote help articles for these questions, and the number of tickets fell by forty percent. Support engineers should sit next to the developers, because they know where the product hurts.',
  },
  {
    slide: 'Security and passwords',
    color: '0x402030',
    speech:
      'The last part is about security. Attackers do not break in, they log in with stolen passwords. Use a password manager and a hardware key for every account. Encrypt the laptop of every employee and lock the screen after two minutes. Keep backups in another building and restore them once a year. A backup that nobody has restored is only a hope. Thank you very much for listening, and goodbye.',
  },
];

/** Words that occur in the talk's speech. */
export const topicWords = ['pricing', 'customers', 'support', 'tickets', 'security', 'passwords', 'backup'];

const encoding = [
  '-c:v',
  'libx264',
  '-preset',
  'veryfast',
  '-pix_fmt',
  'yuv420p',
  '-c:a',
  'aac',
  '-ar',
  '48000',
];

const largeBytes = 4 * 1_024 * 1_024;

/** A talk about three topics of about half a minute, each with a slide. */
export function talk(): Media & { readonly path: string } {
  return cached('talk.mp4', 'video/mp4', [topics, encoding], (dir, file) => makeTalk(topics, dir, file));
}

/** The talk in few bytes. */
export function lightTalk(): Media & { readonly path: string } {
  const light = [
    '-vf',
    'scale=320:180',
    '-c:v',
    'libx264',
    '-pix_fmt',
    'yuv420p',
    '-c:a',
    'aac',
    '-b:a',
    '24k',
  ];
  return cached('light-talk.mp4', 'video/mp4', [topics, light], (_dir, file) => {
    ffmpeg('-i', talk().path, ...light, file);
  });
}

/** The talk with padding, larger than the video host keeps in memory: it stores the first 1 MiB before the upload ends. */
export function largeTalk(): Media & { readonly path: string } {
  return cached('large-talk.mp4', 'video/mp4', [topics, encoding, largeBytes], (_dir, file) =>
    writeFileSync(file, padded(talk(), largeBytes).bytes),
  );
}

/** Appends an MP4 box that players skip: large, cheap to make and not compressible. */
export function padded({ bytes, type }: Media, size: number): Media {
  const padding = createCipheriv('aes-128-ctr', Buffer.alloc(16, 1), Buffer.alloc(16)).update(
    Buffer.alloc(size),
  );
  padding.writeUInt32BE(size, 0);
  padding.write('free', 4, 'latin1');
  return { bytes: Buffer.concat([bytes, padding]), type };
}

/** The beginnings of two topics, about 15 s each: the shortest talk with several chapters. */
export function shortTalk(): Media & { readonly path: string } {
  const parts = topics.slice(0, 2).map(({ speech, ...topic }) => {
    return {
      ...topic,
      speech: speech
        .split(/(?<=\.) /)
        .slice(0, 4)
        .join(' '),
    };
  });
  return cached('short-talk.mp4', 'video/mp4', [parts, encoding], (dir, file) => makeTalk(parts, dir, file));
}

const briefSpeech = 'Pricing is the fastest lever that you have. Test a new price every quarter.';

/** Two sentences, for tests that need a video to be ready soon. */
export function briefTalk(): Media & { readonly path: string } {
  const topic = { ...topics[0]!, speech: briefSpeech };
  return cached('brief.mp4', 'video/mp4', [topic, encoding], (dir, file) => {
    const wav = join(dir, 'speech.wav');
    say(topic.speech, wav);
    makePart(topic, wav, file);
  });
}

/** The same two sentences without a picture. */
export function spokenAudio(extension: 'mp3' | 'wav'): Media & { readonly path: string } {
  const type = extension === 'mp3' ? 'audio/mpeg' : 'audio/wav';
  return cached(`audio.${extension}`, type, [briefSpeech], (dir, file) => {
    say(briefSpeech, join(dir, 'speech.wav'));
    ffmpeg('-i', join(dir, 'speech.wav'), '-ar', '44100', file);
  });
}

/** Twelve seconds of a test picture without sound. */
export function silentVideo(): Media & { readonly path: string } {
  return cached('silent.mp4', 'video/mp4', ['silent', encoding], (_dir, file) => {
    const picture = 'testsrc2=size=640x360:rate=25:duration=12';
    ffmpeg('-f', 'lavfi', '-i', picture, '-an', ...encoding.slice(0, 6), '-movflags', '+faststart', file);
  });
}

/** A minimal video of this length, without sound. */
export function longVideo(seconds: number): Media & { readonly path: string } {
  return cached(`${String(seconds)}.mp4`, 'video/mp4', ['long', seconds], (_dir, file) => {
    const picture = `color=c=0x203040:s=64x36:r=1:d=${String(seconds)}`;
    ffmpeg('-f', 'lavfi', '-i', picture, '-an', ...encoding.slice(0, 6), '-g', '10', file);
  });
}

const german =
  'Guten Tag und herzlich willkommen zu unserem Seminar über Preise und Verträge. Wir sprechen heute darüber, wie eine kleine Firma ihre Kunden findet und behält. Zuerst schauen wir uns die Zahlen des letzten Jahres an, danach beantworten wir Ihre Fragen. Bitte schreiben Sie alles auf, was Ihnen wichtig ist.';

/** The second at which {@link flashAndBeep} turns white and its tone begins. */
export const signalSeconds = 8;

/** A picture that begins 4 s after the sound: black, then white; silence, then a tone. */
export function flashAndBeep(): Media & { readonly path: string } {
  const light = 'lum=if(gte(T\\,4)\\,235\\,16):cb=128:cr=128';
  const tone = `if(gte(t\\,${String(signalSeconds)})\\,sin(2764*t)/2\\,0)`;
  const picture = ['-itsoffset', '4', '-f', 'lavfi', '-i', `color=black:s=320x180:r=25:d=12,geq=${light}`];
  const sound = ['-f', 'lavfi', '-i', `aevalsrc='${tone}':s=48000:d=16`];
  return cached('flash-and-beep.mp4', 'video/mp4', [picture, sound, encoding], (_dir, file) => {
    ffmpeg(...picture, ...sound, '-g', '50', ...encoding, file);
  });
}

/** German speech over a slide. */
export function germanTalk(): Media & { readonly path: string } {
  return cached('german.mp4', 'video/mp4', [german, encoding], (dir, file) => {
    const wav = join(dir, 'speech.wav');
    execFileSync('espeak-ng', ['-v', 'de', '-s', '150', '-w', wav, german]);
    ffmpeg(...slide('0x203040'), '-i', wav, '-shortest', ...encoding, '-movflags', '+faststart', file);
  });
}

function makeTalk(spoken: readonly Topic[], dir: string, file: string): void {
  const parts = spoken.map((topic, index) => {
    const wav = join(dir, `${String(index)}.wav`);
    const part = join(dir, `${String(index)}.mp4`);
    say(topic.speech, wav);
    makePart(topic, wav, part);
    return part;
  });
  const list = join(dir, 'list.txt');
  writeFileSync(list, parts.map((part) => `file '${part}'\n`).join(''));
  ffmpeg('-f', 'concat', '-safe', '0', '-i', list, '-c', 'copy', '-movflags', '+faststart', file);
}

function makePart({ slide: text, color }: Topic, wav: string, file: string): void {
  const encode = (...filter: string[]) =>
    ffmpeg(...slide(color), '-i', wav, ...filter, '-shortest', ...encoding, file);
  try {
    encode('-vf', `drawtext=text='${text}':fontcolor=white:fontsize=64:x=(w-tw)/2:y=(h-th)/2`);
  } catch {
    // Without a font on the machine the slide has only its colour.
    encode();
  }
}

function slide(color: string): string[] {
  return ['-f', 'lavfi', '-i', `color=c=${color}:s=1280x720:r=25`];
}

function say(text: string, wav: string): void {
  execFileSync('flite', ['-voice', 'slt', '-t', text, '-o', wav]);
}

function ffmpeg(...args: string[]): void {
  execFileSync('ffmpeg', ['-y', '-v', 'error', ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
}

/** Makes a file once for each recipe, and reuses it in later runs. */
function cached(
  name: string,
  type: string,
  recipe: unknown,
  make: (dir: string, file: string) => void,
): Media & { readonly path: string } {
  const key = createHash('sha256').update(JSON.stringify(recipe)).digest('hex').slice(0, 12);
  const path = join(tmpdir(), 'vault-e2e-media', `${key}-${name}`);
  if (!existsSync(path)) {
    mkdirSync(dirname(path), { recursive: true });
    const dir = mkdtempSync(join(dirname(path), 'making-'));
    try {
      make(dir, join(dir, name));
      renameSync(join(dir, name), path);
    } finally {
      rmSync(dir, { recursive: true, force: true });
    }
  }
  return { path, type, bytes: readFileSync(path) };
}
