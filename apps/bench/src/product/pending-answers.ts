const timeoutMs = 30_000;

/** Matches answers with requests by key, for answers that arrive on another channel than the request. */
export class PendingAnswers<Answer> {
  private readonly waiting = new Map<string, (answer: Answer) => void>();

  /** Waits for the answer with this key. @throws after 30 s */
  answerTo(key: string): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.waiting.delete(key);
        reject(new Error(`no answer to ${key} in ${String(timeoutMs)} ms`));
      }, timeoutMs);
      this.waiting.set(key, (answer) => {
        clearTimeout(timer);
        resolve(answer);
      });
    });
  }

  /** Resolves the request with this key. Ignores answers without one: a message may be delivered twice. */
  settle(key: string, answer: Answer): void {
    this.waiting.get(key)?.(answer);
    this.waiting.delete(key);
  }
}
