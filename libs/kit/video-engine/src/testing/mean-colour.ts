import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Mean colour (red, green, blue) of a picture, of a box of it, or of the frame of a video at a time in seconds. */
export async function meanColour(image: string, crop = 'iw:ih:0:0', at = 0): Promise<number[]> {
  const { stdout } = await run(
    'ffmpeg',
    [
      '-v',
      'error',
      // The reader of still pictures knows no seeking.
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
