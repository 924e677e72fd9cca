import { AppError } from '@vault/base';

const maxWidth = 640;
const maxHeight = 160;
const maxSide = 8_000;
/** A logo is a part of every first view. */
const maxBytes = 48 * 1_024;
const qualities = [92, 80, 60, 40, 20];

/**
 * Makes a small WebP picture of what was uploaded: nothing but its pixels remains.
 * @throws {AppError} invalid-input, when it is not a picture, or too large
 */
export async function encodeLogo(upload: Buffer): Promise<Buffer> {
  const { createCanvas, loadImage } = await import('@napi-rs/canvas');
  if (!isPicture(upload)) throw unreadable();
  const image = await loadImage(upload).catch((cause: unknown) => {
    throw unreadable({ cause });
  });
  const { width, height } = image;
  if (width < 1 || height < 1) throw unreadable();
  if (width > maxSide || height > maxSide)
    throw new AppError('invalid-input', `The logo may have at most ${String(maxSide)} pixels on each side.`);
  const scale = Math.min(1, maxWidth / width, maxHeight / height);
  const size = [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))] as const;
  const canvas = createCanvas(...size);
  canvas.getContext('2d').drawImage(image, 0, 0, ...size);
  for (const quality of qualities) {
    const encoded = await canvas.encode('webp', quality);
    if (encoded.length <= maxBytes) return encoded;
  }
  throw new AppError('invalid-input', 'The logo has too many details. Please use a simpler picture.');
}

/** PNG, JPEG or WebP by its first bytes: an SVG could name other files. */
function isPicture(file: Buffer): boolean {
  const start = file.toString('latin1', 0, 12);
  return start.startsWith('\x89PNG\r\n') || start.startsWith('\xff\xd8\xff') || /^RIFF.{4}WEBP/s.test(start);
}

function unreadable(options?: ErrorOptions): AppError {
  return new AppError(
    'invalid-input',
    'This is not a picture that can be read. Please use PNG, JPEG or WebP.',
    options,
  );
}
