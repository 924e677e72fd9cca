const withinMs = 30_000;

/** Answers that come by another way than the question went: each is found by its key. */
export class Awaited<Answer> {
  private readonly waiting = new Map<string, (answer: Answer) => void>();

  /** @throws when it does not come */
  answerTo(key: string): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.waiting.delete(key);
        reject(new Error(`no answer to ${key} in ${String(withinMs)} ms`));
      }, withinMs);
      this.waiting.set(key, (answer) => {
        clearTimeout(timer);
        resolve(answer);
      });
    });
  }

  /** An answer that nobody waits for is passed over: a message may come twice. */
  settle(key: string, answer: Answer): void {
    this.waiting.get(key)?.(answer);
    this.waiting.delete(key);
  }
}
