import type { VideoRecord } from '@vault/contracts';

const seconds = 10_800;
const chapterCount = 60;
const cueCount = 4_000;
const words = 'we tested a new price with new customers only and wrote down what they said'.split(' ');

/** Three hours: 60 chapters with three quotes each, and a transcript of 4,000 cues. */
export function longVideo(video: VideoRecord): VideoRecord {
  return {
    ...video,
    title: 'Three hours',
    duration: seconds,
    chapters: Array.from({ length: chapterCount }, (_chapter, n) => ({
      start: timeCode((n * seconds) / chapterCount),
      title: `Part ${String(n + 1)} of ${String(chapterCount)}`,
      summary: sentence(n),
      search: sentence(n + 1),
      quote: [0, 1, 2].map((at) => ({
        quote: sentence(n + at),
        timecode: timeCode((n * seconds) / chapterCount + at * 20),
      })),
    })),
    vtt: `WEBVTT\n\n${Array.from({ length: cueCount }, (_cue, n) => cue(n)).join('\n')}`,
  };
}

/** The text of a cue. */
export function sentence(n: number): string {
  return [...words.slice(n % words.length), ...words.slice(0, n % words.length), String(n)].join(' ');
}

function cue(n: number): string {
  const [from, to] = [n, n + 1].map((at) => `${timeCode((at * seconds) / cueCount)}.000`);
  return `${from!} --> ${to!}\n${sentence(n)}\n`;
}

function timeCode(at: number): string {
  return [at / 3_600, (at / 60) % 60, at % 60]
    .map((part) => String(Math.floor(part)).padStart(2, '0'))
    .join(':');
}
