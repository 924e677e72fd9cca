/** The reply of a call that has nothing to return. */
export async function emptyReply(work: Promise<unknown>): Promise<object> {
  await work;
  return {};
}
