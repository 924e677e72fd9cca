import { createCanvas, loadImage } from '@napi-rs/canvas';

const maxWidth = 640;
const maxHeight = 160;
/** A logo is a part of every first view. */
const maxBytes = 48 * 1_024;
const qualities = [92, 80, 60, 40, 20];

/** A WebP picture, or why there is none. */
export type EncodedLogo =
  { readonly image: Uint8Array } | { readonly problem: 'unreadable' | 'too-detailed' };

/**
 * Makes a small WebP picture of what was uploaded: nothing but its pixels remains. It runs in a thread.
 * @param upload a picture whose size was checked
 */
export async function encodeLogo(upload: Uint8Array): Promise<EncodedLogo> {
  const image = await loadImage(upload).catch(() => undefined);
  if (!image || image.width < 1 || image.height < 1) return { problem: 'unreadable' };
  const { width, height } = image;
  const scale = Math.min(1, maxWidth / width, maxHeight / height);
  const size = [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))] as const;
  const canvas = createCanvas(...size);
  canvas.getContext('2d').drawImage(image, 0, 0, ...size);
  for (const quality of qualities) {
    const encoded = await canvas.encode('webp', quality);
    if (encoded.length <= maxBytes) return { image: encoded };
  }
  return { problem: 'too-detailed' };
}
