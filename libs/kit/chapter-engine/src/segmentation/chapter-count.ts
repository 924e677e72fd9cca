/** Fewer, as many, or more chapters than people usually make. */
export type Density = 'fewer' | 'normal' | 'more';

/** Minimum probability of an opening: at `normal`, wrong and missing openings balance. */
const minOddsByDensity: Record<Density, number> = { fewer: 0.5, normal: 0.31, more: 0.2 };

/** The minimum probability for a chapter to open near a cue. */
export const minOdds = (density: Density = 'normal'): number => minOddsByDensity[density];

/**
 * The number of chapters that people usually make of a recording of this length; the actual number depends on its
 * words.
 *
 * @param duration seconds
 */
export const typicalChapterCount = (duration: number): number =>
  Math.min(3 + duration / 480, 0.6 + duration / 45);

/** Seconds; shorter segments are not considered. */
export const minSegmentSeconds = (duration: number): number => Math.max(10, Math.min(15, duration / 6));

/** Seconds; two openings are never closer. Below ten, chapters cannot be distinguished on a time line. */
export const minChapterSeconds = (duration: number): number => Math.max(10, Math.min(20, duration / 6));
