import type { Limits } from '../options.ts';
import type { Room } from '../room.ts';
import { DECODERS, DEMUXERS, PROBE_DECODERS } from './allow-lists.ts';
import { assertSuccess } from './assert-success.ts';
import type { ToolRun } from './run-tool.ts';
import { runTool } from './run-tool.ts';
import type { Sandbox } from './sandbox.ts';

/** One run of ffmpeg on one file. */
export interface FfmpegRun {
  /** Absolute path of the source. */
  input: string;
  /** Options before `-i`, such as `-ss`; numbers and fixed words only. */
  inputOptions?: readonly string[];
  /** Everything after the input. */
  output: readonly string[];
  cwd?: string;
  timeoutMs: number;
  signal?: AbortSignal;
  /** Told the end of what has been written so far, in seconds. */
  onTime?: (seconds: number) => void;
  /** Goes on past broken packets instead of failing; for work that does not decide whether a file is whole. */
  isTolerant?: boolean;
  /** Somebody waits for it: no low priority. */
  isUrgent?: boolean;
}

const BEYOND_SECONDS = 10;

/** ffmpeg and ffprobe, always with the same guards. */
export class MediaTools {
  private readonly programs: { ffmpeg: string; ffprobe: string };
  private readonly sandbox: Sandbox;
  private readonly limits: Limits;
  private readonly room: Room;

  constructor(programs: { ffmpeg: string; ffprobe: string }, sandbox: Sandbox, limits: Limits, room: Room) {
    this.programs = programs;
    this.sandbox = sandbox;
    this.limits = limits;
    this.room = room;
  }

  /**
   * Makes sure both programs are there.
   *
   * @throws Error naming the one that is not
   */
  async check(): Promise<void> {
    for (const program of [this.programs.ffmpeg, this.programs.ffprobe]) {
      const run = { program, args: ['-version'], prefix: this.sandbox.foreground, timeoutMs: 30_000 };
      const { code } = await runTool(run).catch((cause: unknown) => {
        throw new Error(`${program} cannot be started; is ffmpeg installed?`, { cause });
      });
      if (code !== 0) throw new Error(`${program} does not work; is ffmpeg installed?`);
    }
  }

  /**
   * Runs ffmpeg; returns the time in seconds up to which it wrote output.
   *
   * @throws MediaError `timeout` or `invalid_input`; NoRoomError when the disk fills up, whatever ffmpeg says of it
   */
  async ffmpeg(run: FfmpegRun): Promise<number> {
    let seconds = 0;
    const options: ToolRun = {
      program: this.programs.ffmpeg,
      prefix: run.isUrgent === true ? this.sandbox.foreground : this.sandbox.background,
      args: [
        ...['-nostdin', '-hide_banner', '-v', 'error', '-nostats', '-progress', 'pipe:1', '-y'],
        ...(run.inputOptions ?? []),
        ...this.guards(DECODERS),
        // So much more than is allowed that it shows.
        ...['-t', String(this.limits.maxDurationSeconds + BEYOND_SECONDS)],
        ...(run.isTolerant === true ? [] : ['-xerror']),
        ...['-i', `file:${run.input}`],
        ...run.output,
      ],
      cwd: run.cwd,
      timeoutMs: run.timeoutMs,
      onLine: (line) => {
        const micros = /^out_time_us=(\d+)$/.exec(line)?.[1];
        if (micros === undefined) return;
        seconds = Number(micros) / 1e6;
        run.onTime?.(seconds);
      },
    };
    const result = await this.room.guard((full) =>
      runTool({ ...options, signal: AbortSignal.any([full, ...(run.signal ? [run.signal] : [])]) }),
    );
    assertSuccess(result);
    return seconds;
  }

  /**
   * What ffprobe says of a file, as JSON text. Only `entries` (in ffprobe's own syntax) are asked for: tags may be
   * megabytes long.
   *
   * @throws MediaError `invalid_input` when it is not a file of an allowed format
   */
  async ffprobe(input: string, entries: string, signal?: AbortSignal): Promise<string> {
    const result = await runTool({
      program: this.programs.ffprobe,
      prefix: this.sandbox.background,
      args: [
        ...['-hide_banner', '-v', 'error', '-print_format', 'json', '-show_entries', entries],
        ...this.guards(PROBE_DECODERS),
        ...['-i', `file:${input}`],
      ],
      timeoutMs: 60_000,
      signal,
    });
    assertSuccess(result);
    return result.output;
  }

  private guards(decoders: readonly string[]): string[] {
    return [
      ...['-protocol_whitelist', 'file'],
      ...['-format_whitelist', DEMUXERS.join(',')],
      ...['-codec_whitelist', decoders.join(',')],
      ...['-max_pixels', String(this.limits.maxPixels)],
    ];
  }
}
