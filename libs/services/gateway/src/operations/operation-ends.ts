import { Inject, Injectable } from '@nestjs/common';
import { COMMAND_BUS } from '@vault/base';
import type { CommandBus, Message } from '@vault/messaging';

/** An event can be lost while this replica is not connected to the broker: then this is the wait for it. */
const maxWaitMs = 5_000;

/** Waits for the operations of one video. */
interface OperationWatch {
  /**
   * Resolves when an operation of the video has ended since the watch began or since the previous call, after five
   * seconds, or when the signal is aborted.
   */
  next(signal: AbortSignal): Promise<void>;
  close(): void;
}

/** Knows when operations end: every replica receives the events about them. */
@Injectable()
export class OperationEnds {
  private readonly watchers = new Map<string, Set<() => void>>();

  constructor(@Inject(COMMAND_BUS) commands: Pick<CommandBus, 'onMessage'>) {
    commands.onMessage((message) => this.receive(message));
  }

  /** Begin before the command is sent, so that no end is missed, and close the watch afterwards. */
  watch(videoId: string): OperationWatch {
    let hasEnded = false;
    let wake: (() => void) | undefined;
    const notify = () => {
      hasEnded = true;
      wake?.();
    };
    const watchers = this.watchers.get(videoId) ?? new Set();
    this.watchers.set(videoId, watchers.add(notify));
    return {
      next: async (signal) => {
        if (!hasEnded && !signal.aborted)
          await new Promise<void>((resolve) => {
            const timer = setTimeout(resolve, maxWaitMs);
            wake = () => {
              clearTimeout(timer);
              resolve();
            };
            signal.addEventListener('abort', wake, { once: true });
          });
        hasEnded = false;
      },
      close: () => {
        watchers.delete(notify);
        if (watchers.size === 0) this.watchers.delete(videoId);
      },
    };
  }

  /** A deleted video has no operations any more. */
  private receive({ type, subject }: Message): void {
    if (type !== 'chaptering.operation-ended.v1' && type !== 'upload.video-deleted.v1') return;
    for (const notify of this.watchers.get(subject) ?? []) notify();
  }
}
