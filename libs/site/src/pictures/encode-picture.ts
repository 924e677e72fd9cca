import { createCanvas, loadImage, type Image } from '@napi-rs/canvas';

/** What a picture is for: the logo of a portal is shown whole, the picture of a team is the square in its middle. */
export type PictureUse = 'logo' | 'team';

const logo = { maxWidth: 640, maxHeight: 160 };
const teamSide = 96;
/** A logo is a part of every first view; the list of workspaces has the picture of each team. */
const maxBytes = { logo: 48 * 1_024, team: 8 * 1_024 };
const qualities = [92, 80, 60, 40, 20];

/** A WebP picture, or why there is none. */
export type EncodedPicture =
  { readonly image: Uint8Array } | { readonly problem: 'unreadable' | 'too-detailed' };

/** An uploaded file whose size was checked, and what becomes of it. */
export interface UploadedPicture {
  readonly use: PictureUse;
  readonly file: Uint8Array;
}

/** Makes a small WebP picture of what was uploaded: nothing but its pixels remains. It runs in a thread. */
export async function encodePicture({ use, file }: UploadedPicture): Promise<EncodedPicture> {
  const image = await loadImage(file).catch(() => undefined);
  if (!image || image.width < 1 || image.height < 1) return { problem: 'unreadable' };
  const canvas = use === 'logo' ? drawWhole(image) : drawMiddle(image);
  for (const quality of qualities) {
    const encoded = await canvas.encode('webp', quality);
    if (encoded.length <= maxBytes[use]) return { image: encoded };
  }
  return { problem: 'too-detailed' };
}

function drawWhole(image: Image) {
  const { width, height } = image;
  const scale = Math.min(1, logo.maxWidth / width, logo.maxHeight / height);
  const size = [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))] as const;
  const canvas = createCanvas(...size);
  canvas.getContext('2d').drawImage(image, 0, 0, ...size);
  return canvas;
}

function drawMiddle(image: Image) {
  const { width, height } = image;
  const side = Math.min(width, height);
  const canvas = createCanvas(teamSide, teamSide);
  const from = [(width - side) / 2, (height - side) / 2, side, side] as const;
  canvas.getContext('2d').drawImage(image, ...from, 0, 0, teamSide, teamSide);
  return canvas;
}
