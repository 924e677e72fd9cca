import type { TextEncoding } from '@vault/text-file';
import { countOf } from '../../lib/format/format-number.ts';

const changes = (count: number) => (count === 1 ? '1 change' : `${String(count)} changes`);

export const transcriptStrings = {
  notSaved: (count: number) => `Not saved: ${changes(count)} to the transcript, kept only on this page.`,
  notSavedYet: (count: number) => `${changes(count)} to the transcript not saved yet.`,
  toChoose: (count: number) =>
    count === 1 ? '1 line was changed elsewhere too.' : `${String(count)} lines were changed elsewhere too.`,
  leaveText: 'Changes to the transcript are not saved, and this browser cannot keep them.',
  inTwoLines: (count: number) =>
    count === 1
      ? '1 more place begins in one line and ends in the next: join the lines to replace it.'
      : `${String(count)} more places begin in one line and end in the next: join the lines to replace them.`,
  glossaryApplied: (count: number) => `The glossary corrected ${countOf(count, 'line')}.`,
  toGlossary: 'Glossary',
  names: (count: number) => `Names (${String(count)})`,
  namesTitle: 'Names to check in this video',
  namesNote:
    'These words sound like names in your glossary. “Yes” corrects them in new videos, and you choose the lines here. “No” ends the suggestion in all videos.',
  close: 'Close',
  soundsLike: (found: string, term: string) => `“${found}” sounds like “${term}”`,
  lines: (count: number) => countOf(count, 'line'),
  itIs: (term: string) => `Yes, ${term}`,
  no: 'No',
  isNot: (found: string, term: string) => `No, “${found}” is not “${term}”`,
  refused: (found: string, term: string) =>
    `“${found}” is not suggested for “${term}” again, in any of your videos.`,
  notRefused: 'Your answers were not saved. Check the connection, and answer once more.',
  notAdded: 'This was not saved. Check the connection, and try again.',
  isWrongForm: (found: string, term: string) => `In new videos, “${found}” becomes “${term}” from now on.`,
  noPlaces: 'It no longer occurs in this transcript.',
  replaceAt: (words: string, time: string) => `Replace “${words}” at ${time}`,
  placesOf: (found: string) => `Places of “${found}”`,
  applyTo: (count: number) => (count === 0 ? 'Apply' : `Apply to ${countOf(count, 'line')}`),
  applied: (count: number, skippedCount: number) =>
    [
      `${countOf(count, 'line')} corrected.`,
      ...(skippedCount > 0 ? [`${countOf(skippedCount, 'line')} changed meanwhile: not corrected.`] : []),
    ].join(' '),
  undo: 'Undo',
  allNames: 'No names wait in this video.',
  offer: {
    label: 'A name that you corrected',
    changed: (found: string, term: string) => `You changed “${found}” to “${term}”.`,
    reach: 'Below the transcript you can have it always written like this.',
    always: 'Always write it like this',
    later: 'Not now',
    close: 'Close',
    added: (found: string, term: string) => `In new videos, “${found}” becomes “${term}” from now on.`,
    more: (count: number) =>
      count === 1 ? '1 more line here has it.' : `${countOf(count, 'more line')} here have it.`,
    correct: (count: number) => `Correct ${countOf(count, 'line')}`,
  },
  speakers: {
    title: (time: string) => `Who is speaking at ${time}?`,
    close: 'Close',
    name: 'Speaker',
    suggestions: 'Known speakers',
    lines: (count: number) => countOf(count, 'line'),
    scope: 'Apply to',
    scopes: {
      selected: (count: number) => `The ${countOf(count, 'selected line')}`,
      line: () => 'This line',
      rest: (count: number) => `From here until the next speaker (${countOf(count, 'line')})`,
      turn: (count: number) => `Everything this speaker says here (${countOf(count, 'line')})`,
      all: (count: number, speaker: string | undefined) =>
        speaker === undefined
          ? `All lines without a speaker (${countOf(count, 'line')})`
          : `All lines of “${speaker}” in this video (${countOf(count, 'line')})`,
    },
    inVideos: (count: number) => `in ${countOf(count, 'video')}`,
    everywhere: {
      scope: (speaker: string, lines: number, videos: number) =>
        `All lines of “${speaker}” in all your videos (${countOf(lines, 'line')} in ${countOf(videos, 'video')})`,
      title: (from: string, to: string) => `“${from}” becomes “${to}”`,
      question: (lines: number, videos: number) =>
        `${countOf(lines, 'line')} in ${countOf(videos, 'video')}.`,
      merged: (to: string, videos: number) =>
        `“${to}” already speaks in ${countOf(videos, 'video')}. The two are merged there, which cannot be undone.`,
      confirm: (videos: number) => `Rename in ${countOf(videos, 'video')}`,
      back: 'Back',
      unsaved: 'Changes to this transcript are not saved yet. Save them first.',
      failed: 'This was not saved. Check the connection, and try again.',
    },
    clear: 'No speaker',
    cancel: 'Cancel',
    set: 'Save',
    done: (name: string | undefined, count: number) =>
      name === undefined
        ? `${countOf(count, 'line')} now without a speaker.`
        : `${countOf(count, 'line')} assigned to ${name}.`,
    change: (time: string) => `Change the speaker at ${time}`,
    unknown: 'Speaker unknown',
    ofSelection: 'Speaker',
    filter: 'Lines of',
  },
  recognisedWords: 'Original words',
  captions: {
    menu: 'Captions',
    uploadedMenu: 'Uploaded captions',
    replace: 'Replace captions…',
    upload: 'Upload captions',
    restore: 'Restore the automatic captions',
    restoring: 'Restoring…',
    title: 'Replace captions',
    uploadTitle: 'Upload captions',
    note: 'A WebVTT (.vtt) or SubRip (.srt) file, up to 2 MiB. SBV and ASS files work too.',
    drop: 'Drop the file here',
    isOver: 'Drop to open',
    or: 'or',
    choose: 'Choose a file',
    chooseOther: 'Choose another file',
    reading: 'Reading the file…',
    tooLarge: 'This file is too large. A file with captions may have at most 2 MiB.',
    unreadable: 'The browser could not read this file. Please choose it again.',
    problems: (count: number, isMore: boolean) =>
      `No caption of this file can be read. ${isMore ? 'At least ' : ''}${countOf(count, 'line is', 'lines are')} wrong: correct the file and choose it again.`,
    problemList: 'Wrong lines of the file',
    line: (line: number) => `Line ${String(line)}`,
    looksRight: 'Does this look right?',
    encodings: {
      'utf-8': 'Unicode (UTF-8)',
      'utf-16le': 'Unicode (UTF-16)',
      'utf-16be': 'Unicode (UTF-16, big-endian)',
      'windows-1252': 'Western European (Windows-1252)',
      'windows-1250': 'Central European (Windows-1250)',
      'windows-1251': 'Cyrillic (Windows-1251)',
      shift_jis: 'Japanese (Shift JIS)',
      gb18030: 'Chinese, simplified (GB 18030)',
      big5: 'Chinese, traditional (Big5)',
      'euc-kr': 'Korean (EUC-KR)',
      'euc-jp': 'Japanese (EUC-JP)',
      'windows-1253': 'Greek (Windows-1253)',
      'windows-1254': 'Turkish (Windows-1254)',
      'windows-1255': 'Hebrew (Windows-1255)',
      'windows-1256': 'Arabic (Windows-1256)',
      'windows-1257': 'Baltic (Windows-1257)',
      'windows-874': 'Thai (Windows-874)',
      macintosh: 'Western European (Mac)',
      'koi8-u': 'Cyrillic (KOI8)',
      'iso-8859-2': 'Central European (ISO 8859-2)',
      'iso-8859-5': 'Cyrillic (ISO 8859-5)',
      'x-mac-cyrillic': 'Cyrillic (Mac)',
      ibm866: 'Cyrillic (DOS)',
      'iso-2022-jp': 'Japanese (ISO-2022-JP)',
    } satisfies Record<TextEncoding, string>,
    firstCaptions: 'First captions of the file',
    repaired: (count: number) => `${countOf(count, 'line was', 'lines were')} repaired`,
    leftOut: (count: number) => `${countOf(count, 'line is', 'lines are')} left out`,
    notNamed: (count: number) => `${countOf(count, 'more line', 'more lines')}.`,
    found: (count: number) => countOf(count, 'caption', 'captions'),
    speakers: (names: readonly string[]) => {
      const shown = names.slice(0, 6).join(', ');
      return `Speakers: ${shown}${names.length > 6 ? ` and ${String(names.length - 6)} more` : ''}`;
    },
    effect: {
      host: 'They replace the automatic captions, which are kept and can be restored.',
      upload: 'They replace the uploaded captions, which are not kept.',
      none: 'Chapters, quotes and the search will use them.',
    },
    chapters: 'Chapters that nobody has edited are generated again.',
    review: 'The “Reviewed” mark is removed.',
    lost: (corrected: number, named: number) => {
      const parts = [
        corrected === 0 ? '' : countOf(corrected, 'corrected line', 'corrected lines'),
        named === 0 ? '' : `the speakers of ${countOf(named, 'line')}`,
      ].filter((part) => part !== '');
      const text = parts.join(' and ');
      return text === '' ? '' : `${text.charAt(0).toUpperCase()}${text.slice(1)} will be lost.`;
    },
    keepCopy: 'Download the current captions:',
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
    recognise: 'Transcribe again…',
    recogniseTitle: 'Transcribe this video again',
    language: 'Language spoken',
    anyLanguage: 'Detect automatically',
    recogniseEffect: {
      host: 'The current captions stay until the new ones are ready. Corrections that you make until then are lost.',
      upload:
        'The uploaded captions stay in use. To use the new ones, restore the automatic captions when they are ready.',
      none: 'Chapters, quotes and the search will use the new captions.',
    },
    recogniseConfirm: 'Transcribe again',
    recognising: 'The video is being transcribed again.',
    notBegun: 'Transcription did not start. Please try again.',
    notRecognised: 'The video could not be transcribed again:',
    whenReady: 'Available when this video is ready.',
    restoreQuestion: 'Restore the automatic captions?',
    restoreText:
      'The uploaded captions are removed, and chapters that nobody has edited are generated again.',
    restoreConfirm: 'Restore',
    restored: 'The automatic captions are back. New chapters are being generated.',
    notRestored: 'The captions were not restored. Please try again.',
  },
} as const;
