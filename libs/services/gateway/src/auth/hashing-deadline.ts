/** Deadline of calls that hash a password, which waits in a queue. */
export const hashingDeadline = { deadlineMs: 10_000 };

/** For calls that ask a provider, up to three times with 5 s each. */
export const ssoDeadline = { deadlineMs: 20_000 };
