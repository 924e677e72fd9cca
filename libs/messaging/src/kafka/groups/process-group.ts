import { type Logger, endsWithin } from '@vault/base';
import type { KafkaAdmin } from '../connection/kafka-admin.ts';

const deleteWithinMs = 2000;
/** Maximum number of groups removed per check. */
const maxPerCheck = 100;

export interface ProcessGroupOptions {
  admin: KafkaAdmin;
  logger: Logger;
  group: string;
  /** The name prefix of all groups of this kind. */
  prefix: string;
  /** Milliseconds between two checks for abandoned groups. */
  interval: number;
}

/**
 * A group with one process. It is removed when the process stops; groups of killed processes are removed by other
 * processes.
 */
export class ProcessGroup {
  private readonly options: ProcessGroupOptions;
  /** The groups without a member at the last check. */
  private emptyBefore: ReadonlySet<string> = new Set();
  private timer: NodeJS.Timeout | undefined;

  constructor(options: ProcessGroupOptions) {
    this.options = options;
  }

  start(): void {
    void this.removeAbandoned();
    this.timer = setInterval(() => void this.removeAbandoned(), this.options.interval).unref();
  }

  /** Removes the group; call it after its member has left. */
  async close(): Promise<void> {
    clearInterval(this.timer);
    const { admin, group } = this.options;
    await endsWithin(admin.deleteGroup(group), deleteWithinMs);
  }

  /**
   * Removes a group when two checks have found no member in it, so that a process that loses its broker for a moment
   * keeps its group. Kafka refuses to remove a group with members.
   */
  private async removeAbandoned(): Promise<void> {
    const { admin, logger, prefix } = this.options;
    try {
      const found = await admin.emptyGroups(prefix);
      const abandoned = found.filter((name) => this.emptyBefore.has(name)).slice(0, maxPerCheck);
      this.emptyBefore = new Set(found);
      for (const name of abandoned)
        if (await endsWithin(admin.deleteGroup(name), deleteWithinMs))
          logger.info({ group: name }, 'The group of a killed process was removed.');
    } catch (error) {
      logger.debug({ err: error, prefix }, 'Groups could not be checked.');
    }
  }
}
