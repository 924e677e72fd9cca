import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { hashFile } from './copy-media.ts';
import { listFiles } from './list-files.ts';
import type { Progress } from './progress.ts';
import type { CollectionHash } from './copy-collection.ts';

/** The form of a backup that this version writes and reads. */
const format = 1;
const [manifestFile, sumsFile] = ['backup.json', 'SHA256SUMS'] as const;
/** Files that have no sum. */
const unlisted = new Set<string>([manifestFile, sumsFile, 'log.sqlite.lock']);

/** The end of a topic's partition: the offset that its next message will get. */
export interface TopicEnd {
  readonly topic: string;
  readonly partition: number;
  readonly end: number;
}

export interface BackedUpCollection extends CollectionHash {
  /** `auth.users` */
  readonly name: string;
}

/** What a complete backup says of itself. */
export interface BackupManifest {
  readonly format: number;
  /** The one time of all its data, ISO 8601. */
  readonly takenAt: string;
  readonly collections: readonly BackedUpCollection[];
  /** Messages that groups had not handled, and dead letters. */
  readonly messages: { readonly waiting: number; readonly deadLetters: number };
  /** The ends of the topics at that time. */
  readonly ends: readonly TopicEnd[];
  /** The hash of the file with the hashes of all files. */
  readonly sums: string;
}

/** Marks a folder as a complete backup: every file gets its hash, in the form of `sha256sum`. */
export async function writeManifest(
  folder: string,
  facts: Omit<BackupManifest, 'format' | 'sums'>,
  known: ReadonlyMap<string, string>,
): Promise<void> {
  const lines: string[] = [];
  for (const { path } of await listFiles(folder, isListed))
    lines.push(`${known.get(path) ?? (await hashFile(join(folder, path)))}  ${path}\n`);
  const sums = lines.join('');
  await writeDurably(join(folder, sumsFile), sums);
  const manifest: BackupManifest = { format, ...facts, sums: hashOf(sums) };
  await writeDurably(join(folder, manifestFile), `${JSON.stringify(manifest, null, 2)}\n`);
}

/** @returns undefined when the folder is not a complete backup. @throws when it has another form */
export function readManifest(folder: string): BackupManifest | undefined {
  const file = join(folder, manifestFile);
  if (!existsSync(file)) return undefined;
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as BackupManifest;
  if (manifest.format !== format)
    throw new Error(`${folder} is a backup of another version (format ${String(manifest.format)}).`);
  return manifest;
}

/** @throws when a file of a backup is missing, was changed, or is not one of its files */
export async function verifyBackup(
  folder: string,
  { sums }: BackupManifest,
  progress: Progress,
): Promise<void> {
  const text = readFileSync(join(folder, sumsFile), 'utf8');
  if (hashOf(text) !== sums) throw new Error(`${folder} is damaged: ${sumsFile} is not that of the backup.`);
  const expected = new Map(
    text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => [line.slice(66), line.slice(0, 64)]),
  );
  for (const { path, size } of await listFiles(folder, isListed)) {
    if ((await hashFile(join(folder, path))) !== expected.get(path))
      throw new Error(`${folder} is damaged: ${path} is not that of the backup.`);
    expected.delete(path);
    progress.add({ bytes: size });
  }
  const [missing] = expected.keys();
  if (missing !== undefined) throw new Error(`${folder} is damaged: it has no ${missing}.`);
}

function isListed({ path }: { readonly path: string }): boolean {
  return !unlisted.has(path);
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

async function writeDurably(file: string, text: string): Promise<void> {
  const written = await open(file, 'w', 0o600);
  try {
    await written.writeFile(text);
    await written.sync();
  } finally {
    await written.close();
  }
}
