import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { MediaLimits } from '../common/limits.ts';
import type { PackagedMedia } from '../common/packaged-media.ts';
import type { ReportProgress, WorkStage } from '../common/work-stage.ts';
import { type SourceFacts, tooLongError } from '../probing/probe.ts';
import { MediaError } from '../tools/media-error.ts';
import type { FfmpegRun, MediaTools, Packet, PacketRun } from '../tools/media-tools.ts';
import { finishHls } from './finish-hls.ts';
import {
  type Playlist,
  hlsFiles,
  hlsOutput,
  playedSeconds,
  readPlaylist,
  segmentSeconds,
} from './hls-playlist.ts';
import {
  type PackagingMode,
  type PackagingPlan,
  copyMode,
  exactDurationFormats,
  isLongEncode,
  planPackaging,
} from './packaging-plan.ts';
import { type Track, readTracks } from './read-fragments.ts';
import { workTime } from './work-time.ts';

/** A source to package, and the folder for the result. */
export interface PackageRequest {
  source: string;
  facts: SourceFacts;
  /** An empty folder for the playlist and the media. */
  folder: string;
  /** Whether a long encode is allowed where copying is not possible. */
  mayTakeLong: boolean;
  /** The first mode to try; by default what fits is copied. */
  mode?: PackagingMode | undefined;
  signal: AbortSignal;
  onProgress: ReportProgress;
}

/** The packaged media, or the mode of the long encode that is needed. */
export type PackageResult = { media: PackagedMedia } | { media?: never; mode: PackagingMode };

/**
 * A picture whose key frames make longer segments is not copied: seeking would be slow, and ffmpeg keeps a segment in memory
 * until its end.
 */
const maxSegmentSeconds = 20;
/** A difference to the declared duration below this is rounding of containers, not a truncated file. */
const toleratedLossSeconds = 1;
/** Longer than a frame of sound or most pictures. */
const roundingSeconds = 0.1;
/** A player stops where a track has nothing for longer than this. */
const maxEmptySeconds = 0.5;
/** The share of the duration that may lack a picture before the picture is re-encoded to fill it. */
const toleratedGapShare = 0.05;

/**
 * Creates one MP4 whose fragments of about 6 s are the segments of HLS, and returns its properties. Returns a mode when
 * copying has shown that a long encode is needed but the request does not allow one.
 *
 * @throws MediaError when the source is damaged, ends before its declared end or plays longer than allowed
 */
export async function packageHls(
  tools: MediaTools,
  request: PackageRequest,
  limits: MediaLimits,
): Promise<PackageResult> {
  const { facts, mayTakeLong } = request;
  const endsAt = performance.now() + workTime(facts, 'encode', limits);
  let mode = request.mode ?? copyMode;
  if (await wouldHaveLongSegments(tools, request, { mode, limits })) {
    mode = { ...mode, picture: 'encode' };
    if (!mayTakeLong && isLongEncode(facts, mode)) return { mode };
  }
  let attempt = await packageOnce(tools, request, { limits, mode, endsAt });
  for (let next = improve(facts, attempt, mode); next !== undefined; next = improve(facts, attempt, mode)) {
    if (!mayTakeLong && isLongEncode(facts, next)) return { mode: next };
    mode = next;
    attempt = await packageOnce(tools, request, { limits, mode, endsAt });
  }
  if (attempt.duration > Math.max(facts.duration ?? 0, limits.maxDurationSeconds) + 1) {
    throw tooLongError(limits);
  }
  const { playlist, duration, video } = attempt;
  const audio = facts.audio && { channels: Math.min(2, facts.audio.channels) };
  request.onProgress('finishing');
  return { media: await finishHls(request.folder, playlist, { duration, video, audio }) };
}

interface Attempt {
  playlist: Playlist;
  /** In seconds. */
  duration: number;
  /** When the file ends: as it declares, if exactly, or else where its last track does. */
  end: number;
  /** When the sound ends, in seconds, and the longest time without any. */
  sound: { end: number; longestGap: number } | undefined;
  video: PackagedMedia['video'];
}

/** Returns how to package a source again, when a result has the wrong length or a track is empty for a while. */
function improve(facts: SourceFacts, attempt: Attempt, mode: PackagingMode): PackagingMode | undefined {
  const { end, sound } = attempt;
  const next: PackagingMode = { ...mode };
  if (mode.picture !== 'hold' && (hasWrongDuration(facts, attempt) || hasLongFrame(facts, attempt)))
    next.picture = 'hold';
  if (facts.video !== undefined && sound !== undefined && mode.sound !== 'fill') {
    const isShort = end - sound.end > maxEmptySeconds;
    if (isShort || sound.longestGap > maxEmptySeconds) next.sound = 'fill';
  }
  if (next.picture === mode.picture && next.sound === mode.sound) return undefined;
  return { ...next, end };
}

/** Whether a picture is to be copied whose key frames are too far apart; reads the whole file, which takes little. */
async function wouldHaveLongSegments(
  tools: MediaTools,
  { source, facts, signal }: PackageRequest,
  { mode, limits }: { mode: PackagingMode; limits: MediaLimits },
): Promise<boolean> {
  const { video } = facts;
  if (video === undefined || planPackaging(facts, mode).isEncodingVideo) return false;
  let start: number | undefined;
  let isLong = false;
  const onPacket = ({ time, isKey }: Packet): void => {
    start ??= time;
    isLong ||= time - start > maxSegmentSeconds;
    if (isKey && time - start >= segmentSeconds) start = time;
  };
  const timeoutMs = workTime(facts, 'copy', limits);
  await readPackets(tools, { input: source, track: String(video.index), timeoutMs, signal, onPacket });
  return isLong;
}

/**
 * Checks whether the segments play for another time than the file does. When frames last long and declare no
 * length, the last one gets the length of the one before, or a gap is left out; and the picture may end long before
 * the sound. A file that plays longer by more than its last segment really contains more than it declares: not wrong.
 */
function hasWrongDuration({ format, video }: SourceFacts, { playlist, end }: Attempt): boolean {
  if (video === undefined) return false;
  const { segments } = playlist;
  const beyond = playedSeconds(segments) - end;
  if (beyond < 0) return -beyond > toleratedLossSeconds + toleratedGapShare * end;
  if (!exactDurationFormats.test(format)) return false;
  return beyond > toleratedLossSeconds && beyond <= (segments.at(-1)?.seconds ?? 0) + toleratedLossSeconds;
}

/** Key frames are frequent enough by now, so only a frame that lasts as long makes a segment long. */
function hasLongFrame({ video }: SourceFacts, { playlist }: Attempt): boolean {
  return video !== undefined && playlist.segments.some(({ seconds }) => seconds > maxSegmentSeconds);
}

async function packageOnce(
  tools: MediaTools,
  request: PackageRequest,
  { limits, mode, endsAt }: { limits: MediaLimits; mode: PackagingMode; endsAt: number },
): Promise<Attempt> {
  const { facts, folder } = request;
  const plan = planPackaging(facts, mode);
  const declaredSeconds = exactDurationFormats.test(facts.format) ? facts.duration : undefined;
  const maxMs = workTime(facts, plan.isEncodingVideo ? 'encode' : 'copy', limits);
  const length = facts.duration ?? mode.end ?? (await readLength(tools, request, maxMs));
  const run = (stage: WorkStage): FfmpegRun => {
    request.onProgress(stage);
    return {
      input: request.source,
      inputOptions: plan.inputOptions,
      readsTwice: plan.readsTwice,
      output: [...plan.options, ...hlsOutput],
      cwd: folder,
      timeoutMs: Math.max(1, Math.min(maxMs, endsAt - performance.now())),
      signal: request.signal,
      onTime: (seconds) => {
        if (length !== undefined) request.onProgress(stage, (100 * seconds) / length);
      },
    };
  };
  const outputSeconds = await runWithFallback(tools, run, stageOf(mode, plan));
  const originalPlaylist = await readPlaylist(folder);
  const trackEnds = await measure(join(folder, hlsFiles.media), originalPlaylist);
  const playlist =
    facts.video === undefined
      ? originalPlaylist
      : extendLastSegment(originalPlaylist, declaredSeconds ?? trackEnds.end);
  const playedUntil = Math.max(outputSeconds, trackEnds.end, playedSeconds(playlist.segments));
  assertComplete(facts.duration, playedUntil);
  return {
    playlist,
    duration: actualDuration(facts.duration, playedUntil),
    end: declaredSeconds ?? trackEnds.end,
    sound: trackEnds.sound,
    video: plan.video && { ...plan.video, frameRate: facts.video?.frameRate ?? 0 },
  };
}

/** Reads the length of a recording that declares none, such as one from a browser; undefined when it cannot be read. */
async function readLength(
  tools: MediaTools,
  { source, facts, signal }: PackageRequest,
  timeoutMs: number,
): Promise<number | undefined> {
  const track = facts.video ?? facts.audio;
  if (track === undefined) return undefined;
  let end = 0;
  const onPacket = ({ time }: Packet): void => {
    end = Math.max(end, time - track.start);
  };
  await readPackets(tools, { input: source, track: String(track.index), timeoutMs, signal, onPacket });
  return end > 0 ? end : undefined;
}

/** Reads until the first damage: packaging itself detects it. */
async function readPackets(tools: MediaTools, run: PacketRun): Promise<void> {
  try {
    await tools.packets(run);
  } catch (error) {
    if (!(error instanceof MediaError)) throw error;
  }
}

/** The first run is strict. A second one skips damage as players do; other checks find out whether a file is complete. */
async function runWithFallback(
  tools: MediaTools,
  run: (stage: WorkStage) => FfmpegRun,
  stage: WorkStage,
): Promise<number> {
  try {
    return await tools.ffmpeg(run(stage));
  } catch (error) {
    if (!(error instanceof MediaError) || error.type !== 'invalid_input') throw error;
    return await tools.ffmpeg({ ...run('repairing'), isTolerant: true });
  }
}

function stageOf({ picture, sound }: PackagingMode, plan: PackagingPlan): WorkStage {
  if (picture === 'hold' || sound === 'fill') return 'repairing';
  const isEncoding = plan.isEncodingVideo || (plan.video === undefined && plan.isEncodingAudio);
  return isEncoding ? 'encoding' : 'copying';
}

function assertComplete(declaredSeconds: number | undefined, playedUntil: number): void {
  if (playedUntil <= 0) throw new MediaError('invalid_input', 'The file holds no playable video or audio.');
  const toleranceSeconds = Math.max(toleratedLossSeconds, 0.005 * (declaredSeconds ?? 0));
  if (declaredSeconds === undefined || playedUntil >= declaredSeconds - toleranceSeconds) return;
  throw new MediaError(
    'invalid_input',
    `The file is cut short: it ends after ${Math.round(playedUntil)} of ${Math.round(declaredSeconds)} seconds. Please upload the whole file.`,
  );
}

/** Returns the declared duration unless the file plays longer: some programs declare too little. */
function actualDuration(declaredSeconds: number | undefined, playedUntil: number): number {
  return declaredSeconds === undefined || playedUntil > declaredSeconds + toleratedLossSeconds
    ? playedUntil
    : declaredSeconds;
}

/**
 * ffmpeg computes the last segment's length from its frames, without gaps and without sound after the last frame. When
 * the file is longer and the last segment would still not be too long, the playlist gets the longer length.
 */
function extendLastSegment(playlist: Playlist, end: number): Playlist {
  const { segments } = playlist;
  const last = segments.at(-1);
  if (last === undefined) return playlist;
  const before = segments.slice(0, -1);
  const seconds = end - playedSeconds(before);
  if (seconds - last.seconds <= roundingSeconds || seconds > maxSegmentSeconds) return playlist;
  return { ...playlist, segments: [...before, { ...last, seconds }], pictureSeconds: end };
}

/** Reads when the tracks of a packaged file end, in seconds of the recording. */
async function measure(
  path: string,
  { startBytes }: Playlist,
): Promise<{ end: number; sound: Attempt['sound'] }> {
  const file = await open(path, 'r');
  try {
    const { tracks } = await readTracks(file, startBytes);
    // Without a declared length the last picture is as long as the one before, which may be minutes.
    const endOf = ({ end, table, scale }: Track): number =>
      end + Math.min(table.lastDuration / scale, maxEmptySeconds);
    const audio = tracks.find(({ isVideo }) => !isVideo);
    return {
      end: Math.max(0, ...tracks.map(endOf)),
      sound: audio && { end: endOf(audio), longestGap: audio.table.longestStep / audio.scale },
    };
  } finally {
    await file.close();
  }
}
