import type { LineProblem } from '../../lib/export/read-chapter-list.ts';
import type { YouTubeProblem } from '../../lib/export/youtube-chapters.ts';

const counted = (count: number, one: string, many: string) => `${String(count)} ${count === 1 ? one : many}`;
const seconds = (count: number) => counted(count, 'second', 'seconds');

/** What YouTube does not accept, and how to correct it. */
function youtubeProblem(problem: YouTubeProblem): string {
  switch (problem.kind) {
    case 'too-few':
      return `YouTube wants three chapters at least, and this video has ${String(problem.count)}. Add some with Edit the list.`;
    case 'too-long':
      return `The text has ${String(problem.bytes)} bytes, and a description on YouTube takes 5000. Shorten titles, or leave chapters out.`;
    case 'first-late':
      return `Starts at ${problem.time}. YouTube wants the first chapter at 0:00: set its time to 0:00.`;
    case 'too-short':
      return problem.isLast
        ? `Lasts ${seconds(problem.seconds)} to the end of the video. YouTube wants 10: start it at ${problem.startTime} or earlier, or leave it out.`
        : `Lasts ${seconds(problem.seconds)}. YouTube wants 10: start the next one at ${problem.startTime} or later, or leave one of the two out.`;
    case 'brackets':
      return 'YouTube does not accept < or > in a description. Write the title without them.';
  }
}

/** What is wrong with a pasted line, and how to correct it. */
function lineProblem(problem: LineProblem): string {
  switch (problem.kind) {
    case 'no-time':
      return 'There is no time at the front. Write it as 5:00 Title.';
    case 'time-last':
      return `The time stands at the end. Write it as ${problem.turned}.`;
    case 'bad-time':
      return `${problem.written} is not a time. Write minutes and seconds as 5:00, with hours as 1:05:00; both go up to 59.`;
    case 'no-title':
      return `There is no title. Write it behind the time, as ${problem.time} Title.`;
    case 'long-title':
      return `The title has ${String(problem.length)} characters, and ${String(problem.limit)} is the most. Shorten it by ${String(problem.length - problem.limit)}.`;
    case 'first-late':
      return `The first chapter starts at 0:00. Write 0:00 ${problem.title}, or a line for 0:00 above it.`;
    case 'not-after':
      return `${problem.time} is not after ${problem.earlier} in line ${String(problem.otherLine)}. Put the lines in order, or correct the time.`;
    case 'twice':
      return `${problem.time} is already in line ${String(problem.otherLine)}. Leave one of the two out, or correct its time.`;
    case 'past-end':
      return `The video ends at ${problem.end}. Write an earlier time than ${problem.time}, or leave the line out.`;
    case 'too-many':
      return `A video has at most ${String(problem.limit)} chapters. Leave out this line and those below it.`;
  }
}

export const exportStrings = {
  menu: 'Export',
  headings: { chapters: 'Chapters', transcript: 'Transcript', notes: 'Show notes', all: 'Everything' },
  copyYouTube: 'Copy for YouTube',
  saveYouTube: 'Text for YouTube',
  saveChapters: 'WebVTT chapters',
  saveVtt: 'WebVTT',
  saveSrt: 'SubRip (SRT)',
  saveText: 'Plain text',
  copyNotes: 'Copy as Markdown',
  saveNotes: 'Markdown',
  saveJson: 'JSON',
  paste: 'Paste chapters…',
  undoPaste: 'Undo pasted chapters',
  fileSuffixes: {
    youtube: 'YouTube chapters.txt',
    chapters: 'chapters.vtt',
    vtt: 'transcript.vtt',
    srt: 'transcript.srt',
    text: 'transcript.txt',
    notes: 'show notes.md',
    json: '.json',
  },
  noTranscript: 'There is no transcript.',
  pendingTranscript: 'The transcript is being made.',
  brokenTranscript: 'The transcript could not be read.',
  copiedYouTube: 'Chapters for YouTube copied.',
  copiedNotes: 'Show notes copied.',
  copyFailed: 'The browser did not allow copying. Download the file instead.',
  saved: (name: string) => `${name} downloaded.`,
  close: 'Close',
  cancel: 'Cancel',

  youtubeTitle: 'YouTube would not make chapters of this',
  youtubeNote: (count: number) =>
    `${counted(count, 'thing', 'things')} to correct. The text can be used as it is.`,
  youtubeText: 'Text for the description',
  youtubeLine: (line: number) => `Line ${String(line)}`,
  youtubeWhole: 'The whole text',
  youtubeProblem,
  copyAnyway: 'Copy anyway',
  saveAnyway: 'Download anyway',
  editList: 'Edit the list',

  pasteTitle: 'Paste chapters',
  pasteNote: 'A list as it stands under a video, on YouTube or in your notes.',
  pasteLabel: 'One chapter in a line: its time, then its title',
  pastePlaceholder: '0:00 Welcome\n5:00 Three numbers\n15:30 Questions',
  pastePresent: 'Begin with the present list',
  preview: 'Preview',
  previewEmpty: 'What you paste is shown here, line by line.',
  lineProblem,
  line: (line: number) => `Line ${String(line)}`,
  more: (count: number) => `And ${counted(count, 'more line', 'more lines')} to correct.`,
  problems: (count: number) => `${counted(count, 'line', 'lines')} to correct before this can be saved.`,
  kept: 'Keeps its texts',
  fresh: 'New',
  summary: ({ total, kept, lost }: { total: number; kept: number; lost: number }) =>
    [
      `${counted(total, 'chapter', 'chapters')}.`,
      `${counted(kept, 'keeps its', 'keep their')} summary, quotes and search text,`,
      `${counted(total - kept, 'starts', 'start')} empty.`,
      lost === 0
        ? 'No text is lost.'
        : `${counted(lost, 'present chapter loses its', 'present chapters lose their')} texts.`,
    ].join(' '),
  same: 'These are the chapters as they are now.',
  save: 'Set chapters',
  saving: 'Setting chapters…',
  loseTitle: (count: number) =>
    count === 1 ? 'One chapter goes, with its texts' : `${String(count)} chapters go, with their texts`,
  loseText: (count: number) =>
    count === 1
      ? 'No line has its time. Its summary, quotes and search text go with it:'
      : 'No line has their times. Their summaries, quotes and search texts go with them:',
  loseConfirm: 'Set chapters anyway',
  loseBack: 'Back to the list',
  leaveTitle: 'The list is not saved',
  leaveText: 'What you pasted is gone when you leave.',
  leaveConfirm: 'Leave',
  leaveBack: 'Stay',
  done: (count: number) => `${counted(count, 'chapter', 'chapters')} set.`,
  undo: 'Undo',
  undone: 'Chapters are as they were.',
  failed: 'The chapters were not saved. Please try again.',
  conflict:
    'The chapters have changed meanwhile. The preview shows what your list makes of them now: look at it, then set them.',
  undoConflict: 'The chapters have changed since. Nothing was undone.',
} as const;
