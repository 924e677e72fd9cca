import {
  ExtractiveTextWriter,
  type AnswerAsked,
  type ChaptersAsked,
  type QuotesAsked,
  type SummaryAsked,
  type TextWriter,
  type Written,
} from '@vault/integrations';
import { AppError } from '@vault/platform';

type Kind = 'chapters' | 'summary' | 'quotes' | 'search';
type Asked = ChaptersAsked | SummaryAsked | QuotesAsked | AnswerAsked;

/** Writes what a test has it write, when it has it write; unless scripted, as the keyless engine does. */
export class ScriptedTextWriter implements TextWriter {
  /** What was asked, in order. */
  readonly asked: { readonly kind: Kind; readonly request: Asked }[] = [];
  /** Calls that have not been answered yet. */
  waiting = 0;
  isAway = false;
  quotes?: readonly string[];
  answer?: string;
  private readonly keyless = new ExtractiveTextWriter();
  private readonly gates = new Map<Kind, Promise<unknown>>();

  /** Calls of a kind wait until the returned function is called. */
  hold(kind: Kind): () => void {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.gates.set(kind, promise);
    return () => {
      this.gates.delete(kind);
      resolve(undefined);
    };
  }

  calls(kind: Kind): number {
    return this.asked.filter((call) => call.kind === kind).length;
  }

  writeChapters(request: ChaptersAsked) {
    return this.take('chapters', request, () => this.keyless.writeChapters(request));
  }

  writeSummary(request: SummaryAsked) {
    return this.take('summary', request, () => this.keyless.writeSummary(request));
  }

  writeQuotes(request: QuotesAsked): Promise<Written<readonly string[]>> {
    const { quotes: result } = this;
    return this.take('quotes', request, () =>
      result ? { result, answer: JSON.stringify(result) } : this.keyless.writeQuotes(request),
    );
  }

  writeAnswer(request: AnswerAsked): Promise<Written<string>> {
    const { answer: result } = this;
    return this.take('search', request, () =>
      result === undefined ? this.keyless.writeAnswer(request) : { result, answer: result },
    );
  }

  private async take<Result>(
    kind: Kind,
    request: Asked,
    write: () => Result | Promise<Result>,
  ): Promise<Result> {
    this.asked.push({ kind, request });
    this.waiting += 1;
    try {
      await this.gates.get(kind);
      if (this.isAway) throw AppError.unavailable();
      return await write();
    } finally {
      this.waiting -= 1;
    }
  }
}
