/** The parts inside kafkajs that `kafkajs-repairs.ts` replaces and `kafka-client.ts` extends. */
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

declare module 'kafkajs/src/network/socketFactory.js' {
  import type { ISocketFactory } from 'kafkajs';
  function createSocketFactory(): ISocketFactory;
  export = createSocketFactory;
}
