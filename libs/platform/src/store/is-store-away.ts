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

/** As the driver passes it on when a connection ends in the moment in which a command is written to it. */
const systemCodes = new Set(['EPIPE', 'ECONNRESET']);

/** Mongoose keeps what is asked before the first connection for a while, and then gives up with these words. */
const waitedForConnection = /buffering timed out|before initial connection is complete/;

/** Whether a failure says that the store could not be reached or did not answer in time, wherever in its chain of causes. */
export function isStoreAway(error: unknown): boolean {
  for (let cause = error, depth = 0; isError(cause) && depth < 10; cause = cause.cause, depth += 1) {
    const code = 'code' in cause ? cause.code : undefined;
    if (names.has(cause.name) || systemCodes.has(String(code))) return true;
    if (cause.name === 'MongoServerError' && codes.has(Number(code))) return true;
    if (cause.name === 'MongooseError' && waitedForConnection.test(cause.message)) return true;
  }
  return false;
}

/** Not `instanceof`: what the system says of a socket may come from another realm. */
function isError(value: unknown): value is Error {
  return typeof value === 'object' && value !== null && 'name' in value && 'message' in value;
}
