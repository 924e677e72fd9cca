/** The shape of a clip's picture. */
export type AspectRatio = '1:1' | '9:16';

/** The shape that a picture is shown with, and how. */
export interface Frame {
  aspectRatio: AspectRatio;
  /** Where its middle is in the width of the picture, 0 to 1; it never leaves the picture. */
  centre: number;
  /** The part of the picture that fills the shape, as by default, or all of it with black bars. */
  fit?: 'crop' | 'bars' | undefined;
}

export interface Size {
  width: number;
  height: number;
}

const ratios: Record<AspectRatio, number> = { '1:1': 1, '9:16': 9 / 16 };
const longest: Size = { width: 1080, height: 1920 };

/**
 * Returns the largest box of a shape in a picture, and the size that it is shown in: at most 1080 by 1920, never enlarged.
 * All numbers are even, as the encoder needs.
 */
export function cropBox(
  picture: Size,
  { aspectRatio, centre }: Frame,
): Size & { x: number; y: number; shown: Size } {
  const ratio = ratios[aspectRatio];
  const isWide = picture.width > picture.height * ratio;
  const width = even(isWide ? even(picture.height, picture.height) * ratio : picture.width, picture.width);
  const height = even(isWide ? picture.height : width / ratio, picture.height);
  const x = Math.min(picture.width - width, Math.max(0, centre * picture.width - width / 2));
  const factor = Math.min(1, longest.width / width, longest.height / height);
  return {
    width,
    height,
    x: 2 * Math.floor(x / 2),
    y: 2 * Math.floor((picture.height - height) / 4),
    shown: { width: even(width * factor, width), height: even(height * factor, height) },
  };
}

/**
 * Returns the size in which all of a picture is shown with bars: as wide as the shorter side of the picture, so that it is
 * never enlarged, and at most 1080 by 1920. Both numbers are even.
 */
export function barsSize({ width, height }: Size, { aspectRatio }: Frame): Size {
  const shorter = Math.min(width, height, longest.width);
  const shown = even(shorter, shorter);
  return { width: shown, height: even(shown / ratios[aspectRatio], longest.height) };
}

/** The nearest even number that is not above a limit. */
function even(value: number, limit: number): number {
  return Math.max(2, Math.min(2 * Math.round(value / 2), 2 * Math.floor(limit / 2)));
}
