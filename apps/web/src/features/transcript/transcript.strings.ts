import { countOf } from '../../lib/format/format-number.ts';

const changes = (count: number) => (count === 1 ? '1 change' : `${String(count)} changes`);

export const transcriptStrings = {
  notSaved: (count: number) => `Not saved: ${changes(count)} of the transcript only on this page.`,
  notSavedYet: (count: number) => `${changes(count)} of the transcript not saved yet.`,
  toChoose: (count: number) =>
    count === 1 ? '1 line was changed elsewhere too.' : `${String(count)} lines were changed elsewhere too.`,
  leaveText: 'Changes of the transcript are not saved, and this browser cannot keep them.',
  glossaryApplied: (count: number) => `The glossary corrected ${countOf(count, 'line')}.`,
  toGlossary: 'Glossary',
  names: (count: number) => `Names (${String(count)})`,
  namesTitle: 'Names in this video',
  namesNote: 'Words that sound like a name of your glossary. Only you know whether they are meant.',
  close: 'Close',
  soundsLike: (found: string, term: string) => `“${found}” sounds like “${term}”`,
  lines: (count: number) => countOf(count, 'line'),
  itIs: (term: string) => `It is ${term}`,
  no: 'No',
  isNot: (found: string, term: string) => `No, “${found}” is not “${term}”`,
  noLongerProposed: (found: string) => `“${found}” is not proposed again in this session.`,
  notAdded: 'This was not saved. Check the connection, and try again.',
  isWrongForm: (found: string, term: string) =>
    `“${found}” is now a wrong form of “${term}” in your glossary.`,
  noPlaces: 'It no longer stands in this transcript.',
  replaceAt: (words: string, time: string) => `Replace “${words}” at ${time}`,
  placesOf: (found: string) => `Places of “${found}”`,
  applyTo: (count: number) => (count === 0 ? 'Apply' : `Apply to ${countOf(count, 'line')}`),
  applied: (count: number, left: number) =>
    [
      `${countOf(count, 'line')} corrected.`,
      ...(left > 0 ? [`${countOf(left, 'line')} changed meanwhile: not corrected.`] : []),
    ].join(' '),
  undo: 'Undo',
  allNames: 'No more names.',
  recognisedWords: 'Recogniser’s words',
  captions: {
    menu: 'Captions',
    uploadedMenu: 'Uploaded captions',
    replace: 'Replace captions…',
    upload: 'Upload captions',
    restore: 'Restore the recognised captions',
    restoring: 'Restoring…',
    title: 'Replace captions',
    uploadTitle: 'Upload captions',
    note: 'A WebVTT (.vtt) or SubRip (.srt) file, up to 2 MiB.',
    drop: 'Drop the file here',
    isOver: 'Drop to read',
    or: 'or',
    choose: 'Choose a file',
    chooseOther: 'Choose another file',
    reading: 'Reading the file…',
    tooLarge: 'This file is too large. A file with captions may have at most 2 MiB.',
    unreadable: 'The browser could not read this file. Please choose it again.',
    problems: (count: number, isMore: boolean) =>
      `${isMore ? 'At least ' : ''}${countOf(count, 'line is', 'lines are')} wrong. Correct the file and choose it again.`,
    problemList: 'Wrong lines of the file',
    line: (line: number) => `Line ${String(line)}`,
    found: (count: number) => countOf(count, 'caption', 'captions'),
    speakers: (names: readonly string[]) => {
      const shown = names.slice(0, 6).join(', ');
      return `Speakers: ${shown}${names.length > 6 ? ` and ${String(names.length - 6)} more` : ''}`;
    },
    effect: {
      host: 'They replace the recognised captions, which are kept and can be restored.',
      upload: 'They replace the uploaded captions, which are not kept.',
      none: 'Chapters, quotes and the search will use them.',
    },
    chapters: 'Chapters that nobody has edited are generated again.',
    review: 'The review is withdrawn.',
    lost: (count: number) =>
      count === 0 ? '' : `${countOf(count, 'corrected line', 'corrected lines')} will be lost.`,
    keepCopy: 'Download the present captions:',
    webVtt: 'WebVTT',
    srt: 'SRT',
    fileSuffix: 'transcript',
    confirm: 'Replace captions',
    confirmUpload: 'Use these captions',
    sending: 'Replacing the captions…',
    replaced: 'The captions were replaced. New chapters are being generated.',
    notReplaced: 'The captions were not replaced. Please try again.',
    cancel: 'Cancel',
    close: 'Close',
    restoreQuestion: 'Restore the recognised captions?',
    restoreText:
      'The uploaded captions are removed, and chapters that nobody has edited are generated again.',
    restoreConfirm: 'Restore',
    restored: 'The recognised captions are back. New chapters are being generated.',
    notRestored: 'The captions were not restored. Please try again.',
  },
} as const;
