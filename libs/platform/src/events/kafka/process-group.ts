import type { Logger } from '../../logging/logger.ts';
import type { KafkaOperator } from './kafka-operator.ts';
import { endsWithin } from './within-time.ts';

const FORGET_WITHIN = 2000;
/** Most groups that are removed at one look. */
const AT_A_LOOK = 100;

export interface ProcessGroupOptions {
  operator: KafkaOperator;
  logger: Logger;
  group: string;
  /** What its name and those of its like begin with. */
  prefix: string;
  /** Milliseconds between one look for groups that were left behind and the next. */
  interval: number;
}

/**
 * A group that one process has for itself. It is removed when the process stops; those that killed processes have left
 * behind are removed by the others.
 */
export class ProcessGroup {
  readonly #options: ProcessGroupOptions;
  /** Groups without a member, as the last look found them. */
  #deserted: ReadonlySet<string> = new Set();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: ProcessGroupOptions) {
    this.#options = options;
  }

  start(): void {
    void this.#look();
    this.#timer = setInterval(() => void this.#look(), this.#options.interval).unref();
  }

  /** Removes the group, once nobody is in it. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    const { operator, group } = this.#options;
    await endsWithin(operator.forget(group), FORGET_WITHIN);
  }

  /**
   * A group is removed when two looks have found nobody in it: that of a process which has lost its broker for a moment is
   * not. Kafka itself refuses to remove one that somebody is in.
   */
  async #look(): Promise<void> {
    const { operator, logger, prefix } = this.#options;
    try {
      const found = await operator.emptyGroups(prefix);
      const left = found.filter((name) => this.#deserted.has(name)).slice(0, AT_A_LOOK);
      this.#deserted = new Set(found);
      for (const name of left)
        if (await endsWithin(operator.forget(name), FORGET_WITHIN))
          logger.info({ group: name }, 'A group that a process had left behind was removed.');
    } catch (error) {
      logger.debug({ err: error, prefix }, 'Groups could not be looked at.');
    }
  }
}
