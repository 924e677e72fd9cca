/** Fixes bugs of kafkajs 2.2.4 that cannot be worked around; imported for its side effect by `kafka-client.ts` only. */
import Connection from 'kafkajs/src/network/connection.js';
import RequestQueue from 'kafkajs/src/network/requestQueue/index.js';

// Bug: every connection sets a timer with a negative delay again and again, each millisecond; Node warns about it.
RequestQueue.prototype.scheduleCheckPendingRequests = function (this: RequestQueue) {
  if (this.throttleCheckTimeoutId || this.pending.length === 0) return;
  const delay = Math.max(10, this.throttledUntil - Date.now());
  this.throttleCheckTimeoutId = setTimeout(() => {
    this.throttleCheckTimeoutId = null;
    this.checkPendingRequests();
  }, delay);
};

// Bug: two requests at the same time open two sockets; the first is never closed and keeps the process alive.
const connect = Connection.prototype.connect;
const connecting = new WeakMap<Connection, Promise<unknown>>();
Connection.prototype.connect = function (this: Connection) {
  const running = connecting.get(this);
  if (running) return running;
  const started = connect.call(this).finally(() => connecting.delete(this));
  connecting.set(this, started);
  return started;
};
