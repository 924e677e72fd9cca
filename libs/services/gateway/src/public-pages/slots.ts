import { AppError } from '@vault/base';

/** Work that visitors cause, of which only some may run at the same time. */
export class Slots {
  private running = 0;

  constructor(private readonly limit: number) {}

  /** @throws {AppError} unavailable while all are taken */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.running >= this.limit) throw AppError.unavailable();
    this.running += 1;
    try {
      return await work();
    } finally {
      this.running -= 1;
    }
  }
}
