import { parseArgs } from 'node:util';

export const usage = `  backup FOLDER --engine FOLDER                         copies a running product into a new folder, for \`move\`;
                                                        --engine is the video engine's DATA_DIR`;

export interface BackupOptions {
  /** The folder that is made. */
  readonly folder: string;
  /** The data folder of the running video engine. */
  readonly engine: string;
}

/** @throws with the usage when the arguments are invalid */
export function parseBackup(args: readonly string[]): BackupOptions {
  const { values, positionals } = parse(args);
  const [folder, ...rest] = positionals;
  if (!folder || rest.length > 0 || !values.engine) throw new Error(`Usage:\n${usage}`);
  return { folder, engine: values.engine };
}

function parse(args: readonly string[]) {
  try {
    const options = { engine: { type: 'string' } } as const;
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (cause) {
    throw new Error(`Usage:\n${usage}`, { cause });
  }
}
