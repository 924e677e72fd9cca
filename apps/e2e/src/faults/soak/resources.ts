import { readdirSync, readFileSync } from 'node:fs';
import type { Product } from '../../testing/product/product.ts';
import type { ProductProcess } from '../../testing/product/product-process.ts';
import type { ServerData } from '../../testing/stores/server-data.ts';

/** What a product uses at one moment. */
export interface Usage {
  /** Resident memory by process, in MiB. */
  readonly memory: Readonly<Record<string, number>>;
  /** Open files, sockets and other handles by process. */
  readonly handles: Readonly<Record<string, number>>;
  /** Consumer groups of the product. */
  readonly groups: number;
  /** Files below its data folder, other than logs and mails: without a mail server, mails are kept there. */
  readonly files: readonly string[];
}

/** Reads the usage of these processes, and of the whole product. */
export async function readUsage(product: Product, processes: readonly ProductProcess[]): Promise<Usage> {
  const { namespace } = product.stored() as ServerData;
  const { groups } = await namespace.withAdmin((admin) => admin.listGroups());
  const names = readdirSync(product.dataDir, { recursive: true, encoding: 'utf8' });
  return {
    memory: byName(processes, ({ pid }) => residentMiB(pid)),
    handles: byName(processes, ({ pid }) => readdirSync(`/proc/${String(pid)}/fd`).length),
    groups: groups.filter(({ groupId }) => groupId.startsWith(namespace.full(''))).length,
    files: names.filter((name) => !/\.(log|eml)$/.test(name)),
  };
}

function byName(processes: readonly ProductProcess[], read: (process: ProductProcess) => number) {
  return Object.fromEntries(processes.map((each) => [each.name, read(each)]));
}

function residentMiB(pid: number): number {
  const [, kib] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${String(pid)}/status`, 'utf8'))!;
  return Number(kib) / 1_024;
}

/** The middle one of the values. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}
