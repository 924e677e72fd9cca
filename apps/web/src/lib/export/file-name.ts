import { typedLine } from '@vault/contracts';

/** What some system forbids in a name. */
const forbidden = /[<>:"/\\|?*\p{Cs}]+/gu;
/** Names of devices, with any ending. */
const device = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$| )/i;
/** Most systems take 255 bytes; what follows the title and the browser's own ` (1)` want theirs. */
const mostBytes = 160;

function clip(text: string): string {
  let bytes = 0;
  let clipped = '';
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    bytes += new Blob([segment]).size;
    if (bytes > mostBytes) break;
    clipped += segment;
  }
  return clipped;
}

/**
 * The name of a file about a video, safe on every system.
 * @param ending what follows the title, such as `transcript.vtt`; with a point in front it follows directly
 */
export function fileName(title: string, ending: string): string {
  const words = typedLine(title.normalize('NFC')).replace(forbidden, ' ').replace(/\s+/g, ' ');
  // Points and spaces at the ends: hidden here, cut off there.
  const bare = clip(words.replace(/^[. ]+/, '')).replace(/[. ]+$/, '');
  const name = device.test(bare) ? `_${bare}` : bare || 'webinar';
  return ending.startsWith('.') ? `${name}${ending}` : `${name} - ${ending}`;
}
