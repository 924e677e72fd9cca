import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';

/** Where Debian and Ubuntu install the English model of pocketsphinx. */
const modelFolder = '/usr/share/pocketsphinx/model/en-us';
const framesPerSecond = 100;
/**
 * Seconds of processor time; the usual ones are 0.02 per second of speech. A limit of real time would give the same recording
 * other captions on a busy machine, so that is only for a program that hangs.
 */
const limitSeconds = { start: 20, perSecond: 0.5 };
const hangsAfterMs = 30 * 60_000;
/** Runs a program with a limit of its processor time, in seconds, which is the first argument. */
const limited = 'ulimit -t "$0" && exec "$@"';
const phones =
  'AA AE AH AO AW AY B CH D DH EH ER EY F G HH IH IY JH K L M N NG OW OY P R S SH T TH UH UW V W Y Z ZH'.split(
    ' ',
  );

/** A stretch of a recording and the words that are said in it. Times are seconds of the file. */
export interface SpokenText {
  start: number;
  end: number;
  words: readonly string[];
}

/** When a word is said, in seconds of the file. */
export interface WordTime {
  start: number;
  end: number;
}

/** A file of mono 16 kHz 16-bit samples; they begin at byte `offset`. */
export interface SampleFile {
  path: string;
  offset: number;
}

/** The lines of the pronouncing dictionary for each word. */
type Dictionary = ReadonlyMap<string, readonly string[]>;
/** What is said for a word: words of the dictionary, or undefined for any sounds. */
type Sounds = readonly (string | undefined)[];

let loading: Promise<Dictionary> | undefined;

/**
 * Finds when each word is said, by forced alignment with pocketsphinx. A word that its dictionary lacks, such as a name
 * or a number, stands for any sounds between its neighbours; so does each word that does not fit, where a text does not
 * fit as it is.
 *
 * @returns the times of each text, one per word; undefined for a text that does not fit the sound
 * @param limits of the processor time, for tests
 * @throws Error when pocketsphinx is not installed, fails, or needs too much processor time
 */
export async function alignWords(
  file: SampleFile,
  texts: readonly SpokenText[],
  limits = limitSeconds,
): Promise<(WordTime[] | undefined)[]> {
  const times = await alignOnce(file, texts, limits, false);
  const failed = texts.filter((_, at) => times[at] === undefined);
  if (failed.length === 0) return times;
  // The times of the other texts are known, whatever happens.
  const again = await alignOnce(file, failed, limits, true).catch(() => []);
  return texts.map((text, at) => times[at] ?? again[failed.indexOf(text)]);
}

/** @param isLoose each word may be any sounds, as one that was misheard is */
async function alignOnce(
  file: SampleFile,
  texts: readonly SpokenText[],
  limits: typeof limitSeconds,
  isLoose: boolean,
): Promise<(WordTime[] | undefined)[]> {
  loading ??= readDictionary();
  const dictionary = await loading;
  const sounds = texts.map(({ words }) => words.map((word) => soundsOf(word, dictionary)));
  const folder = await mkdtemp(join(dirname(file.path), 'words-'));
  try {
    await symlink(resolve(file.path), join(folder, 'audio'));
    await writeFile(join(folder, 'dictionary'), dictionaryOf(sounds.flat(2), dictionary));
    for (const [at, ofText] of sounds.entries())
      await writeFile(join(folder, String(at)), grammarOf(ofText.flat(), isLoose));
    const frame = (seconds: number): string => String(Math.round(seconds * framesPerSecond));
    await writeLines(
      folder,
      'parts',
      texts.map(({ start, end }, at) => `audio ${frame(start)} ${frame(end)} ${String(at)}`),
    );
    await writeLines(folder, 'grammars', [...texts.keys()].map(String));
    const seconds = texts.reduce((sum, { start, end }) => sum + end - start, 0);
    await run(folder, file.offset, Math.ceil(limits.start + limits.perSecond * seconds), isLoose);
    const found = (await readFile(join(folder, 'found'), 'utf8')).split('\n');
    return texts.map((text, at) => timesOf(sounds[at] ?? [], found[at] ?? '', text));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function run(
  folder: string,
  offset: number,
  processorSeconds: number,
  isLoose: boolean,
): Promise<void> {
  const inputs = {
    hmm: join(modelFolder, 'en-us'),
    dict: join(folder, 'dictionary'),
    ctl: join(folder, 'parts'),
    cepdir: folder,
    cepext: '',
    adcin: 'yes',
    adchdr: String(offset),
    fsgctl: join(folder, 'grammars'),
    fsgdir: folder,
    fsgext: '',
    hypseg: join(folder, 'found'),
  };
  // Every second frame is compared, with the two best of its distributions: half the time for the same median error.
  const settings = { cmn: 'batch', bestpath: 'no', ds: '2', topn: '2', backtrace: 'no', logfn: '/dev/null' };
  // Any sounds for each word are thousands of ways: most of them are given up at once.
  const bound: Record<string, string> = isLoose ? { beam: '1e-20' } : {};
  const options = Object.entries({ ...inputs, ...settings, ...bound }).flatMap(([name, value]) => [
    `-${name}`,
    value,
  ]);
  const program = ['-c', limited, String(processorSeconds), 'pocketsphinx_batch', ...options];
  const ending = { timeout: hangsAfterMs, killSignal: 'SIGKILL' } as const;
  await promisify(execFile)('/bin/sh', program, ending).catch((cause: unknown) => {
    const { code, signal } = cause as { code?: number; signal?: string | null };
    const reason = signal ? `needed more than ${String(processorSeconds)} s of processor time` : 'failed';
    throw new Error(code === 127 ? 'pocketsphinx is not installed' : `pocketsphinx ${reason}`, { cause });
  });
}

async function writeLines(folder: string, name: string, lines: readonly string[]): Promise<void> {
  await writeFile(join(folder, name), `${lines.join('\n')}\n`);
}

async function readDictionary(): Promise<Dictionary> {
  const dictionary = new Map<string, string[]>();
  for (const line of (await readFile(join(modelFolder, 'cmudict-en-us.dict'), 'utf8')).split('\n')) {
    const word = /^[^\s(]+/.exec(line)?.[0];
    if (word === undefined) continue;
    const lines = dictionary.get(word);
    if (lines === undefined) dictionary.set(word, [line]);
    else lines.push(line);
  }
  return dictionary;
}

/** Nothing for a word without letters and digits. */
function soundsOf(word: string, dictionary: Dictionary): Sounds {
  const parts =
    word
      .toLowerCase()
      .replaceAll('’', "'")
      .match(/[\p{L}\p{N}']+/gu) ?? [];
  return parts
    .map((part) => (dictionary.has(part) ? part : part.replace(/^'+|'+$/g, '')))
    .filter((part) => part !== '')
    .map((part) => (dictionary.has(part) ? part : undefined));
}

/** The lines for some words, and a word for each phone. */
function dictionaryOf(sounds: Sounds, dictionary: Dictionary): string {
  const words = [...new Set(sounds)].flatMap((word) => dictionary.get(word ?? '') ?? []);
  const alone = phones.flatMap((phone) =>
    [phoneWord(phone, 0), phoneWord(phone, 1)].map((word) => `${word} ${phone}`),
  );
  return [...words, ...alone, ''].join('\n');
}

/** The name of a phone in the word at a place: neighbours have other names, so that they can be told apart. */
function phoneWord(phone: string, at: number): string {
  return `${markAt(at)}${phone}`;
}

function markAt(at: number): string {
  return at % 2 === 0 ? '_' : '=';
}

/** One state follows the other, by a word or by any phones; these have a state of their own after all others. */
function grammarOf(sounds: Sounds, isLoose: boolean): string {
  const transition = (from: number, to: number, probability: number, word: string): string =>
    `TRANSITION ${String(from)} ${String(to)} ${String(probability)} ${word}`;
  const transitions = sounds.flatMap((word, at) => {
    const inside = sounds.length + 1 + at;
    const ways = (from: number, to: number): string[] =>
      phones.map((phone) => transition(from, to, 0.9 / phones.length, phoneWord(phone, at)));
    const known = word === undefined ? [] : [transition(at, at + 1, 1, word)];
    if (word !== undefined && !isLoose) return known;
    return [
      ...known,
      ...ways(at, at + 1),
      ...ways(at, inside),
      ...ways(inside, inside),
      ...ways(inside, at + 1),
    ];
  });
  const last = String(sounds.length);
  return [
    'FSG_BEGIN <words>',
    `NUM_STATES ${String(2 * sounds.length + 1)}`,
    'START_STATE 0',
    `FINAL_STATE ${last}`,
    ...transitions,
    'FSG_END',
    '',
  ].join('\n');
}

/** Reads a line of segmented words: for each its first frame, two scores and itself; at the end the last frame. */
function timesOf(
  sounds: readonly Sounds[],
  line: string,
  part: Pick<SpokenText, 'start' | 'end'>,
): WordTime[] | undefined {
  const [, list = ''] = / L -?\d+ (.*)$/.exec(line) ?? [];
  const last = Number(/(\d+)$/.exec(list)?.[1]);
  const segments = [...list.matchAll(/(\d+) -?\d+ -?\d+ (\S+)/g)].map(([, frame, word = '']) => ({
    start: Number(frame),
    word: word.replace(/\(\d+\)$/, ''),
  }));
  const seconds = (frame: number): number => Math.min(part.start + frame / framesPerSecond, part.end);
  const times: WordTime[] = [];
  let place = 0;
  let at = 0;
  const skipPauses = (): void => {
    while (/^[<[+(]/.test(segments[at]?.word ?? '')) at += 1;
  };
  for (const ofWord of sounds) {
    skipPauses();
    const start = segments[at]?.start ?? last;
    let end = start;
    for (const sound of ofWord) {
      skipPauses();
      const mark = markAt(place);
      const isAnySound = (): boolean => segments[at]?.word.startsWith(mark) ?? false;
      place += 1;
      if (sound !== undefined && segments[at]?.word === sound) at += 1;
      else if (!isAnySound()) return undefined;
      end = segments[at]?.start ?? last;
      while (isAnySound()) {
        at += 1;
        end = segments[at]?.start ?? last;
        skipPauses();
      }
    }
    times.push({ start: seconds(start), end: seconds(end) });
  }
  return times.length > 0 && Number.isFinite(last) ? times : undefined;
}
