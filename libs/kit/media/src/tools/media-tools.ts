import type { DiskSpace } from '../common/disk-space.ts';
import type { MediaLimits } from '../common/limits.ts';
import { assertSuccess, refusedCodecs } from './assert-success.ts';
import { type Decoders, pictureTextDecoders, readDecoders, textDecoders } from './decoders.ts';
import { demuxers } from './formats.ts';
import { type ToolResult, type ToolRun, runTool } from './run-tool.ts';
import type { Sandbox } from './sandbox.ts';

/** One run of ffmpeg on one file. */
export interface FfmpegRun {
  /** Absolute path of the source. */
  input: string;
  /** Options before `-i`, such as `-ss`; only numbers and constants. */
  inputOptions?: readonly string[];
  /** Moves all times later: some formats have no negative ones. */
  delaySeconds?: number;
  /**
   * Opens the file a second time, as input 1, so that ffmpeg can fill a gap in one track while it reads the other.
   */
  readsTwice?: boolean;
  /** Everything after the input. */
  output: readonly string[];
  cwd?: string;
  timeoutMs: number;
  signal?: AbortSignal;
  /** Called with the end of the output so far, in seconds. */
  onTime?: (seconds: number) => void;
  /** Called with each of ffmpeg's warnings, which it otherwise does not print. */
  onWarning?: (line: string) => void;
  /** Skips damaged packets instead of failing; for work that does not decide whether a file is complete. */
  isTolerant?: boolean;
  /** Allows subtitles as well. */
  readsText?: boolean;
  /** A user waits for the result: normal instead of low priority. */
  isUrgent?: boolean;
}

/** A reading of the packets of one track of a file. */
export interface PacketRun {
  input: string;
  /** A stream specifier of ffmpeg. */
  track: string;
  /** Ends after as many packets. */
  count?: number;
  timeoutMs: number;
  signal?: AbortSignal;
  onPacket: (packet: Packet) => void;
}

/** A coded picture or piece of sound. Times in seconds. */
export interface Packet {
  time: number;
  /** False for a sample that is decoded, but not displayed. */
  isShown: boolean;
  /** Whether it is decoded without others. */
  isKey: boolean;
}

/** A reading of the chapters of a file. */
interface ChapterRun {
  input: string;
  timeoutMs: number;
  signal?: AbortSignal;
  onChapter: (time: number, title: string) => void;
}

const extraSeconds = 10;
/** Each takes another run of ffprobe. */
const maxToleratedCodecs = 16;

/** Runs ffmpeg and ffprobe, always with the same restrictions. */
export class MediaTools {
  private readonly programs: { ffmpeg: string; ffprobe: string };
  private readonly sandbox: Sandbox;
  readonly limits: MediaLimits;
  private readonly disk: DiskSpace;
  /** Those of the installed ffmpeg, once they are known. */
  private known: Promise<Decoders> | undefined;

  constructor(
    programs: { ffmpeg: string; ffprobe: string },
    sandbox: Sandbox,
    limits: MediaLimits,
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
    await this.print(this.programs.ffprobe, '-version');
    await this.decoders();
  }

  /** What can be decoded: all that the installed ffmpeg has, without what `decoders.ts` refuses. Read once. */
  async decoders(): Promise<Decoders> {
    this.known ??= this.print(this.programs.ffmpeg, '-decoders').then(readDecoders);
    try {
      return await this.known;
    } catch (error) {
      this.known = undefined;
      throw error;
    }
  }

  private async print(program: string, what: string): Promise<string> {
    const run = { program, args: ['-hide_banner', what], prefix: this.sandbox.foreground, timeoutMs: 30_000 };
    const { code, output } = await runTool(run).catch((cause: unknown) => {
      throw new Error(`${program} cannot be started; is ffmpeg installed?`, { cause });
    });
    if (code !== 0) throw new Error(`${program} does not work; is ffmpeg installed?`);
    return output;
  }

  /**
   * Runs ffmpeg; returns the end of its output in seconds.
   *
   * @throws MediaError `timeout` or `invalid_input`; DiskFullError when the disk fills up, whatever ffmpeg reports
   */
  async ffmpeg(run: FfmpegRun): Promise<number> {
    let seconds = 0;
    const { delaySeconds = 0 } = run;
    const { names } = await this.decoders();
    const input = [
      ...(run.inputOptions ?? []),
      ...(delaySeconds > 0 ? ['-itsoffset', String(delaySeconds)] : []),
      ...this.restrictions(run.readsText === true ? [...names, ...textDecoders] : names),
      // Reads a little more than allowed, so that a recording that is too long can be detected. Copied tracks end by their
      // moved times.
      ...['-t', String(this.limits.maxDurationSeconds + extraSeconds + delaySeconds)],
      ...(run.isTolerant === true ? [] : ['-xerror']),
      ...['-i', `file:${run.input}`],
    ];
    const options: ToolRun = {
      program: this.programs.ffmpeg,
      prefix: run.isUrgent === true ? this.sandbox.foreground : this.sandbox.background,
      args: [
        ...['-nostdin', '-hide_banner', '-v', run.onWarning === undefined ? 'error' : 'warning'],
        ...['-nostats', '-progress', 'pipe:1', '-y'],
        ...input,
        ...(run.readsTwice === true ? input : []),
        ...run.output,
      ],
      cwd: run.cwd,
      timeoutMs: run.timeoutMs,
      onErrorLine: run.onWarning,
      onLine: (line) => {
        const micros = /^out_time_us=(-?\d+)$/.exec(line)?.[1];
        if (micros === undefined) return;
        seconds = Math.max(0, Number(micros) / 1e6);
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
    const options = ['-print_format', 'json', '-show_entries', entries];
    const { output } = await this.runProbe(input, options, { timeoutMs: 60_000, signal });
    return output;
  }

  /** Reads the times of the packets of one track, in the order of the file. */
  async packets({ input, track, count, timeoutMs, signal, onPacket }: PacketRun): Promise<void> {
    const options = [
      ...['-print_format', 'csv=p=0', '-show_entries', 'packet=pts_time,dts_time,flags'],
      ...['-select_streams', track, ...(count === undefined ? [] : ['-read_intervals', `%+#${count}`])],
    ];
    const onLine = (line: string): void => {
      const [shownAt, decodedAt, flags = ''] = line.split(',');
      // Some formats store only when a packet is decoded.
      const time = [shownAt, decodedAt].map((text = '') => Number.parseFloat(text)).find(Number.isFinite);
      if (time !== undefined) onPacket({ time, isShown: !flags.includes('D'), isKey: flags.includes('K') });
    };
    await this.runProbe(input, options, { timeoutMs, signal, onLine });
  }

  /** Reads the starts, in seconds of the file's own time, and the titles of the chapters that a file declares. */
  async chapters({ input, timeoutMs, signal, onChapter }: ChapterRun): Promise<void> {
    // In this format each chapter is one line, and special characters are escaped.
    const format = ['-print_format', 'compact=p=0:nk=1'];
    const options = [...format, '-show_entries', 'chapter=start_time:chapter_tags=title'];
    const onLine = (line: string): void => {
      const [start = '', ...title] = line.split('|');
      const time = Number.parseFloat(start);
      if (Number.isFinite(time)) onChapter(time, title.join('|').replace(/\\(.)/g, unescape));
    };
    await this.runProbe(input, options, { timeoutMs, signal, onLine });
  }

  private async runProbe(
    input: string,
    options: readonly string[],
    run: Pick<ToolRun, 'timeoutMs' | 'signal' | 'onLine'>,
  ): Promise<ToolResult> {
    const toleratedCodecs = new Set<string>();
    const { names } = await this.decoders();
    const probeDecoders = [...names, ...textDecoders, ...pictureTextDecoders];
    for (;;) {
      const result = await runTool({
        program: this.programs.ffprobe,
        prefix: this.sandbox.background,
        args: [
          ...['-hide_banner', '-v', 'error', ...options],
          ...this.restrictions(probeDecoders),
          ...openOnly([...probeDecoders, ...toleratedCodecs]),
          ...['-i', `file:${input}`],
        ],
        ...run,
      });
      const furtherCodecs = refusedCodecs(result.stderr).filter((name) => !toleratedCodecs.has(name));
      if (result.code === 0 || furtherCodecs.length === 0 || toleratedCodecs.size >= maxToleratedCodecs) {
        assertSuccess(result);
        return result;
      }
      for (const name of furtherCodecs) toleratedCodecs.add(name);
    }
  }

  /** MediaLimits the threads of every x264 encoder: by default it starts one and a half for each core of the machine. */
  private withThreads(args: readonly string[]): string[] {
    const limit = ['-threads', String(this.limits.maxThreads)];
    return args.flatMap((arg) => (arg === 'libx264' ? [arg, ...limit] : [arg]));
  }

  private restrictions(decoders: readonly string[]): string[] {
    return [
      ...['-protocol_whitelist', 'file'],
      ...['-format_whitelist', demuxers.join(',')],
      ...['-codec_whitelist', decoders.join(',')],
      ...['-max_pixels', String(this.limits.maxPixels)],
      ...['-threads', String(this.limits.maxThreads)],
    ];
  }
}

/**
 * Options with which ffprobe opens decoders without using them. It opens one for every track and fails when one is
 * refused; what it decodes to learn about the tracks stays restricted by the list of the whole file.
 */
function openOnly(decoders: readonly string[]): string[] {
  return ['v', 'a', 's'].flatMap((type) => [`-codec_whitelist:${type}`, decoders.join(',')]);
}

/** The character that an escape stands for: breaks of lines are spaces. */
function unescape(_escape: string, character: string): string {
  return /[bfnr]/.test(character) ? ' ' : character;
}
