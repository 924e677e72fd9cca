import { AppError, inTurn, inWorker } from '@vault/base';
import { FairQueue, workerTask } from '@vault/worker-pool';
import type { encodePicture, PictureUse } from './encode-picture.ts';
import { pictureSize } from './picture-size.ts';

const maxSide = 8_000;
/** Decoding takes up to 10 bytes for each. */
const maxPixels = 8_000_000;

const encoding = workerTask<typeof encodePicture>(
  new URL('./encode-picture.js', import.meta.url),
  'encodePicture',
);
const queue = new FairQueue({ slots: 2, slotsPerOwner: 1, waiting: 20, waitingPerOwner: 2 });

/**
 * Makes the logo of a portal, or the picture of a team, of what was uploaded.
 * @returns WebP
 * @throws {AppError} invalid-input, when it is not a picture, or too large; too-many-requests, unavailable
 */
export async function makePicture(
  use: PictureUse,
  upload: Buffer,
  ownerId: string,
  signal: AbortSignal,
): Promise<Buffer> {
  checkSize(upload);
  const made = await inTurn(
    queue,
    ownerId,
    () => inWorker(encoding, { use, file: upload }, { owner: ownerId, signal }),
    signal,
  );
  if ('image' in made) return Buffer.from(made.image);
  throw made.problem === 'unreadable'
    ? unreadable()
    : new AppError('invalid-input', 'The picture has too many details. Please use a simpler one.');
}

/** Before it is decoded: a file of 100 KB can have pixels for a gigabyte. */
function checkSize(upload: Buffer): void {
  const size = pictureSize(upload);
  if (!size) throw unreadable();
  const { width, height } = size;
  if (width > maxSide || height > maxSide)
    throw new AppError(
      'invalid-input',
      `The picture may have at most ${String(maxSide)} pixels on each side.`,
    );
  if (width * height > maxPixels)
    throw new AppError(
      'invalid-input',
      'The picture may have at most 8 million pixels. Please make it smaller.',
    );
}

function unreadable(): AppError {
  return new AppError(
    'invalid-input',
    'This is not a picture that can be read. Please use PNG, JPEG or WebP.',
  );
}
