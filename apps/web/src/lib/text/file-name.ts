import { typedLine } from '@vault/contracts';

/** Characters that some system forbids in a file name. */
const forbidden = /[<>:"/\\|?*\p{Cs}]+/gu;
/** Device names of Windows, with any extension. */
const device = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$| )/i;
/** Most systems allow 255 bytes; the rest is for the suffix and the browser's ` (1)`. */
const maxBytes = 160;

function clip(text: string): string {
  let bytes = 0;
  let clipped = '';
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    bytes += new Blob([segment]).size;
    if (bytes > maxBytes) break;
    clipped += segment;
  }
  return clipped;
}

/**
 * The name of a file about a video, valid on every system.
 * @param suffix follows the title after ` - `, such as `transcript.vtt`; a suffix that begins with a dot is appended
 * directly
 */
export function fileName(title: string, suffix: string): string {
  const words = typedLine(title.normalize('NFC')).replace(forbidden, ' ').replace(/\s+/g, ' ');
  // A leading dot hides a file on some systems; others remove trailing dots and spaces.
  const bare = clip(words.replace(/^[. ]+/, '')).replace(/[. ]+$/, '');
  const name = device.test(bare) ? `_${bare}` : bare || 'webinar';
  return suffix.startsWith('.') ? `${name}${suffix}` : `${name} - ${suffix}`;
}
