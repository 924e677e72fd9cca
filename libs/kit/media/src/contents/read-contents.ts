import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { detectLanguage } from '@vault/chapter-engine';
import type { Cue } from '@vault/webvtt';
import { formatWebVtt } from '@vault/webvtt';
import { WorkerDeadlineError, WorkerPool, workerTask } from '@vault/worker-pool';
import { z } from 'zod';
import type { ContentItem } from '../common/packaged-media.ts';
import type { SourceFacts } from '../probing/probe.ts';
import { earliestStart } from '../probing/track-starts.ts';
import { ToolCrashedError } from '../tools/assert-success.ts';
import { textDecoders } from '../tools/decoders.ts';
import { MediaError } from '../tools/media-error.ts';
import type { MediaTools } from '../tools/media-tools.ts';
import { plainLine } from './plain-line.ts';
import { readChapters } from './read-chapters.ts';
import type { readTrack } from './read-track.ts';
import { coverageOf } from './tidy-cues.ts';

/** Names of the files that `readContents` writes. */
export const contentFiles = { subtitles: 'subtitles.vtt', chapters: 'chapters.vtt' } as const;

interface ContentsRequest {
  source: string;
  /** With the tracks that are packaged. */
  facts: SourceFacts;
  /** Of the recording in seconds. */
  duration: number;
  /** The language that captions are requested in; undefined for any. */
  language: string | undefined;
  /** For the files. */
  folder: string;
  signal: AbortSignal;
}

const flag = z.number().default(0);
const stream = z.object({
  index: z.number(),
  codec_type: z.string().optional(),
  codec_name: z.string().default(''),
  width: z.number().default(0),
  height: z.number().default(0),
  channels: z.number().default(0),
  disposition: z.object({ default: flag, forced: flag, attached_pic: flag, comment: flag }).prefault({}),
  tags: z.object({ language: z.string().default(''), title: z.string().default('') }).prefault({}),
});
const report = z.object({
  format: z.object({ start_time: z.coerce.number().catch(0) }),
  streams: z.array(stream).default([]),
});
type Stream = z.output<typeof stream>;

const contentEntries = [
  'format=start_time',
  'stream=index,codec_type,codec_name,width,height,channels',
  'stream_disposition=default,forced,attached_pic,comment',
  'stream_tags=language,title',
].join(':');
const pictureSubtitleCodecs = ['dvd_subtitle', 'dvb_subtitle', 'hdmv_pgs_subtitle', 'xsub'];
const maxTitleCharacters = 100;
/** Captions of less of the recording than this do not replace recognised ones. */
const minCoverageShare = 0.5;
/** All of them are converted in one run. */
const maxSubtitles = 32;
/** Fewer words do not show a language. */
const minWords = 30;
/** More than any speech needs; animated texts have more. */
const maxCues = 20_000;
const maxCharacters = 1_000_000;
const maxFileBytes = 16 * 1024 * 1024;
/** Added to the times while subtitles are converted, because the formats have no negative ones. */
const offsetSeconds = 1000;
const firstReadMs = 60_000;
const parseMs = 20_000;
/** Tracks of 16 MiB take longer than requests may wait. */
const parsers = new WorkerPool({ threads: 2, waiting: 100, waitingPerOwner: 100, memoryMiB: 512 });
const parsing = workerTask<typeof readTrack>(new URL('./read-track.js', import.meta.url), 'readTrack');
const readBytesPerSecond = 2_000_000;

/**
 * Lists what a file contains: pictures, sounds, subtitles and chapters. Writes the subtitles that can serve as captions,
 * and the chapters, as WebVTT on the timeline of the recording. What cannot be read is listed as not used; it never fails
 * the recording.
 */
export async function readContents(tools: MediaTools, request: ContentsRequest): Promise<ContentItem[]> {
  const { source, facts, duration, folder, signal } = request;
  const { format, streams } = await readStreams(tools, source, signal);
  const tracks = streams.flatMap((one) => toTrack(one, facts));
  const zero = earliestStart(facts);
  const subtitles = streams.filter(({ codec_type: type }) => type === 'subtitle');
  const subtitleItems = await judgeSubtitles(tools, request, subtitles, zero);
  const { chapters, count } = await tolerate(
    signal,
    () => readChapters(tools, { source, zero: format.start_time + zero, duration, signal }),
    { chapters: [], count: 0 },
  );
  // One chapter for the whole recording says nothing.
  const isUsed = chapters.length > 1;
  if (isUsed) await writeFile(join(folder, contentFiles.chapters), formatWebVtt(chapters), { flush: true });
  const ofFile = { kind: 'chapters', language: '', title: '', count, isUsed } as const;
  return [...tracks, ...subtitleItems, ...(count === 0 ? [] : [ofFile])];
}

async function readStreams(
  tools: MediaTools,
  source: string,
  signal: AbortSignal,
): Promise<z.output<typeof report>> {
  const read = async (): Promise<z.output<typeof report>> =>
    report.parse(JSON.parse(await tools.ffprobe(source, contentEntries, signal)));
  return await tolerate(signal, read, { format: { start_time: 0 }, streams: [] });
}

function toTrack(one: Stream, facts: SourceFacts): ContentItem[] {
  const { index, channels, width, height, disposition } = one;
  const isUsed = [facts.audio?.index, facts.video?.index].includes(index);
  const why = reasonOf(index, isUsed, facts);
  const reason = why === undefined ? {} : { reason: why };
  if (one.codec_type === 'audio')
    return [{ kind: 'sound', ...labelsOf(one), index, channels, isUsed, ...reason }];
  if (one.codec_type !== 'video' || disposition.attached_pic === 1) return [];
  return [{ kind: 'picture', ...labelsOf(one), index, width, height, isUsed, ...reason }];
}

function reasonOf(
  index: number,
  isUsed: boolean,
  { sounds, pictures, empty, isUnfinished = false }: SourceFacts,
): ContentItem['reason'] {
  if (isUsed) return isUnfinished ? 'cut' : undefined;
  if (empty.includes(index)) return 'empty';
  const isUsable = pictures.includes(index) || sounds.some((sound) => sound.index === index);
  return isUsable ? undefined : 'unreadable';
}

function labelsOf({ tags }: Stream): Pick<ContentItem, 'language' | 'title'> {
  return { language: languageOf(tags.language), title: plainLine(tags.title, maxTitleCharacters) };
}

/** Returns the shortest code of a language, `de` for `ger`; empty when the file names none. */
function languageOf(code: string): string {
  try {
    const [canonical = ''] = Intl.getCanonicalLocales(code.trim());
    return ['und', 'mis', 'mul', 'zxx'].includes(canonical) ? '' : canonical;
  } catch {
    return '';
  }
}

/** Chooses the subtitles to use as captions, writes them, and gives the reason for each of the others. */
async function judgeSubtitles(
  tools: MediaTools,
  request: ContentsRequest,
  subtitles: readonly Stream[],
  zero: number,
): Promise<ContentItem[]> {
  const texts = subtitles.filter(isText).sort((a, b) => rankOf(b, request) - rankOf(a, request));
  const cuesByTrack = await extract(tools, request, texts.slice(0, maxSubtitles), zero);
  const candidates = subtitles.map((one) => {
    const cues = cuesByTrack.get(one.index);
    const reason = cues === undefined && isText(one) ? 'other' : reasonAgainst(one, cues ?? [], request);
    return { one, cues: cues ?? [], rank: rankOf(one, request), reason };
  });
  const [best] = candidates.filter(({ reason }) => reason === undefined).sort((a, b) => b.rank - a.rank);
  if (best !== undefined) {
    await writeFile(join(request.folder, contentFiles.subtitles), formatWebVtt(best.cues), { flush: true });
  }
  return candidates.map(({ one, reason }) => {
    const isUsed = one === best?.one;
    const item = { kind: 'subtitles', ...labelsOf(one), index: one.index, isUsed } as const;
    return isUsed ? item : { ...item, reason: reason ?? 'other' };
  });
}

/** Which subtitles are used rather than others, as far as the file says; those of the requested language first. */
function rankOf({ disposition, tags }: Stream, { language }: ContentsRequest): number {
  const isOfOther =
    language !== undefined && ![baseOf(language), ''].includes(baseOf(languageOf(tags.language)));
  return 2 * disposition.default - disposition.comment - (isOfOther ? 4 : 0);
}

function isText({ codec_name: codec }: Stream): boolean {
  return textDecoders.includes(codec);
}

function reasonAgainst(one: Stream, cues: readonly Cue[], request: ContentsRequest): ContentItem['reason'] {
  const { language, title } = labelsOf(one);
  if (!isText(one)) return pictureSubtitleCodecs.includes(one.codec_name) ? 'picture' : 'unreadable';
  if (one.disposition.forced === 1 || /\b(forced|signs)\b/i.test(title)) return 'forced';
  if (cues.length === 0 || cues.length > maxCues) return 'unreadable';
  if (cues.reduce((sum, { text }) => sum + text.length, 0) > maxCharacters) return 'unreadable';
  if (!isInLanguage(language, cues, request.language)) return 'language';
  return coverageOf(cues, request.duration) < minCoverageShare ? 'short' : undefined;
}

/** Many files name a wrong language, so the words count too, where there are enough. */
function isInLanguage(
  declaredLanguage: string,
  cues: readonly Cue[],
  requestedLanguage: string | undefined,
): boolean {
  if (requestedLanguage === undefined) return true;
  const language = baseOf(requestedLanguage);
  if (declaredLanguage !== '' && baseOf(declaredLanguage) !== language) return false;
  const texts = cues.map(({ text }) => text);
  if (texts.join(' ').split(/\s+/).length < minWords) return true;
  return [language, 'und'].includes(detectLanguage(texts));
}

function baseOf(language: string): string {
  return language.toLowerCase().split('-')[0] ?? '';
}

/** Reads all text tracks in one run, by their stream numbers. Damaged ones have no cues. */
async function extract(
  tools: MediaTools,
  { source, facts, duration, folder, signal }: ContentsRequest,
  tracks: readonly Stream[],
  zero: number,
): Promise<Map<number, Cue[]>> {
  const cues = new Map<number, Cue[]>();
  if (tracks.length === 0) return cues;
  const files = tracks.map((one) => {
    const isWebVtt = one.codec_name === 'webvtt';
    return { one, isWebVtt, path: join(folder, `${one.index}.${isWebVtt ? 'vtt' : 'ass'}`) };
  });
  const output = files.flatMap(({ one, isWebVtt, path }) => [
    ...['-map', `0:${one.index}`, '-c:s', isWebVtt ? 'copy' : 'ass', '-fs', String(maxFileBytes)],
    ...['-f', isWebVtt ? 'webvtt' : 'ass', `file:${path}`],
  ]);
  await tolerate(
    signal,
    () =>
      tools.ffmpeg({
        input: source,
        delaySeconds: offsetSeconds,
        output,
        signal,
        timeoutMs: firstReadMs + (1000 * facts.bytes) / readBytesPerSecond,
        isTolerant: true,
        readsText: true,
      }),
    0,
  );
  const of = { zero: offsetSeconds + zero, duration };
  for (const { one, isWebVtt, path } of files) {
    const format = isWebVtt ? 'webvtt' : 'ass';
    const track = { ...of, path, format, hasComments: /^ass|^ssa/.test(one.codec_name) } as const;
    const read = () => parsers.run(parsing, track, { owner: source, deadlineMs: parseMs, signal });
    cues.set(one.index, await tolerate(signal, read, []));
  }
  return cues;
}

/** Returns `otherwise` when the file is the cause of a failure: what it carries beside picture and sound is optional. */
async function tolerate<T>(signal: AbortSignal, work: () => Promise<T>, otherwise: T): Promise<T> {
  try {
    return await work();
  } catch (error) {
    signal.throwIfAborted();
    if (isOfFile(error)) return otherwise;
    throw error;
  }
}

function isOfFile(error: unknown): boolean {
  return [MediaError, ToolCrashedError, WorkerDeadlineError, z.ZodError, SyntaxError].some(
    (one) => error instanceof one,
  );
}
