import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';

const maxBytes = 150 * 1_024;

/** Encoder options by format, with qualities, best first. */
const formats = {
  avif: {
    coding: '-c:v libsvtav1 -preset 4 -color_range pc -colorspace smpte170m'.split(' '),
    range: 'pc',
    option: '-crf',
    qualities: ['30', '36', '42', '48'],
  },
  webp: {
    coding: '-c:v libwebp -compression_level 6'.split(' '),
    range: 'tv',
    option: '-quality',
    qualities: ['86', '76', '64', '50'],
  },
} as const;

/** Encodes a screenshot for the web in the best quality within the size limit. @throws if no quality is small enough */
export function encodePicture(png: string, width: number, format: keyof typeof formats, file: string): void {
  const { coding, option, qualities, range } = formats[format];
  // The encoders need even dimensions; each format has its own colour range.
  const size = `${String(width)}:-2:flags=lanczos`;
  const scale = ['-vf', `scale=${size}:out_color_matrix=bt601:out_range=${range},format=yuv420p`];
  for (const quality of qualities) {
    const args = [
      '-y',
      '-v',
      'error',
      '-i',
      png,
      ...scale,
      ...coding,
      option,
      quality,
      '-frames:v',
      '1',
      file,
    ];
    execFileSync('ffmpeg', args, { stdio: ['ignore', 'ignore', 'pipe'] });
    if (statSync(file).size <= maxBytes) return;
  }
  throw new Error(`${file} is larger than ${String(maxBytes)} bytes in every quality.`);
}
