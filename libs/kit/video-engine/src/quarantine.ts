import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { isMissing } from './uploads/upload-files.ts';

const dayMs = 86_400_000;
const keepDays = 30;
const dayFolderPattern = /^\d{4}-\d\d-\d\d$/;

/** The kinds of folders of the engine, each named by an id. */
type Kind = 'assets' | 'uploads';

/**
 * Folders that the catalogue does not list. The catalogue may be wrong, so they are not deleted at once: they wait for
 * 30 days in a folder of the day on which they were moved, such as `quarantine/2026-11-25/assets/ID`.
 */
export class Quarantine {
  /** How many folders wait, as of the last change. */
  count = 0;
  private readonly dataDir: string;

  constructor(dataDir: string) {
    this.dataDir = dataDir;
  }

  /** Moves a folder into quarantine. */
  async add(kind: Kind, id: string, now = Date.now()): Promise<void> {
    const target = this.path(dayOf(now), kind);
    await mkdir(target, { recursive: true });
    await rm(join(target, id), { recursive: true, force: true });
    await rename(join(this.dataDir, kind, id), join(target, id));
    this.count += 1;
  }

  /** Moves folders back that the catalogue knows and that are missing: an older or another catalogue was in use. */
  async restore(kind: Kind, isMissing: (id: string) => boolean): Promise<string[]> {
    const restored: string[] = [];
    for (const { day, id } of await this.list(kind)) {
      if (!isMissing(id)) continue;
      await mkdir(join(this.dataDir, kind), { recursive: true });
      await rename(join(this.path(day, kind), id), join(this.dataDir, kind, id));
      restored.push(id);
    }
    await this.measure();
    return restored;
  }

  /** Deletes what was moved here more than 30 days ago. @returns the number of deleted folders */
  async expire(now: number): Promise<number> {
    const before = this.count;
    const oldest = dayOf(now - keepDays * dayMs);
    for (const day of await this.days())
      if (day < oldest) await rm(this.path(day), { recursive: true, force: true });
    await this.measure();
    return before - this.count;
  }

  private async measure(): Promise<void> {
    const kinds: Kind[] = ['assets', 'uploads'];
    const lists = await Promise.all(kinds.map((kind) => this.list(kind)));
    this.count = lists.flat().length;
  }

  private async list(kind: Kind): Promise<{ day: string; id: string }[]> {
    const lists = (await this.days()).map(async (day) =>
      (await namesIn(this.path(day, kind))).map((id) => ({ day, id })),
    );
    return (await Promise.all(lists)).flat();
  }

  private async days(): Promise<string[]> {
    return (await namesIn(this.path())).filter((name) => dayFolderPattern.test(name));
  }

  private path(...parts: string[]): string {
    return join(this.dataDir, 'quarantine', ...parts);
  }
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** The names in a folder; none when it does not exist. */
export function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: unknown) => {
    if (!isMissing(error)) throw error;
    return [];
  });
}
