import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { sourceFlags } from '@vault/base/testing';

const program = fileURLToPath(new URL('./run-main.child.ts', import.meta.url));

/** Runs the child, calls `act` once it is ready, and returns how it ended. */
async function run(behaviour: string, act: (child: ChildProcess) => unknown = () => undefined) {
  const child = spawn(process.execPath, [...sourceFlags, program, behaviour], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { PATH: process.env['PATH'] },
  });
  let output = '';
  child.stderr?.on('data', (chunk) => (output += String(chunk)));
  child.stdout?.on('data', (chunk) => {
    const isFirst = !output.includes('ready');
    output += String(chunk);
    // A moment later, because the ready line may be printed before the code after it runs.
    if (isFirst && output.includes('ready')) setTimeout(() => void act(child), 50);
  });
  try {
    const [code] = (await once(child, 'exit')) as [number | null];
    return { code, output };
  } finally {
    child.kill('SIGKILL');
  }
}

describe('a process under runMain', () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('stops cleanly on %s', async (signal) => {
    const { code, output } = await run('usual', (child) => child.kill(signal));
    expect(output).toBe('ready\nstopped\n');
    expect(code).toBe(0);
  });

  it('starts to drain before it stops', async () => {
    const { code, output } = await run('retiring', (child) => child.kill('SIGTERM'));
    expect([code, output]).toEqual([0, 'ready\ndraining\nstopped\n']);
  });

  it.each([
    ['damaged', '/data/log.sqlite is damaged.\n'],
    ['full', 'The disk is full. Free some space, then start again. (write /data/x)\n'],
  ])('says in one line why the data folder cannot be used: %s', async (behaviour, line) => {
    expect(await run(behaviour)).toEqual({ code: 1, output: line });
  });

  it('stops when its parent has exited', async () => {
    expect(await run('usual', (child) => child.disconnect())).toEqual({
      code: 0,
      output: 'ready\nstopped\n',
    });
  });

  it('stops after the start when the signal came during the start', async () => {
    const { code, output } = await run('starting', (child) => child.kill('SIGTERM'));
    expect([code, output]).toEqual([0, 'ready\nstopped\n']);
  });

  it('ignores a repeated Ctrl-C within a second, and exits at once on a later one', async () => {
    const { code } = await run('hanging', (child) => {
      child.kill('SIGINT');
      setTimeout(() => child.kill('SIGINT'), 100);
      setTimeout(() => child.kill('SIGINT'), 1_400);
    });
    expect(code).toBe(130);
  });

  it('exits 1 and prints the reason when it could not stop cleanly', async () => {
    const { code, output } = await run('failing', (child) => child.kill('SIGTERM'));
    expect(code).toBe(1);
    expect(output).toContain('the store did not close');
  });

  it('exits 1 and prints a remedy when the port is taken', async () => {
    const { code, output } = await run('taken');
    expect(code).toBe(1);
    expect(output).toBe('Another program uses this port. Set PORT to another one. (127.0.0.1:80)\n');
  });
});
