import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Measures the mean colour (red, green, blue) of a picture, of a crop of it, or of a video's frame at `at` seconds. */
export async function meanColour(image: string, crop = 'iw:ih:0:0', at = 0): Promise<number[]> {
  const { stdout } = await run(
    'ffmpeg',
    [
      '-v',
      'error',
      // The demuxer of still pictures does not support seeking.
      ...(at > 0 ? ['-ss', String(at)] : []),
      '-i',
      image,
      '-vf',
      `crop=${crop},scale=1:1:flags=area,format=rgb24`,
      '-frames:v',
      '1',
      '-f',
      'rawvideo',
      '-',
    ],
    { encoding: 'buffer' },
  );
  return [...stdout];
}
