import { inMegabytes } from '@vault/platform';

const everyMs = 3_000;

/** How much of a copy is done; printed every few seconds. */
export class Progress {
  private documents = 0;
  private bytes = 0;
  private readonly timer: NodeJS.Timeout;
  private printed = '';

  constructor(
    private readonly what: string,
    private readonly print: (line: string) => void,
    private readonly totalBytes?: number,
  ) {
    this.timer = setInterval(() => this.show(), everyMs).unref();
  }

  add({ documents = 0, bytes = 0 }: { documents?: number; bytes?: number }): void {
    this.documents += documents;
    this.bytes += bytes;
  }

  /** Prints the final state. */
  end(): void {
    clearInterval(this.timer);
    this.show();
  }

  private show(): void {
    const documents = this.documents > 0 ? `${String(this.documents)} documents, ` : '';
    const total = this.totalBytes === undefined ? '' : ` of ${inMegabytes(this.totalBytes)}`;
    const line = `${this.what}: ${documents}${inMegabytes(this.bytes)}${total}`;
    if (line !== this.printed) this.print(line);
    this.printed = line;
  }
}

/** Does work with its progress printed. */
export async function withProgress<Result>(
  { what, print, totalBytes }: { what: string; print: (line: string) => void; totalBytes?: number },
  work: (progress: Progress) => Promise<Result>,
): Promise<Result> {
  const progress = new Progress(what, print, totalBytes);
  try {
    return await work(progress);
  } finally {
    progress.end();
  }
}
