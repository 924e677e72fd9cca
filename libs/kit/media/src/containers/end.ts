import type { FileHandle } from 'node:fs/promises';

/** Where the content of a container ends. */
export interface End {
  /** In bytes; more than the file has when something is missing. */
  position: number;
  /** Whether the container is written piece by piece and declares no length, so that only its last piece can be incomplete. */
  isOpen: boolean;
}

/** Reads where a container ends; undefined when it does not say. */
export type FindEnd = (file: FileHandle, size: number) => Promise<End | undefined>;
