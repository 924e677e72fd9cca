import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { sourceFlags } from '@vault/base/testing';

const program = fileURLToPath(new URL('./peer.child.ts', import.meta.url));

/** A gRPC server in its own process, which can be paused, killed and restarted. It answers with its name. */
export class PeerProcess {
  /** Every request that reached a handler, in order. */
  readonly received: string[] = [];
  port = 0;
  private child: ChildProcess | undefined;

  constructor(private readonly name: string) {}

  /** Listens on TCP, on the same port after a restart. */
  async start(): Promise<this> {
    const child = fork(program, [`127.0.0.1:${this.port}`, this.name], {
      execArgv: sourceFlags,
      env: { PATH: process.env['PATH'] },
    });
    this.child = child;
    this.port = await new Promise<number>((resolve, reject) => {
      child.once('exit', () => reject(new Error('The peer did not start.')));
      child.on('message', (message: { received?: string; port?: number }) => {
        if (message.received !== undefined) this.received.push(message.received);
        if (message.port !== undefined) resolve(message.port);
      });
    });
    return this;
  }

  get address(): string {
    return `127.0.0.1:${this.port}`;
  }

  /** Whether this process may still report requests. */
  get isConnected(): boolean {
    return this.child?.connected ?? false;
  }

  pause(): void {
    this.child?.kill('SIGSTOP');
  }

  resume(): void {
    this.child?.kill('SIGCONT');
  }

  async kill(): Promise<void> {
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }
}
