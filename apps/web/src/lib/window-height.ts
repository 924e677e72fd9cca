/** Room enough for a part that stays in sight while the rest scrolls: not on a phone held sideways, or zoomed to 200 %. */
export const inTallWindow = '@media (min-height: 600px)';

/** Less than a header may take from: zoomed to 400 %. */
export const inShortWindow = '@media (max-height: 400px)';
