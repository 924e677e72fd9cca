/** Names of connection errors of the driver and of mongoose, and of the clock that needs an answer of the server. */
const names = new Set([
  'DatabaseTimeUnknownError',
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

/** Server error codes: not the primary, shutting down, or a time-out. */
const codes = new Set([6, 7, 50, 64, 89, 91, 134, 189, 262, 9001, 10_107, 11_600, 11_602, 13_435, 13_436]);

/** The driver passes these on when a connection closes while a command is written. */
const systemCodes = new Set(['EPIPE', 'ECONNRESET']);

/** Mongoose buffers queries before the first connection, and fails with these messages after a while. */
const waitedForConnection = /buffering timed out|before initial connection is complete/;

/** Whether an error, or one of its causes, means that the store is unreachable or did not answer in time. */
export function isStoreUnavailable(error: unknown): boolean {
  for (let cause = error, depth = 0; isError(cause) && depth < 10; cause = cause.cause, depth += 1) {
    const code = 'code' in cause ? cause.code : undefined;
    if (names.has(cause.name) || systemCodes.has(String(code))) return true;
    if (cause.name === 'MongoServerError' && codes.has(Number(code))) return true;
    if (cause.name === 'MongooseError' && waitedForConnection.test(cause.message)) return true;
  }
  return false;
}

/** Not `instanceof`, because socket errors may come from another realm. */
function isError(value: unknown): value is Error {
  return typeof value === 'object' && value !== null && 'name' in value && 'message' in value;
}
