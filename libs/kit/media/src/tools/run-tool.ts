import { spawn } from 'node:child_process';
import { MediaError } from './media-error.ts';

/** One run of ffmpeg or ffprobe. */
export interface ToolRun {
  program: string;
  args: readonly string[];
  /** Command words before the program (see `Sandbox`). */
  prefix: readonly string[];
  cwd?: string;
  /** Wall-clock limit in milliseconds; the whole process group is killed when it passes. */
  timeoutMs: number;
  signal?: AbortSignal;
  /** Called with each line of standard output; without it `ToolResult.output` has standard output. */
  onLine?: (line: string) => void;
  /** Called with each line of standard error too. */
  onErrorLine?: (line: string) => void;
}

/** The result of a run. `output` has at most 4 MiB, `stderr` the last 4 KiB of standard error. */
export interface ToolResult {
  code: number | null;
  /** The signal that ended the program, if one did. */
  signal?: NodeJS.Signals | null;
  output: string;
  stderr: string;
}

const maxOutputCharacters = 4 * 1024 * 1024;
const maxErrorCharacters = 4096;

/**
 * Runs a program without a shell in its own process group, which is killed as a whole on time-out or abort.
 *
 * @throws MediaError `timeout`, the signal's reason on abort, or the system's error when it cannot be started.
 */
export async function runTool(run: ToolRun): Promise<ToolResult> {
  run.signal?.throwIfAborted();
  const [command = run.program, ...args] = [...run.prefix, run.program, ...run.args];
  const child = spawn(command, args, {
    cwd: run.cwd,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, LANG: 'C' },
  });
  const collector = collect(child.stdout, run.onLine);
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-maxErrorCharacters);
  });
  if (run.onErrorLine !== undefined) collect(child.stderr, run.onErrorLine);
  const deadline = new AbortController();
  const kill = (): void => killGroup(child.pid);
  const timer = setTimeout(() => {
    deadline.abort();
    kill();
  }, run.timeoutMs);
  run.signal?.addEventListener('abort', kill, { once: true });
  try {
    const exit = await new Promise<Pick<ToolResult, 'code' | 'signal'>>((resolve, reject) => {
      child.once('error', reject).once('close', (code, signal) => resolve({ code, signal }));
    });
    run.signal?.throwIfAborted();
    if (deadline.signal.aborted) throw new MediaError('timeout', 'The file takes too long to process.');
    return { ...exit, output: collector.text(), stderr };
  } finally {
    clearTimeout(timer);
    run.signal?.removeEventListener('abort', kill);
  }
}

function collect(
  stream: NodeJS.ReadableStream,
  onLine: ((line: string) => void) | undefined,
): { text: () => string } {
  let text = '';
  stream.setEncoding('utf8');
  stream.on('data', (piece: string) => {
    if (text.length < maxOutputCharacters) text += piece;
    if (onLine === undefined) return;
    const lines = text.split('\n');
    text = lines.pop() ?? '';
    for (const line of lines) onLine(line);
  });
  return { text: () => text };
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The process group has already ended.
  }
}
