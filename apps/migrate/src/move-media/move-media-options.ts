import { parseArgs } from 'node:util';

export const usage = `  move-media FOLDER [--only-new]                        copies the media of a stopped video engine to MEDIA_BUCKET, and
                                                        its catalogue to MongoDB; FOLDER is its DATA_DIR/media
  move-media --from-bucket [--only-new]                 copies media from FROM_MEDIA_BUCKET to MEDIA_BUCKET while the
                                                        product runs. Both: run it again if it was killed; --only-new
                                                        does not read again what a complete run has verified`;

export interface MoveMediaOptions {
  /** The folder of the stopped engine; undefined to copy from a bucket. */
  readonly folder: string | undefined;
  /** Whether objects that a complete run has verified are not read again. */
  readonly isOnlyNew: boolean;
}

/** @throws with the usage when the arguments are invalid */
export function parseMoveMedia(args: readonly string[]): MoveMediaOptions {
  const { values, positionals } = parse(args);
  const [folder, ...rest] = positionals;
  const isFromBucket = values['from-bucket'] === true;
  if (rest.length > 0 || folder === '' || isFromBucket !== (folder === undefined))
    throw new Error(`Usage:\n${usage}`);
  return { folder, isOnlyNew: values['only-new'] === true };
}

function parse(args: readonly string[]) {
  try {
    const options = { 'from-bucket': { type: 'boolean' }, 'only-new': { type: 'boolean' } } as const;
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (cause) {
    throw new Error(`Usage:\n${usage}`, { cause });
  }
}
