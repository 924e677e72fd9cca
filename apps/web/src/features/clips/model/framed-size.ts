import type { VideoRecord } from '@vault/contracts';

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The largest picture of a clip with a shape of its own, as the video engine makes it. */
const longest: Size = { width: 1_080, height: 1_920 };

/** The size of the picture that a video plays; undefined when it is not known. */
export function pictureSize({ contents }: Pick<VideoRecord, 'contents'>): Size | undefined {
  const { width, height } = contents.find(({ kind, isUsed }) => kind === 'picture' && isUsed) ?? {};
  return width && height ? { width, height } : undefined;
}

/** How much of the width of a picture a frame keeps, 0 to 1. Both are width by height. */
export function keptWidth(shape: number, ratio: number): number {
  return Math.min(1, ratio / shape);
}

/** The size in which a clip shows a frame of a picture: never larger than it was. @param ratio width by height */
export function framedSize(picture: Size, ratio: number): Size {
  const height = Math.min(picture.height, picture.width / ratio);
  const factor = Math.min(1, longest.height / height, longest.width / (height * ratio));
  return { width: even(height * ratio * factor), height: even(height * factor) };
}

/** The size in which a clip shows all of a picture with bars: as wide as its shorter side. @param ratio width by height */
export function barsSize(picture: Size, ratio: number): Size {
  const width = Math.min(longest.width, picture.width, picture.height);
  return { width: even(width), height: even(width / ratio) };
}

const even = (value: number): number => Math.max(2, 2 * Math.round(value / 2));
