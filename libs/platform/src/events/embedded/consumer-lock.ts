import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { LogInUseError } from '../event-errors.ts';

const PATIENCE = 5000;

/**
 * Lets one process consume from a log: two would each start their own handlers for a key.
 * It is a lock of the operating system (held through an empty SQLite file), so a killed process leaves none behind.
 */
export class ConsumerLock {
  readonly #connection: DatabaseSync;

  private constructor(connection: DatabaseSync) {
    this.#connection = connection;
  }

  /**
   * Waits a few seconds, for a predecessor may be closing.
   * @throws LogInUseError when another process keeps it
   */
  static async acquire(file: string, patience = PATIENCE): Promise<ConsumerLock> {
    const deadline = performance.now() + patience;
    for (;;) {
      const connection = new DatabaseSync(file);
      try {
        connection.exec('BEGIN EXCLUSIVE');
        return new ConsumerLock(connection);
      } catch (cause) {
        connection.close();
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
    this.#connection.close();
  }
}
