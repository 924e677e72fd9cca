import type { ClipRecord } from '@vault/contracts';
import type { Size } from './framed-size.ts';
import { formatTenths, formatTimeCode } from '../../../lib/format/format-duration.ts';

/** How a clip shows the recording. */
export type ClipLook = Pick<ClipRecord, 'frame' | 'centre' | 'fit' | 'captions'>;
type Look = Omit<ClipLook, 'centre'>;
type Span = Pick<ClipRecord, 'from' | 'to'>;

const frames = { recorded: undefined, square: 'Square', portrait: 'Vertical' } as const;
const captions = { none: undefined, burned: 'captions burned in', beside: 'captions beside' } as const;

/** `01:10.2–01:24.0 · 13.8 s`. */
export function spanText({ from, to }: Span): string {
  return `${formatTenths(from)}–${formatTenths(to)} · ${(to - from).toFixed(1)} s`;
}

/** How the clip differs from the recording; empty when it does not. */
export function lookText(clip: Look): string {
  const frame = frames[clip.frame];
  const framed = frame && clip.fit === 'bars' ? `${frame} with bars` : frame;
  const words = [framed, captions[clip.captions]].filter((word) => word !== undefined).join(', ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What a crop leaves of the picture. @param kept the part of the width, 0 to 1 */
export function frameText(kept: number, size: Size | undefined): string {
  const cut = Math.round((1 - kept) * 100);
  const cutText =
    cut === 0
      ? 'Nothing at the sides is cut off.'
      : `${String(cut)}% of the width is cut off. Drag the frame to choose what stays.`;
  return withSize(cutText, size);
}

/** What a frame with bars shows. */
export function barsText(size: Size | undefined): string {
  return withSize('Nothing is cut off. The rest of the frame is black.', size);
}

function withSize(text: string, size: Size | undefined): string {
  if (!size) return text;
  return `${text} The clip is at most ${String(size.width)} × ${String(size.height)} pixels.`;
}

function timeOf(seconds: number): string {
  const millis = Math.round(seconds * 1_000) % 1_000;
  return `${formatTimeCode(seconds)}${millis === 0 ? '' : `.${String(millis).padStart(3, '0')}`}`;
}

/** The name of a clip's file, without its extension. */
export function clipFileName({ from, to, ...look }: Span & Look): string {
  const parts = [`clip_${timeOf(from)}-${timeOf(to)}`];
  if (look.frame !== 'recorded') parts.push(look.frame, ...(look.fit === 'bars' ? ['bars'] : []));
  if (look.captions === 'burned') parts.push('captions');
  return parts.join('_');
}

/** The extension of a clip's file by its address: m4a for audio, else mp4. */
export function extensionOf(link: string): 'm4a' | 'mp4' {
  return /\.m4a(\?|$)/.test(link) ? 'm4a' : 'mp4';
}
