/** Faults of kafkajs 2.2.4 that have no way around: imported for its effect, by `kafka-client.ts` alone. */
import Connection from 'kafkajs/src/network/connection.js';
import RequestQueue from 'kafkajs/src/network/requestQueue/index.js';

// As it is there, every connection arms a timer of one millisecond for ever, with a negative delay that Node warns of.
RequestQueue.prototype.scheduleCheckPendingRequests = function (this: RequestQueue) {
  if (this.throttleCheckTimeoutId || this.pending.length === 0) return;
  const delay = Math.max(10, this.throttledUntil - Date.now());
  this.throttleCheckTimeoutId = setTimeout(() => {
    this.throttleCheckTimeoutId = null;
    this.checkPendingRequests();
  }, delay);
};

// As it is there, two requests at the same time open two sockets: the first is never closed, and keeps the process alive.
const connect = Connection.prototype.connect;
const underWay = new WeakMap<Connection, Promise<unknown>>();
Connection.prototype.connect = function (this: Connection) {
  const running = underWay.get(this);
  if (running) return running;
  const started = connect.call(this).finally(() => underWay.delete(this));
  underWay.set(this, started);
  return started;
};
