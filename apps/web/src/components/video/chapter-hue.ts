const hues = 8;

/** The colour token of the n-th chapter; adjacent colours differ in lightness as well as in hue. */
export function chapterHue(index: number): string {
  return `chapter.${String(index % hues)}`;
}
