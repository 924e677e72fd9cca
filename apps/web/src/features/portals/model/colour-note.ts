import { contrastOf, readableContrast, readableOn } from '@vault/contracts';

/** Backgrounds of the pages, as the public pages have them. */
const pages = [
  { page: 'light', background: '#faf7f2', change: 'darker' },
  { page: 'dark', background: '#0e1218', change: 'lighter' },
] as const;

/** A page on which text in a colour could not be read, and the colour that it gets there. */
export interface ColourChange {
  readonly page: 'light' | 'dark';
  readonly background: string;
  readonly change: 'darker' | 'lighter';
  readonly shown: string;
}

/** The pages that show text in another colour than the chosen one. @param colour such as `#c8321a` */
export function colourChanges(colour: string): ColourChange[] {
  return pages
    .filter(({ background }) => contrastOf(colour, background) < readableContrast)
    .map((each) => ({ ...each, shown: readableOn(each.background, colour) }));
}
