import { cutText } from '@vault/webvtt';

const maxLetters = 60;

/**
 * The folder name of a video: day, title and the beginning of its id, in characters that every file system supports.
 * The id distinguishes videos with the same title.
 */
export function folderName({ id, title, createdAt }: NamedVideo): string {
  const day = new Date(createdAt * 1_000).toISOString().slice(0, 10);
  const words = title
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  const short = cutText(words, maxLetters).replace(/-+$/, '');
  return [day, short, id.replace(/[^A-Za-z0-9]/g, '').slice(0, 8)].filter((part) => part !== '').join('-');
}

interface NamedVideo {
  readonly id: string;
  readonly title: string;
  /** Epoch seconds. */
  readonly createdAt: number;
}
