/** Enough height for sticky content: not a phone in landscape, nor a page zoomed to 200 %. */
export const inTallWindow = '@media (min-height: 600px)';

/** Not enough height for a sticky header, such as a page zoomed to 400 %. */
export const inShortWindow = '@media (max-height: 400px)';
