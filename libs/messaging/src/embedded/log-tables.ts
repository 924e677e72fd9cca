import type { LogDatabase } from './log-database.ts';
import { DeadLetterTable } from './dead-letter-table.ts';
import { GroupTable } from './group-table.ts';
import { MessageTable } from './message-table.ts';
import { StartedTable } from './started-table.ts';

/** The tables of one log. */
export class LogTables {
  readonly messages: MessageTable;
  readonly groups: GroupTable;
  readonly started: StartedTable;
  readonly deadLetters: DeadLetterTable;

  constructor(database: LogDatabase) {
    this.messages = new MessageTable(database);
    this.groups = new GroupTable(database);
    this.started = new StartedTable(database);
    this.deadLetters = new DeadLetterTable(database);
  }
}
