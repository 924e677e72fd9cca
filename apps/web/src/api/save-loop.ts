import { backOff } from './http/back-off.ts';
import { errorMessage, errorStatus } from './http/error-message.ts';

/** Consecutive conflicts (409) after which saving fails. */
const conflictLimit = 4;
const conflictStatus = 409;
/** The first pause before a save that got no answer is repeated. */
const retryMs = 1000;

/**
 * Saves, and repeats a save that others have made outdated, over what they have saved.
 * @param catchUp reads what others have saved
 * @throws what the last call threw
 */
export async function saveOver<Saved>(
  save: () => Promise<Saved>,
  catchUp: () => Promise<void>,
): Promise<Saved> {
  for (let conflicts = 1; ; conflicts += 1)
    try {
      return await save();
    } catch (error) {
      const isConflict = errorStatus(error) === conflictStatus && conflicts <= conflictLimit;
      if (!isConflict || !(await isDone(catchUp))) throw error;
    }
}

async function isDone(catchUp: () => Promise<void>): Promise<boolean> {
  try {
    await catchUp();
    return true;
  } catch (error) {
    console.warn('What others have saved could not be read.', error);
    return false;
  }
}

interface SavePorts {
  /** Sends the next part of what is unsaved. Rejects with the answer of a failed call. @returns false when nothing is left */
  readonly saveNext: () => Promise<boolean>;
  /** Reads what others have saved. */
  readonly catchUp: () => Promise<void>;
  readonly onBegin: () => void;
  /** @param msg the server's reason when saving failed; empty when it gave none, or everything was saved */
  readonly onEnd: (msg: string) => void;
  /** Saves again, because the last call got no answer. */
  readonly repeat: () => void;
}

/** Saves one part after the other until nothing is left. A save that gets no answer is repeated, after longer and longer pauses. */
export class SaveLoop {
  readonly #ports: SavePorts;
  #running: Promise<void> | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #unanswered = 0;

  constructor(ports: SavePorts) {
    this.#ports = ports;
  }

  /** A call during another one joins it. */
  run(): Promise<void> {
    clearTimeout(this.#timer);
    this.#ports.onBegin();
    this.#running ??= this.#saveAll().then((msg) => {
      this.#running = null;
      this.#ports.onEnd(msg);
    });
    return this.#running;
  }

  /** Repeats nothing from now on. */
  end(): void {
    clearTimeout(this.#timer);
  }

  async #saveAll(): Promise<string> {
    const { saveNext, catchUp, repeat } = this.#ports;
    try {
      while (await saveOver(saveNext, catchUp)) this.#unanswered = 0;
      return '';
    } catch (error) {
      if (errorStatus(error) === undefined)
        this.#timer = setTimeout(repeat, backOff(retryMs, this.#unanswered++));
      return errorMessage(error, '');
    }
  }
}
