/** The parts inside kafkajs that `kafkajs-repairs.ts` replaces. */
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

declare module 'kafkajs/src/network/connection.js' {
  class Connection {
    constructor(options: object);
    connect: (this: Connection) => Promise<unknown>;
    disconnect(): Promise<unknown>;
  }
  export = Connection;
}
