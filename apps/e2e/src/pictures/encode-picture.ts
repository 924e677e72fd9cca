import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';

const mostBytes = 150 * 1_024;

/** Encoders by how they write; each with its quality, best first. */
const forms = {
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

/** Writes a screenshot as a picture for the web, as good as fits its limit. @throws when no quality is small enough */
export function encodePicture(png: string, width: number, form: keyof typeof forms, file: string): void {
  const { coding, option, qualities, range } = forms[form];
  // Even in both directions, as the encoders want it, and in the colours that decoders expect of each form.
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
    if (statSync(file).size <= mostBytes) return;
  }
  throw new Error(`${file} is larger than ${String(mostBytes)} bytes in every quality.`);
}
