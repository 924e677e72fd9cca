/** Where somebody was, or was going, when the page for signing in came up instead. */
export interface WayBack {
  /** An address of the signed-in part, with its query and its anchor. */
  readonly to: string;
  /** Whose page it was, when somebody was signed in: nobody else is led there. */
  readonly owner?: string | undefined;
  /** The session ended while somebody was there. */
  readonly wasEnded?: boolean;
}

const library = '/asset/view';
/** The signed-in part. What else stands in the state of a page was not written by this application. */
const ours = /^\/(?:asset|account)(?:[/?#]|$)/;

/** The address that {@link WayBack} keeps. */
export function addressOf({
  pathname,
  search,
  hash,
}: Pick<Location, 'pathname' | 'search' | 'hash'>): string {
  return `${pathname}${search}${hash}`;
}

/** Reads what was kept in the state of the page for signing in, which outlives a reload. */
export function readWayBack(state: unknown): WayBack | null {
  const kept = state as Partial<WayBack> | null;
  return typeof kept?.to === 'string' && ours.test(kept.to) ? (kept as WayBack) : null;
}

/** Whether the way leads anywhere but to where everybody begins. */
export function isElsewhere(wayBack: WayBack | null): boolean {
  return wayBack !== null && wayBack.to !== library;
}

/** Whether it is the page of one video, where texts are edited. */
export function isVideo({ to }: WayBack): boolean {
  return to.startsWith('/asset/') && !to.startsWith(library);
}

/** Where whoever has just signed in goes: back to where they were going, or to the library. */
export function placeAfterSignIn(wayBack: WayBack | null, userId: string): string {
  if (!wayBack || (wayBack.owner !== undefined && wayBack.owner !== userId)) return library;
  return wayBack.to;
}
