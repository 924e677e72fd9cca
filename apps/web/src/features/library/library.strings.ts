import { countOf } from '../../lib/format/format-number.ts';

export const libraryStrings = {
  title: 'Library',
  namesToCheck: (count: number) => `${countOf(count, 'name')} to check`,
  untitled: 'Untitled webinar',
  open: (title: string, duration: string) => (duration ? `Open ${title}, ${duration}` : `Open ${title}`),
  playHere: (title: string) => `Play ${title} here`,
  stopHere: (title: string) => `Stop playing ${title} here`,
  count: (total: number) => (total === 1 ? '1 video' : `${total.toLocaleString('en')} videos`),
  openUploads: (count: number) => (count === 1 ? 'and 1 open upload' : `and ${String(count)} open uploads`),
  upgrade: 'Ask for an upgrade',
  unsaved: 'Not saved yet. Leave the field to try again; Escape restores the saved text.',
  tryAgain: 'Try again',
} as const;
