/** Fewer, as many, or more chapters than people usually make. */
export type Density = 'fewer' | 'normal' | 'more';

/** Odds from which on an opening is worth a chapter: at the middle one, what is found and what is missed balance. */
const LEAST_ODDS: Record<Density, number> = { fewer: 0.45, normal: 0.28, more: 0.17 };

/** The least odds that a chapter opens near a cue for one to be made there. */
export const leastOdds = (density: Density = 'normal'): number => LEAST_ODDS[density];

/**
 * How many chapters people usually make of a recording of this length; how many this one gets depends on its words.
 *
 * @param duration seconds
 */
export const usualChapters = (duration: number): number => Math.min(3 + duration / 480, 0.6 + duration / 45);

/** Seconds; segments shorter than this are not weighed. */
export const shortestSegment = (duration: number): number => Math.max(10, Math.min(15, duration / 6));

/** Seconds; two openings are never closer than this, whatever their odds. Below ten, chapters blur on any time line. */
export const shortestChapter = (duration: number): number => Math.max(10, Math.min(20, duration / 6));
