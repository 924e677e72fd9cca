// `npm run speakers -- FOLDER`: how well the voices of a recording are told apart. FOLDER has the unpacked Debian packages
// below (`apt-get download NAME && dpkg -x NAME.deb FOLDER`), whose recordings are of people. It makes conversations of
// them, and prints for each kind how many speakers were found, how much of the time has a name, and how pure the names are.
// `--voices` takes synthetic voices instead (flite, espeak-ng).
import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { nameSpeakers } from '../src/name-speakers.ts';
import { sampleRate } from '../src/sound/pcm-file.ts';
import { englishTalk, foreignTalks } from '../src/testing/talks.ts';
import { synthesise, type Voice } from '../src/testing/synthesise.ts';
import { VoiceEncoder } from '../src/voice-encoder.ts';
import { withVoices, type VoicedCue } from '../src/voices-of-cues.ts';

const run = promisify(execFile);
const sounds = 'usr/share/asterisk/sounds';
const game = 'usr/share/games/fillets-ng/sound';

/** Each reader's recordings of a sentence or two, as a pattern below the folder, and the Debian package. */
const readers = {
  tuning: {
    allison: `${sounds}/en_US_f_Allison/*.g722`, // asterisk-core-sounds-en-g722
    june: `${sounds}/fr_CA_f_June/*.g722`, // asterisk-core-sounds-fr-g722
    ivrvoice: `${sounds}/ru_RU_f_IvrvoiceRU/*.g722`, // asterisk-core-sounds-ru-g722
    carlo: `${sounds}/it_IT_m_Carlo/*.g722`, // asterisk-core-sounds-it-g722
  },
  'left out': {
    menardi: `${sounds}/it_IT_f_Menardi/*.wav`, // asterisk-prompt-it-menardi-wav
    bogota: `${sounds}/es/*`, // asterisk-prompt-es-co
    armelle: `${sounds}/fr/*`, // asterisk-prompt-fr-armelle
    'small fish, Czech': `${game}/*/cs/*-m-*.ogg`, // fillets-ng-data-cs
    'big fish, Czech': `${game}/*/cs/*-v-*.ogg`,
    'small fish, Dutch': `${game}/*/nl/*-m-*.ogg`, // fillets-ng-data-nl
    'big fish, Dutch': `${game}/*/nl/*-v-*.ogg`,
  },
};
/** No words: tones, and music. */
const noSpeech = /^(tt-|beep|silence|conf-.*beep|ascending|descending|dial)/;
const mostFiles = 40;
const conversations = 4;
const secondsEach = 180;

type Sound = Float32Array;
type Library = ReadonlyMap<string, readonly Sound[]>;
interface Line {
  start: number;
  end: number;
  reader: string;
}
interface Conversation {
  sound: Sound;
  /** What a recogniser could have found. */
  lines: Line[];
}

/** The same numbers in each run. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

async function decode(path: string, filter = 'anull'): Promise<Sound> {
  const input = path.endsWith('.g722') ? ['-f', 'g722', '-i', path] : ['-i', path];
  const trim = 'silenceremove=start_periods=1:start_threshold=-50dB';
  const args = [
    '-v',
    'error',
    ...input,
    '-af',
    `${trim},${filter}`,
    '-ar',
    '16000',
    '-ac',
    '1',
    '-f',
    's16le',
    '-',
  ];
  const { stdout } = await run('ffmpeg', args, { encoding: 'buffer', maxBuffer: 2 ** 28 });
  return Float32Array.from({ length: stdout.length >> 1 }, (_, at) => stdout.readInt16LE(2 * at) / 32_768);
}

async function readLibrary(folder: string, patterns: Record<string, string>): Promise<Library> {
  const library = new Map<string, Sound[]>();
  for (const [reader, pattern] of Object.entries(patterns)) {
    const paths = globSync(join(folder, pattern)).filter((path) => !noSpeech.test(basename(path)));
    const found: Sound[] = [];
    const step = Math.max(1, Math.floor(paths.length / mostFiles / 2));
    for (const path of paths.toSorted().filter((_, at) => at % step === 0)) {
      const sound = await decode(path).catch(() => new Float32Array());
      if (sound.length > 0.8 * sampleRate && sound.length < 12 * sampleRate) found.push(sound);
      if (found.length === mostFiles) break;
    }
    if (found.length > 10) library.set(reader, found);
  }
  return library;
}

async function synthesiseLibrary(): Promise<Library> {
  const voices: Voice[] = ['flite:slt', 'flite:rms', 'flite:awb', 'espeak-ng:en-us', 'espeak-ng:en-gb+f3'];
  const folder = await mkdtemp(join(tmpdir(), 'speakers-'));
  try {
    const library = new Map<string, Sound[]>();
    const sentences = [englishTalk, ...Object.values(foreignTalks)].join(' ').match(/[^.]+\./g) ?? [];
    for (const voice of voices) {
      const found: Sound[] = [];
      for (const sentence of sentences)
        found.push(await decode(await synthesise(folder, 'voice', voice, sentence)));
      library.set(voice, found);
    }
    return library;
  } finally {
    await rm(folder, { recursive: true });
  }
}

interface Manner {
  /** Lines of one turn, at least and at most. */
  turn: readonly [number, number];
  /** The longest line, in seconds. */
  longest: number;
  /** A recogniser puts so many lines into one cue. */
  joined: number;
  /** Changes the sound of a line. */
  change: (sound: Sound, random: () => number) => Sound;
}

const webinar: Manner = { turn: [2, 9], longest: 12, joined: 1, change: (sound) => sound };

/** Turns of readers, with pauses and faint noise between; the times of lines are as inexact as those of a recogniser. */
function converse(library: Library, names: readonly string[], manner: Manner, seed: number): Conversation {
  const random = randomOf(seed);
  const parts: Sound[] = [];
  const lines: Line[] = [];
  let length = 0;
  const add = (sound: Sound) => {
    parts.push(sound);
    length += sound.length;
  };
  for (let turn = 0; length < secondsEach * sampleRate; turn += 1) {
    const reader = names[turn < names.length ? turn : Math.floor(random() * names.length)] ?? '';
    const sayable = (library.get(reader) ?? []).filter((sound) => sound.length < manner.longest * sampleRate);
    const count = manner.turn[0] + Math.floor(random() * (manner.turn[1] - manner.turn[0] + 1));
    for (let at = 0; at < count && sayable.length > 0; at += 1) {
      const sound = manner.change(
        sayable[Math.floor(random() * sayable.length)] ?? new Float32Array(),
        random,
      );
      add(new Float32Array(Math.floor((0.1 + 0.5 * random()) * sampleRate)));
      const start = length / sampleRate + 0.4 * (random() - 0.5);
      add(sound);
      lines.push({ start: Math.max(0, start), end: length / sampleRate + 0.4 * (random() - 0.5), reader });
    }
  }
  const sound = new Float32Array(length);
  let at = 0;
  for (const part of parts) {
    sound.set(part, at);
    at += part.length;
  }
  for (let i = 0; i < sound.length; i += 1) sound[i] = (sound[i] ?? 0) + 0.002 * (random() - 0.5);
  for (const [i, line] of lines.entries()) line.end = Math.min(line.end, lines[i + 1]?.start ?? Infinity);
  return { sound, lines: manner.joined === 1 ? lines : joinLines(lines, manner.joined) };
}

function joinLines(lines: readonly Line[], count: number): Line[] {
  return Array.from({ length: Math.floor(lines.length / count) }, (_, at) => {
    const some = lines.slice(at * count, (at + 1) * count);
    return { start: some[0]?.start ?? 0, end: some.at(-1)?.end ?? 0, reader: some[0]?.reader ?? '' };
  });
}

interface Verdict {
  readers: number;
  speakers: number;
  seconds: number;
  named: number;
  pure: number;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

const cost = { processor: 0, sound: 0 };

async function hear({ sound, lines }: Conversation, encoder: VoiceEncoder): Promise<VoicedCue[]> {
  const audio = {
    read: (from: number, count: number) => Promise.resolve(sound.slice(Math.max(0, from), from + count)),
  };
  const before = process.cpuUsage();
  const voiced = await withVoices(
    lines.map(({ start, end }) => ({ start, end, text: '' })),
    audio,
    0,
    encoder,
  );
  const { user, system } = process.cpuUsage(before);
  cost.processor += (user + system) / 1e6;
  cost.sound += sound.length / sampleRate;
  return voiced;
}

function judge(lines: readonly Line[], voiced: readonly VoicedCue[]): Verdict {
  const cues = nameSpeakers(voiced);
  const times = new Map<string, Map<string, number>>();
  const verdict = {
    readers: new Set(lines.map(({ reader }) => reader)).size,
    speakers: 0,
    seconds: 0,
    named: 0,
    pure: 0,
  };
  for (const [at, { start, end, reader }] of lines.entries()) {
    const { speaker } = cues[at] ?? {};
    verdict.seconds += end - start;
    if (speaker === undefined) continue;
    verdict.named += end - start;
    const ofSpeaker = times.get(speaker) ?? new Map<string, number>();
    ofSpeaker.set(reader, (ofSpeaker.get(reader) ?? 0) + end - start);
    times.set(speaker, ofSpeaker);
  }
  for (const ofSpeaker of times.values()) verdict.pure += Math.max(...ofSpeaker.values());
  return { ...verdict, speakers: times.size };
}

function report(title: string, verdicts: readonly Verdict[]): void {
  const sum = (key: keyof Verdict) => verdicts.reduce((total, verdict) => total + verdict[key], 0);
  const found = verdicts.map(({ readers, speakers }) => `${String(speakers)}/${String(readers)}`).join(' ');
  const purity = sum('named') === 0 ? '-' : (sum('pure') / sum('named')).toFixed(3);
  print(
    `${title.padEnd(44)} purity ${purity.padEnd(6)} named ${(sum('named') / sum('seconds')).toFixed(2)}  found ${found}`,
  );
}

const loudness = (sound: Sound, random: () => number): Sound => {
  const gain = 10 ** ((random() * 24 - 18) / 20);
  return sound.map((sample) => Math.max(-1, Math.min(1, sample * gain)));
};

/** A few echoes of hard walls, in another room for each third of the lines. */
const rooms = (sound: Sound, random: () => number): Sound => {
  const room = Math.floor(random() * 3);
  const delays = [[], [350, 800, 1300], [900, 2100, 3700]][room] ?? [];
  return sound.map((sample, at) =>
    delays.reduce((sum, delay, number) => sum + (sound[at - delay] ?? 0) * (0.5 - 0.12 * number), sample),
  );
};

async function evaluate(title: string, library: Library, encoder: VoiceEncoder): Promise<void> {
  const names = [...library.keys()];
  const hearAll = async (manner: Manner, count: number, tries = conversations) => {
    const verdicts: Verdict[] = [];
    for (let at = 0; at < tries; at += 1) {
      const some = Array.from(
        { length: count },
        (_, i) => names[(at + i * (1 + (at % 2))) % names.length] ?? '',
      );
      const conversation = converse(library, [...new Set(some)], manner, 100 * count + at);
      verdicts.push(judge(conversation.lines, await hear(conversation, encoder)));
    }
    return verdicts;
  };
  for (const count of [2, 3, 4]) report(`${title}: ${String(count)} readers`, await hearAll(webinar, count));
  const phone = { ...webinar, turn: [1, 1], longest: 1.6 } as const;
  report(`${title}: 2 readers, turns under 1.6 s`, await hearAll(phone, 2));
  report(`${title}: the same, 2 turns in a cue`, await hearAll({ ...phone, joined: 2 }, 2));
  report(`${title}: 1 reader`, await hearAll(webinar, 1, names.length));
  report(
    `${title}: 1 reader, 24 dB louder or softer`,
    await hearAll({ ...webinar, change: loudness }, 1, names.length),
  );
  report(`${title}: 1 reader in 3 rooms`, await hearAll({ ...webinar, change: rooms }, 1, names.length));
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { voices: { type: 'boolean' } },
});
const [folder = '/'] = positionals;
const encoder = await VoiceEncoder.load(1);
if (values.voices) await evaluate('synthetic', await synthesiseLibrary(), encoder);
else
  for (const [title, patterns] of Object.entries(readers)) {
    const library = await readLibrary(folder, patterns);
    print(
      `${title}: ${[...library].map(([reader, { length }]) => `${reader} (${String(length)})`).join(', ')}`,
    );
    await evaluate(title, library, encoder);
  }
print(`processor seconds for each second of sound: ${(cost.processor / cost.sound).toFixed(4)}`);
