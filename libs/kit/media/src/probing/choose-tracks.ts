import { MediaError } from '../tools/media-error.ts';
import type { MediaTools } from '../tools/media-tools.ts';
import { type SourceFacts, withSound, without } from './probe.ts';
import type { TrackStart } from './track-starts.ts';

const decodedSeconds = 30;
const decodeTimeoutMs = 300_000;

/**
 * Returns the properties of a file with the tracks that a person has chosen. The result replaces a recording that plays, so
 * each of them must give some picture or sound.
 *
 * @param facts with the chosen picture
 * @throws MediaError when a track cannot be used
 */
export async function chooseTracks(
  tools: MediaTools,
  path: string,
  facts: SourceFacts,
  { sound, signal }: { sound: number | undefined; signal: AbortSignal },
): Promise<SourceFacts> {
  const audio = sound === undefined ? facts.audio : facts.sounds.find(({ index }) => index === sound);
  if (sound !== undefined && audio === undefined) throw unusable('audio track');
  const selection = audio === undefined ? facts : withSound(facts, audio);
  const { video } = selection;
  if (video !== undefined && !(await decodes(tools, path, video, signal))) throw unusable('picture');
  if (audio !== undefined && !(await decodes(tools, path, audio, signal))) throw unusable('audio track');
  return selection;
}

/**
 * Returns the properties of a file that could not be packaged without its picture or its sound, when that one gives nothing and
 * the other does; undefined when this is not the reason.
 */
export async function withoutDamaged(
  tools: MediaTools,
  { source, facts, signal }: { source: string; facts: SourceFacts; signal: AbortSignal },
): Promise<SourceFacts | undefined> {
  const { video, audio } = facts;
  if (video === undefined || audio === undefined) return undefined;
  const hasPicture = await decodes(tools, source, video, signal);
  const hasSound = await decodes(tools, source, audio, signal);
  if (hasPicture === hasSound) return undefined;
  return without(facts, hasPicture ? 'audio' : 'video');
}

async function decodes(
  tools: MediaTools,
  input: string,
  { index, start }: TrackStart & { index: number },
  signal: AbortSignal,
): Promise<boolean> {
  try {
    const seconds = await tools.ffmpeg({
      input,
      inputOptions: ['-ss', Math.max(0, start).toFixed(3)],
      output: ['-map', `0:${index}`, '-t', String(decodedSeconds), '-f', 'null', '-'],
      timeoutMs: decodeTimeoutMs,
      signal,
      isTolerant: true,
    });
    return seconds > 0;
  } catch (error) {
    if (error instanceof MediaError && error.type === 'invalid_input') return false;
    throw error;
  }
}

function unusable(track: string): MediaError {
  return new MediaError('invalid_input', `This ${track} is damaged and cannot be used.`);
}
