import type { StartedMessage } from '../events/handler-starts.ts';
import type { LogDatabase } from './log-database.ts';

/** The messages that the handlers of each group are at: what is here when a process starts, was being handled as one died. */
export class StartedTable {
  private readonly sql;

  constructor({ quick }: LogDatabase) {
    this.sql = {
      find: quick.prepare('SELECT messages FROM started WHERE group_name = ?'),
      put: quick.prepare(
        'INSERT INTO started VALUES (?, ?) ON CONFLICT DO UPDATE SET messages = excluded.messages',
      ),
      isOpen: quick.prepare(
        `SELECT EXISTS (SELECT 1 FROM deferred WHERE group_name = ?1 AND topic = ?2 AND offset = ?3)
         OR EXISTS (SELECT 1 FROM positions WHERE group_name = ?1 AND topic = ?2 AND position <= ?3) AS open`,
      ),
    };
  }

  /** Those that are not handled. */
  find(group: string): StartedMessage[] {
    const stored = String(this.sql.find.get(group)?.messages ?? '[]');
    return (JSON.parse(stored) as StartedMessage[]).filter(
      ({ topic, offset }) => this.sql.isOpen.get(group, topic, offset)?.open === 1,
    );
  }

  /** Call it in a transaction. */
  put(group: string, messages: readonly StartedMessage[]): void {
    this.sql.put.run(group, JSON.stringify(messages));
  }
}
