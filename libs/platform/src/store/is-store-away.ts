/** As the driver and mongoose name what is wrong with the way to the server, not with what was asked of it. */
const names = new Set([
  'MongoClientClosedError',
  'MongoExpiredSessionError',
  'MongoNetworkError',
  'MongoNetworkTimeoutError',
  'MongoNotConnectedError',
  'MongoOperationTimeoutError',
  'MongoPoolClearedError',
  'MongoPoolClosedError',
  'MongoServerClosedError',
  'MongoServerSelectionError',
  'MongooseServerSelectionError',
  'MongoTopologyClosedError',
  'MongoWaitQueueTimeoutError',
  'PoolClearedOnNetworkError',
]);

/** As a server says that it is not the one that takes writes, is going down, or did not finish in time. */
const codes = new Set([6, 7, 50, 64, 89, 91, 134, 189, 262, 9001, 10_107, 11_600, 11_602, 13_435, 13_436]);

/** Mongoose keeps what is asked before the first connection for a while, and then gives up with these words. */
const waitedForConnection = /buffering timed out|before initial connection is complete/;

/** Whether a failure says that the store could not be reached or did not answer in time, wherever in its chain of causes. */
export function isStoreAway(error: unknown): boolean {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 10; cause = cause.cause, depth += 1) {
    if (names.has(cause.name)) return true;
    if (cause.name === 'MongoServerError' && 'code' in cause && codes.has(Number(cause.code))) return true;
    if (cause.name === 'MongooseError' && waitedForConnection.test(cause.message)) return true;
  }
  return false;
}
