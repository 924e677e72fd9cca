/** Deadline of calls that hash a password, which waits in a queue. */
export const hashingDeadline = { deadlineMs: 10_000 };
