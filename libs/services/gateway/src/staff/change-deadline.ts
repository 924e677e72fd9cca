/** The admin service waits 5 seconds for the outcome of the command that it sends, and then sends it once more. */
export const changeDeadline = { deadlineMs: 15_000 };
