/** Where the browser keeps the sessions of a user's uploads, and the list of the unfinished ones. */
export const uploadKeys = {
  sessions: (userId: string) => `uploads:${userId}`,
  unfinished: (userId: string) => `uploads-unfinished:${userId}`,
} as const;

/** For a log-out without the queue: the url of a session alone permits writing to it. */
export function forgetUploads(userId: string): void {
  for (const key of Object.values(uploadKeys)) localStorage.removeItem(key(userId));
}
