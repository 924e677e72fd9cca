import { createServer } from 'node:net';

/** Below those that systems give to outgoing connections: a process that is down for a moment finds its port again. */
const lowest = 20_000;
const highest = 32_000;
const blockSize = 100;
const tries = 200;

interface Block {
  readonly first: number;
  /** How many of its ports were given away. */
  used: number;
}

/** Test files go on beside one another: each takes its ports from blocks that no other process has. */
let block: Promise<Block> | undefined;

/** A port that nobody listens on right now, and that no other test file is given while this process lives. */
export async function freePort(): Promise<number> {
  for (let left = tries; left > 0; left -= 1) {
    const { first, used } = await takePlace();
    if (await isFree(first + used)) return first + used;
  }
  throw new Error(`no free port in ${String(tries)} tries`);
}

/** As many ports, each another one. */
export async function freePorts(count: number): Promise<number[]> {
  const ports: number[] = [];
  while (ports.length < count) ports.push(await freePort());
  return ports;
}

async function takePlace(): Promise<Block> {
  const current = await (block ??= claimBlock());
  if (current.used < blockSize - 1) {
    current.used += 1;
    return { ...current };
  }
  block = undefined;
  return takePlace();
}

/** Whoever listens on the first port of a block has the block, until it ends, however it ends. */
async function claimBlock(): Promise<Block> {
  for (let left = tries; left > 0; left -= 1) {
    const first = lowest + Math.floor(Math.random() * ((highest - lowest) / blockSize)) * blockSize;
    if (await isFree(first, true)) return { first, used: 0 };
  }
  throw new Error(`no free block of ports in ${String(tries)} tries`);
}

/** @param isKept whether it is listened on from now on, which keeps no process alive */
function isFree(port: number, isKept = false): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => {
      if (isKept) resolve(Boolean(server.unref()));
      else server.close(() => resolve(true));
    });
  });
}
