import type { SearchField, SearchMatching } from '@vault/contracts';
import { countOf, formatNumber } from '../../lib/format-number.ts';

const fields: Record<SearchField, string> = {
  title: 'Title',
  description: 'Description',
  assetId: 'Asset ID',
  thumbnail: 'Thumbnail address',
  captionsTrackId: 'Captions track ID',
  transcript: 'Transcript',
  playback_id: 'Playback ID',
  'chapter title': 'Chapter title',
  'chapter summary': 'Chapter summary',
  'chapter quote': 'Chapter quote',
};

const looser: Record<SearchMatching, string> = {
  exact: '',
  near: 'No exact match. Shown: all words near each other.',
  any: 'No exact match. Shown: any of the words.',
  form: 'No exact match. Shown: other forms of the word.',
};

export const searchStrings = {
  label: 'Search webinars',
  busyLabel: (keyword: string) => `Search webinars, searching for ${keyword}`,
  placeholder: 'Search webinars...',
  clear: 'Clear the search',
  /** The shortcut key, shown in the box. */
  key: '/',
  searching: (keyword: string) => `Searching for : ${keyword}`,
  heading: (total: number, keyword: string) => `( ${String(total)} ) results for : ${keyword}`,
  firstOf: (shown: number, total: number) =>
    `Showing the first ${formatNumber(shown)} of ${formatNumber(total)}. A longer keyword leaves fewer.`,
  /** Notes on results that do not contain the exact keyword. */
  looser,
  moments: (total: number) => countOf(total, 'moment'),
  firstMoments: (shown: number, total: number) =>
    `The first ${formatNumber(shown)} of ${formatNumber(total)}. The video’s own search lists all.`,
  none: 'No matches found.',
  noneHint:
    'Words are found as they are spelled, in titles, descriptions, chapters, quotes and everything that is said. Try a shorter part of the word, or look at its spelling.',
  failed: 'Error on the server',
  close: 'Close the results',
  results: 'Results',
  matchCase: 'Match case',
  foundIn: (field: string) => `found in ${field}`,
  matchHint: (field: string) =>
    `The keyword was found in this field: ${field}. Upper and lower case make no difference.`,
  fields,
  untitled: 'Untitled webinar',
  open: (title: string) => `Open ${title}`,
  openAt: (title: string, time: string) => `Open ${title} at ${time}`,
  shortcuts: 'Keyboard shortcuts',
  closeShortcuts: 'Close',
  keys: [
    { keys: ['/', 'Ctrl K', '⌘ K'], meaning: 'Search your webinars' },
    { keys: ['↑', '↓'], meaning: 'Move through the results' },
    { keys: ['Enter'], meaning: 'Search, or open the result' },
    { keys: ['Esc'], meaning: 'Close the results' },
    { keys: ['?'], meaning: 'Show this list' },
  ],
} as const;
