/** The one part inside kafkajs that `kafka-client.ts` mends. */
declare module 'kafkajs/src/network/requestQueue/index.js' {
  class RequestQueue {
    pending: unknown[];
    throttledUntil: number;
    throttleCheckTimeoutId: NodeJS.Timeout | null;
    checkPendingRequests(): void;
    scheduleCheckPendingRequests(): void;
  }
  export = RequestQueue;
}
