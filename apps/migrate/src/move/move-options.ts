import { parseArgs } from 'node:util';

export const usage = `  move FOLDER [--keys FILE] [--engine FOLDER]           moves a stopped product in one process to these servers;
                                                        --keys writes its secrets (-: prints them), --engine is
                                                        the video engine's DATA_DIR; run it again if it was killed`;

export interface MoveOptions {
  /** The data folder of the product in one process. */
  readonly folder: string;
  /** The data folder of the video engine; undefined to write only the keys. */
  readonly engine: string | undefined;
  /** The file for the secrets. */
  readonly keys: string | undefined;
}

/** @throws with the usage when the arguments are invalid */
export function parseMove(args: readonly string[]): MoveOptions {
  const { values, positionals } = parse(args);
  const [folder, ...rest] = positionals;
  const { engine, keys } = values;
  if (!folder || rest.length > 0 || !(engine ?? keys)) throw new Error(`Usage:\n${usage}`);
  return { folder, engine, keys };
}

function parse(args: readonly string[]) {
  try {
    const options = { engine: { type: 'string' }, keys: { type: 'string' } } as const;
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (cause) {
    throw new Error(`Usage:\n${usage}`, { cause });
  }
}
