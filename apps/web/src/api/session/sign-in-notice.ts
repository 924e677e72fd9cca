/** History state of the sign-in page: a message that it shows. */
export interface SignInNotice {
  readonly notice: string;
}

/** The message in the history state of the sign-in page; empty when there is none. */
export function readNotice(state: unknown): string {
  const { notice } = (state ?? {}) as Partial<SignInNotice>;
  return typeof notice === 'string' ? notice : '';
}
