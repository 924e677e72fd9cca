import {
  ExtractiveTextWriter,
  type AnswerRequest,
  type ChaptersRequest,
  type QuotesRequest,
  type SummaryRequest,
  type TextWriter,
  type Generated,
} from '@vault/integrations';
import { AppError } from '@vault/base';

type Kind = 'chapters' | 'summary' | 'quotes' | 'search';
type WriterRequest = ChaptersRequest | SummaryRequest | QuotesRequest | AnswerRequest;

/** A text writer with scripted answers and timing; without a script it uses the extractive engine. */
export class ScriptedTextWriter implements TextWriter {
  /** All calls, in order. */
  readonly requests: { readonly kind: Kind; readonly request: WriterRequest }[] = [];
  /** Calls that have not been answered yet. */
  waiting = 0;
  isUnavailable = false;
  quotes?: readonly string[];
  answer?: string;
  private readonly extractive = new ExtractiveTextWriter();
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
    return this.requests.filter((call) => call.kind === kind).length;
  }

  writeChapters(request: ChaptersRequest) {
    return this.take('chapters', request, () => this.extractive.writeChapters(request));
  }

  writeSummary(request: SummaryRequest) {
    return this.take('summary', request, () => this.extractive.writeSummary(request));
  }

  writeQuotes(request: QuotesRequest): Promise<Generated<readonly string[]>> {
    const { quotes: result } = this;
    return this.take('quotes', request, () =>
      result ? { result, answer: JSON.stringify(result) } : this.extractive.writeQuotes(request),
    );
  }

  writeAnswer(request: AnswerRequest): Promise<Generated<string>> {
    const { answer: result } = this;
    return this.take('search', request, () =>
      result === undefined ? this.extractive.writeAnswer(request) : { result, answer: result },
    );
  }

  private async take<Result>(
    kind: Kind,
    request: WriterRequest,
    write: () => Result | Promise<Result>,
  ): Promise<Result> {
    this.requests.push({ kind, request });
    this.waiting += 1;
    try {
      await this.gates.get(kind);
      if (this.isUnavailable) throw AppError.unavailable();
      return await write();
    } finally {
      this.waiting -= 1;
    }
  }
}
