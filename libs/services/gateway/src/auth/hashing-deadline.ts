/** Hashing a password waits its turn in a queue: these calls may take longer than others. */
export const hashingDeadline = { deadlineMs: 10_000 };
