import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('./peer.child.ts', import.meta.url));

/** A gRPC server in a process of its own, which can hang, die and come back. It answers with its name. */
export class PeerProcess {
  /** Every request that reached a handler, in order. */
  readonly asked: string[] = [];
  port = 0;
  private child: ChildProcess | undefined;

  constructor(private readonly name: string) {}

  /** Listens on TCP, after a restart at the same port. */
  async start(): Promise<this> {
    const child = fork(program, [`127.0.0.1:${this.port}`, this.name], {
      execArgv: ['--disable-warning=ExperimentalWarning', '--conditions=@vault/source'],
      env: { PATH: process.env['PATH'] },
    });
    this.child = child;
    this.port = await new Promise<number>((resolve, reject) => {
      child.once('exit', () => reject(new Error('The peer did not start.')));
      child.on('message', (message: { asked?: string; port?: number }) => {
        if (message.asked !== undefined) this.asked.push(message.asked);
        if (message.port !== undefined) resolve(message.port);
      });
    });
    return this;
  }

  get address(): string {
    return `127.0.0.1:${this.port}`;
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
