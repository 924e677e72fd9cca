/** The page that the user was on, or requested, before the redirect to sign-in. */
export interface ReturnAddress {
  /** Address of a signed-in page, with query and anchor. */
  readonly to: string;
  /** Id of the user who was signed in, if any: other users are not redirected there. */
  readonly owner?: string | undefined;
  /** The address of an invitation: whoever creates an account for it uses this one. */
  readonly email?: string;
  /** Whether the session ended on that page. */
  readonly wasEnded?: boolean;
}

const library = '/asset/view';
/** Addresses of signed-in pages, and of an invitation. History state with other addresses is ignored. */
const signedInPages = /^\/(?:asset|account|glossary|portals|workspace|join)(?:[/?#]|$)/;

/** The address for {@link ReturnAddress}. */
export function addressOf({
  pathname,
  search,
  hash,
}: Pick<Location, 'pathname' | 'search' | 'hash'>): string {
  return `${pathname}${search}${hash}`;
}

/** Reads the return address from the history state of the sign-in page, which survives a reload. */
export function readReturnAddress(state: unknown): ReturnAddress | null {
  const stored = state as Partial<ReturnAddress> | null;
  return typeof stored?.to === 'string' && signedInPages.test(stored.to) ? (stored as ReturnAddress) : null;
}

/** Whether the address is not the library, which is the default. */
export function isElsewhere(returnAddress: ReturnAddress | null): boolean {
  return returnAddress !== null && returnAddress.to !== library;
}

/** Whether it is the page of a video, where texts are edited. */
export function isVideo({ to }: ReturnAddress): boolean {
  return to.startsWith('/asset/') && !to.startsWith(library);
}

/** The address to open after sign-in: the return address, or the library. */
export function addressAfterSignIn(returnAddress: ReturnAddress | null, userId: string): string {
  if (!returnAddress || (returnAddress.owner !== undefined && returnAddress.owner !== userId)) return library;
  return returnAddress.to;
}
