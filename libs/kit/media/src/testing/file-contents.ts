import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ffmpeg } from './fixtures.ts';

/** A cue or chapter of a test file, in seconds. */
export interface TimedText {
  start: number;
  end: number;
  text: string;
}

interface Track {
  cues: readonly TimedText[];
  /** ffmpeg's name. */
  codec: string;
  /** ffmpeg's options for the track, `:s:0` being the first. */
  options?: readonly string[];
}

const sentences = [
  'Good morning and welcome to this talk about the weather.',
  'We are going to look at the clouds that you have seen.',
  'This is what they are made of, and it is not what I thought.',
];

/** English sentences without a pause, one for each three seconds. */
export function talk(seconds: number): TimedText[] {
  return Array.from({ length: Math.floor(seconds / 3) }, (_, index) => ({
    start: 3 * index,
    end: 3 * index + 3,
    text: sentences[index % sentences.length] ?? '',
  }));
}

/** Creates a recording with subtitles and chapters: a tone, and a picture unless the format has none. */
export async function makeRecording(
  path: string,
  contents: { seconds: number; subtitles?: readonly Track[]; chapters?: readonly TimedText[] },
): Promise<string> {
  const { seconds, subtitles = [], chapters = [] } = contents;
  const isSound = path.endsWith('.mp3');
  const isWebM = path.endsWith('.webm');
  const metadata = `${path}.chapters.txt`;
  await writeFile(metadata, [';FFMETADATA1', ...chapters.map(formatChapter)].join('\n'));
  const files = await Promise.all(
    subtitles.map(async ({ cues }, index) => {
      const file = join(`${path}.${index}.srt`);
      await writeFile(file, formatCues(cues));
      return file;
    }),
  );
  const inputs = files.flatMap((file) => ['-i', file]);
  const picture = isSound ? [] : ['-f', 'lavfi', '-i', `testsrc2=s=160x90:r=10:d=${seconds}`];
  const count = isSound ? 1 : 2;
  const maps = Array.from({ length: count + files.length }, (_, index) => ['-map', String(index)]).flat();
  const last = String(count + files.length);
  const video = isWebM
    ? ['libvpx', '-b:v', '200k', '-deadline', 'realtime', '-cpu-used', '8']
    : ['libx264', '-preset', 'ultrafast'];
  await ffmpeg(
    ...['-f', 'lavfi', '-i', `sine=f=440:d=${seconds}`, ...picture, ...inputs, '-i', metadata, ...maps],
    ...['-map_metadata', last, '-map_chapters', last],
    ...(isSound ? [] : ['-c:v', ...video, '-g', '20', '-pix_fmt', 'yuv420p']),
    ...subtitles.flatMap(({ codec, options = [] }, index) => [`-c:s:${index}`, codec, ...options]),
    path,
  );
  return path;
}

/** Writes cues as a file of SubRip. */
export function formatCues(cues: readonly TimedText[]): string {
  return cues.map(formatCue).join('\n');
}

function formatChapter({ start, end, text }: TimedText): string {
  const title = text.replace(/[=;#\\\n]/g, '\\$&');
  return `[CHAPTER]\nTIMEBASE=1/10000\nSTART=${1e4 * start}\nEND=${1e4 * end}\ntitle=${title}`;
}

function formatCue({ start, end, text }: TimedText, index: number): string {
  return `${index + 1}\n${formatTime(start)} --> ${formatTime(end)}\n${text}\n`;
}

function formatTime(seconds: number): string {
  return new Date(1000 * seconds).toISOString().slice(11, 23).replace('.', ',');
}
