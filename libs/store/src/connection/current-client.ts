import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import mongoose, { type Connection, type ConnectOptions } from 'mongoose';
import type { Logger } from '@vault/base';

/** The address of MongoDB, and how to sign in there. */
export interface MongoAccess {
  /** `mongodb://account:password@host:27017/?replicaSet=…`; a database in the url is ignored. */
  readonly url: string;
  /** TLS, and a certificate that may be the account. */
  readonly options?: Pick<ConnectOptions, 'tls' | 'ca' | 'cert' | 'key' | 'authMechanism' | 'authSource'>;
}

const { MongoClient } = mongoose.mongo;

const reconnectAfterMs = 500;
/** Longer than any operation may take on a client that is no longer used, in milliseconds. */
const finishWithinMs = 30_000;

export interface CurrentClientOptions {
  readonly connection: Connection;
  /** The url with the account, and the certificates; both may change. */
  readonly access: () => MongoAccess;
  readonly settings: ConnectOptions;
  readonly logger: Logger;
  /** Ends the tries. */
  readonly signal: AbortSignal;
}

/** Connects with the current access, and again when it has changed; the previous client serves until that succeeds. */
export class CurrentClient {
  /** True while the connection is disconnected because its client is replaced. */
  isReplacing = false;
  private connectedWith: MongoAccess | undefined;
  private refused: MongoAccess | undefined;
  private connecting: Promise<unknown> = Promise.resolve();
  private closing: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: CurrentClientOptions) {}

  /** Connects if the access has changed; at first, and whenever it may have changed. */
  refresh(): void {
    this.connecting = this.connecting.then(() => this.connectForever());
  }

  /** Waits until only the current client is open. The signal must have been aborted. */
  async close(): Promise<void> {
    await this.connecting;
    await this.closing;
  }

  /** The driver does not retry the first connection of a client. */
  private async connectForever(): Promise<void> {
    const { access, signal } = this.options;
    while (!signal.aborted && !isDeepStrictEqual(this.connectedWith, access())) {
      const tried = access();
      try {
        await (this.connectedWith === undefined ? this.open(tried) : this.change(tried));
        this.connectedWith = tried;
      } catch {
        // Logged by the 'error' event of the connection, or by `change`.
        await wait(reconnectAfterMs, undefined, { signal, ref: false }).catch(() => undefined);
      }
    }
  }

  private async open({ url, options }: MongoAccess): Promise<void> {
    const { connection, settings } = this.options;
    // The migrate command creates the indexes, not the processes.
    await connection.openUri(url, { ...settings, ...options, autoIndex: false, autoCreate: false });
  }

  private async change(access: MongoAccess): Promise<void> {
    const { settings, logger, signal } = this.options;
    const client = new MongoClient(access.url, { ...settings, ...access.options });
    try {
      await client.connect();
    } catch (error) {
      if (!isDeepStrictEqual(this.refused, access))
        logger.warn({ err: error }, 'the store cannot be reached with its new account');
      this.refused = access;
      throw error;
    }
    if (signal.aborted) {
      await client.close();
      return;
    }
    const previous = this.replace(client);
    logger.info({}, 'the store is used with its new account');
    const finished = wait(finishWithinMs, undefined, { signal, ref: false }).catch(() => undefined);
    this.closing = Promise.all([this.closing, finished.then(() => previous.close())]);
  }

  /** New operations use the client; running ones finish on the previous one, which is returned. */
  private replace(client: mongoose.mongo.MongoClient): mongoose.mongo.MongoClient {
    const { connection } = this.options;
    const previous = connection.getClient();
    // These events of the previous client would change the state of the connection.
    for (const event of ['topologyDescriptionChanged', 'serverDescriptionChanged'] as const)
      previous.removeAllListeners(event);
    this.isReplacing = true;
    // Mongoose accepts a client only for a connection that is disconnected; no other code runs in between.
    Object.assign(connection, { readyState: mongoose.ConnectionStates.disconnected });
    connection.setClient(client);
    this.isReplacing = false;
    return previous;
  }
}
