import { createServer } from 'node:net';

/** Below the ephemeral ports of systems, so that no outgoing connection takes the port of a restarting process. */
const lowest = 20_000;
const highest = 32_000;
const blockSize = 100;
const tries = 200;

interface Block {
  readonly first: number;
  /** Number of its ports in use. */
  used: number;
}

/** Test files run in parallel processes; each takes its ports from blocks that no other process uses. */
let block: Promise<Block> | undefined;

/** A free port that no other test file gets while this process lives. */
export async function freePort(): Promise<number> {
  for (let triesLeft = tries; triesLeft > 0; triesLeft -= 1) {
    const { first, used } = await takePorts();
    if (await isFree(first + used)) return first + used;
  }
  throw new Error(`no free port in ${String(tries)} tries`);
}

/** Different free ports. */
export async function freePorts(count: number): Promise<number[]> {
  const ports: number[] = [];
  while (ports.length < count) ports.push(await freePort());
  return ports;
}

async function takePorts(): Promise<Block> {
  const current = await (block ??= claimBlock());
  if (current.used < blockSize - 1) {
    current.used += 1;
    return { ...current };
  }
  block = undefined;
  return takePorts();
}

/** Claims a block by listening on its first port, until the process exits. */
async function claimBlock(): Promise<Block> {
  for (let triesLeft = tries; triesLeft > 0; triesLeft -= 1) {
    const first = lowest + Math.floor(Math.random() * ((highest - lowest) / blockSize)) * blockSize;
    if (await isFree(first, true)) return { first, used: 0 };
  }
  throw new Error(`no free block of ports in ${String(tries)} tries`);
}

/** @param isKept whether to keep listening on the port, without keeping the process alive */
function isFree(port: number, isKept = false): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => {
      if (isKept) resolve(Boolean(server.unref()));
      else server.close(() => resolve(true));
    });
  });
}
