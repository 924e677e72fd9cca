import type { Limits } from '../options.ts';
import type { DiskSpace } from '../disk-space.ts';
import { DECODERS, DEMUXERS, PROBE_DECODERS } from './allow-lists.ts';
import { assertSuccess } from './assert-success.ts';
import type { ToolRun } from './run-tool.ts';
import { runTool } from './run-tool.ts';
import type { Sandbox } from './sandbox.ts';

/** One run of ffmpeg on one file. */
export interface FfmpegRun {
  /** Absolute path of the source. */
  input: string;
  /** Options before `-i`, such as `-ss`; only numbers and constants. */
  inputOptions?: readonly string[];
  /** Everything after the input. */
  output: readonly string[];
  cwd?: string;
  timeoutMs: number;
  signal?: AbortSignal;
  /** Called with the end of the output so far, in seconds. */
  onTime?: (seconds: number) => void;
  /** Skips damaged packets instead of failing; for work that does not decide whether a file is complete. */
  isTolerant?: boolean;
  /** A user waits for the result: normal instead of low priority. */
  isUrgent?: boolean;
}

const EXTRA_SECONDS = 10;

/** Runs ffmpeg and ffprobe, always with the same restrictions. */
export class MediaTools {
  private readonly programs: { ffmpeg: string; ffprobe: string };
  private readonly sandbox: Sandbox;
  private readonly limits: Limits;
  private readonly disk: DiskSpace;

  constructor(
    programs: { ffmpeg: string; ffprobe: string },
    sandbox: Sandbox,
    limits: Limits,
    disk: DiskSpace,
  ) {
    this.programs = programs;
    this.sandbox = sandbox;
    this.limits = limits;
    this.disk = disk;
  }

  /**
   * Checks that both programs can be started.
   *
   * @throws Error that names the missing one
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
   * Runs ffmpeg; returns the end of its output in seconds.
   *
   * @throws MediaError `timeout` or `invalid_input`; DiskFullError when the disk fills up, whatever ffmpeg reports
   */
  async ffmpeg(run: FfmpegRun): Promise<number> {
    let seconds = 0;
    const options: ToolRun = {
      program: this.programs.ffmpeg,
      prefix: run.isUrgent === true ? this.sandbox.foreground : this.sandbox.background,
      args: [
        ...['-nostdin', '-hide_banner', '-v', 'error', '-nostats', '-progress', 'pipe:1', '-y'],
        ...(run.inputOptions ?? []),
        ...this.restrictions(DECODERS),
        // Reads a little more than allowed, so that a recording that is too long can be detected.
        ...['-t', String(this.limits.maxDurationSeconds + EXTRA_SECONDS)],
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
    const result = await this.disk.guard((diskFull) =>
      runTool({
        ...options,
        args: this.withThreads(options.args),
        signal: AbortSignal.any([diskFull, ...(run.signal ? [run.signal] : [])]),
      }),
    );
    assertSuccess(result);
    return seconds;
  }

  /**
   * Returns ffprobe's report of a file as JSON text. Requests only `entries` (in ffprobe's syntax), because tags may be
   * megabytes long.
   *
   * @throws MediaError `invalid_input` when the file has no allowed format
   */
  async ffprobe(input: string, entries: string, signal?: AbortSignal): Promise<string> {
    const result = await runTool({
      program: this.programs.ffprobe,
      prefix: this.sandbox.background,
      args: [
        ...['-hide_banner', '-v', 'error', '-print_format', 'json', '-show_entries', entries],
        ...this.restrictions(PROBE_DECODERS),
        ...['-i', `file:${input}`],
      ],
      timeoutMs: 60_000,
      signal,
    });
    assertSuccess(result);
    return result.output;
  }

  /** Limits the threads of every x264 encoder: by default it starts one and a half for each core of the machine. */
  private withThreads(args: readonly string[]): string[] {
    const limit = ['-threads', String(this.limits.maxThreads)];
    return args.flatMap((arg) => (arg === 'libx264' ? [arg, ...limit] : [arg]));
  }

  private restrictions(decoders: readonly string[]): string[] {
    return [
      ...['-protocol_whitelist', 'file'],
      ...['-format_whitelist', DEMUXERS.join(',')],
      ...['-codec_whitelist', decoders.join(',')],
      ...['-max_pixels', String(this.limits.maxPixels)],
      ...['-threads', String(this.limits.maxThreads)],
    ];
  }
}
