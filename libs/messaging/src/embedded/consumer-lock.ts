import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { sqliteFailureOf } from '@vault/embedded-mongo';
import { LogInUseError } from '../events/event-errors.ts';

const acquireTimeoutMs = 5000;

/**
 * Lets only one process consume from a log: two processes could run handlers of one key at the same time.
 * It is a lock of the operating system (held through an empty SQLite file), so killing the process releases it.
 */
export class ConsumerLock {
  private readonly connection: DatabaseSync;

  private constructor(connection: DatabaseSync) {
    this.connection = connection;
  }

  /**
   * Waits up to 5 s by default, because a previous process may be closing.
   * @throws LogInUseError when another process still holds it
   */
  static async acquire(file: string, timeoutMs = acquireTimeoutMs): Promise<ConsumerLock> {
    const deadline = performance.now() + timeoutMs;
    for (;;) {
      const connection = new DatabaseSync(file);
      try {
        connection.exec('BEGIN EXCLUSIVE');
        return new ConsumerLock(connection);
      } catch (cause) {
        connection.close();
        // A full or read-only disk is not another process.
        if (sqliteFailureOf(cause) !== 'in use') throw cause;
        if (performance.now() >= deadline) {
          throw new LogInUseError(`Another process consumes from ${file}; the embedded log serves one.`, {
            cause,
          });
        }
      }
      await sleep(50);
    }
  }

  release(): void {
    this.connection.close();
  }
}
