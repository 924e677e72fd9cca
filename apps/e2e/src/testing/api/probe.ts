import { execFileSync } from 'node:child_process';

/** Data of a media file from ffprobe: picture size, counted frames, and duration. */
export interface Probed {
  readonly width: number;
  readonly height: number;
  readonly frames: number;
  readonly seconds: number;
  readonly format: string;
}

/** Reads a complete media file. */
export function probe(path: string): Probed {
  const entries = 'stream=width,height,nb_read_frames:format=duration,format_name';
  const args = ['-v', 'error', '-select_streams', 'v:0', '-count_frames', '-show_entries', entries];
  const text = execFileSync('ffprobe', [...args, '-of', 'json', path], { encoding: 'utf8' });
  const { streams, format } = JSON.parse(text) as {
    streams: [{ width: number; height: number; nb_read_frames: string }];
    format: { duration?: string; format_name: string };
  };
  const [{ width, height, nb_read_frames: frames }] = streams;
  return {
    width,
    height,
    frames: Number(frames),
    seconds: Number(format.duration ?? 0),
    format: format.format_name,
  };
}
