/** Fewer, as many, or more chapters than people usually make. */
export type Density = 'fewer' | 'normal' | 'more';

const FACTORS: Record<Density, number> = { fewer: 0.6, normal: 1, more: 1.6 };

/**
 * How many chapters people make of a recording of this length.
 *
 * @param duration seconds
 */
export const expectedChapters = (duration: number, density: Density = 'normal'): number => {
  const long = 3 + duration / 480;
  const short = 0.6 + duration / 45;
  const factor = FACTORS[density];
  return Math.max(1, Math.round(Math.min(long, short) * factor));
};

/** Seconds; shorter chapters are not made. */
export const shortestChapter = (duration: number): number => Math.max(10, Math.min(45, duration / 6));
