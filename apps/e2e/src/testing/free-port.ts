import { createServer } from 'node:net';

/** Below those that systems give to outgoing connections: a process that is down for a moment finds its port again. */
const lowest = 20_000;
const highest = 32_000;
const tries = 200;

/** A port that nobody listens on right now. */
export async function freePort(): Promise<number> {
  for (let left = tries; left > 0; left -= 1) {
    const port = lowest + Math.floor(Math.random() * (highest - lowest));
    if (await isFree(port)) return port;
  }
  throw new Error(`no free port in ${String(tries)} tries`);
}

/** As many ports, each another one. */
export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) ports.add(await freePort());
  return [...ports];
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
