import type { LineProblem } from './model/read-chapter-list.ts';
import type { YouTubeProblem } from './model/youtube-chapters.ts';

const counted = (count: number, one: string, many: string) => `${String(count)} ${count === 1 ? one : many}`;
const seconds = (count: number) => counted(count, 'second', 'seconds');

/** What YouTube does not accept, and how to correct it. */
function youtubeProblem(problem: YouTubeProblem): string {
  switch (problem.kind) {
    case 'too-few':
      return `YouTube requires at least three chapters, and this video has ${String(problem.count)}. Add some with Edit the list.`;
    case 'too-long':
      return `The text has ${String(problem.bytes)} bytes, and a description on YouTube may have 5000. Shorten titles, or remove chapters.`;
    case 'first-late':
      return `Starts at ${problem.time}. YouTube requires the first chapter to start at 0:00: set its time to 0:00.`;
    case 'too-short':
      return problem.isLast
        ? `Lasts ${seconds(problem.seconds)} to the end of the video. YouTube requires 10: start it at ${problem.startTime} or earlier, or remove it.`
        : `Lasts ${seconds(problem.seconds)}. YouTube requires 10: start the next one at ${problem.startTime} or later, or remove one of the two.`;
    case 'brackets':
      return 'YouTube does not accept < or > in a description. Write the title without them.';
  }
}

/** What is wrong with a pasted line, and how to correct it. */
function lineProblem(problem: LineProblem): string {
  switch (problem.kind) {
    case 'no-time':
      return 'The line must begin with a time. Write it as 5:00 Title.';
    case 'time-last':
      return `The time is at the end. Write it as ${problem.turned}.`;
    case 'bad-time':
      return `${problem.written} is not a time. Write minutes and seconds as 5:00, with hours as 1:05:00; both go up to 59.`;
    case 'bad-end':
      return `The end ${problem.end} is before the start ${problem.time}. Correct it, or remove it.`;
    case 'two-times':
      return `This line has two times. Write ${problem.time} - ${problem.second} Title if the chapter ends at the second, or ${problem.time} | ${problem.second} if its title begins with it.`;
    case 'columns':
      return `This line has more than a time and a title: ${problem.extra}. Remove the other columns.`;
    case 'bad-json':
      return 'This JSON has no chapters that can be read. Paste the whole file, or lines such as 5:00 Title.';
    case 'other-format':
      return `Chapters in a ${problem.format} file cannot be read. Paste lines such as 5:00 Title.`;
    case 'no-title':
      return `The title is missing. Write it after the time, as ${problem.time} Title.`;
    case 'long-title':
      return `The title has ${String(problem.length)} characters, and the limit is ${String(problem.limit)}. Shorten it by ${String(problem.length - problem.limit)}.`;
    case 'first-late':
      return `The first chapter starts at 0:00. Write 0:00 ${problem.title}, or a line for 0:00 above it.`;
    case 'not-after':
      return `${problem.time} is not after ${problem.earlier} in line ${String(problem.otherLine)}. Put the lines in order, or correct the time.`;
    case 'twice':
      return `${problem.time} is already in line ${String(problem.otherLine)}. Remove one of the two, or correct its time.`;
    case 'past-end':
      return `The video ends at ${problem.end}. Write an earlier time than ${problem.time}, or remove the line.`;
    case 'too-many':
      return `A video has at most ${String(problem.limit)} chapters. Remove this line and all lines below it.`;
  }
}

export const exportStrings = {
  headings: { chapters: 'Chapters', transcript: 'Transcript', notes: 'Show notes', all: 'Everything' },
  noRecognised: 'The recognised words could not be loaded, so no file was made. Please try again.',
  transcriptOf: (speaker: string) => `Transcript: only ${speaker}`,
  fileSuffixes: {
    youtube: 'YouTube chapters.txt',
    chapters: 'chapters.vtt',
    vtt: 'transcript.vtt',
    srt: 'transcript.srt',
    text: 'transcript.txt',
    notes: 'show notes.md',
    json: '.json',
  },
  close: 'Close',

  youtubeTitle: 'YouTube would not accept these chapters',
  youtubeNote: (count: number) =>
    `${counted(count, 'thing', 'things')} to correct. You can still use the text.`,
  youtubeProblem,
  preview: 'Preview',
  lineProblem,
  leftOut: (words: string) => `“${words}” has no time, and is left out.`,
  more: (count: number) => `And ${counted(count, 'more line', 'more lines')} to correct.`,
  problems: (count: number) => `${counted(count, 'line', 'lines')} to correct before this can be saved.`,
  summary: ({ total, matchCount, lost }: { total: number; matchCount: number; lost: number }) =>
    [
      `${counted(total, 'chapter', 'chapters')}.`,
      `${counted(matchCount, 'keeps its', 'keep their')} summary, quotes and search text,`,
      `${counted(total - matchCount, 'starts', 'start')} empty.`,
      lost === 0
        ? 'No text is lost.'
        : `${counted(lost, 'current chapter loses its', 'current chapters lose their')} texts.`,
    ].join(' '),
  loseTitle: (count: number) =>
    count === 1
      ? 'One chapter will be deleted with its texts'
      : `${String(count)} chapters will be deleted with their texts`,
  loseText: (count: number) =>
    count === 1
      ? 'No line starts at its time. Its summary, quotes and search text will be deleted:'
      : 'No line starts at their times. Their summaries, quotes and search texts will be deleted:',
  done: (count: number) => `${counted(count, 'chapter', 'chapters')} set.`,
  failed: 'The chapters were not saved. Please try again.',
} as const;
