import { inWorkerIfLarge } from '@vault/base';
import { workerTask, type WorkerTask } from '@vault/worker-pool';
import { extractAnswer, extractChapters, extractQuotes, extractSummary, type Plain } from './extract-text.ts';
import type {
  AnswerRequest,
  ChaptersRequest,
  QuotesRequest,
  SummaryRequest,
  TextRequest,
  TextWriter,
  Generated,
  GeneratedChapters,
} from './text-writer.ts';

const module = new URL('./extract-text.js', import.meta.url);
const chapters = workerTask<typeof extractChapters>(module, 'extractChapters');
const quotes = workerTask<typeof extractQuotes>(module, 'extractQuotes');
const answer = workerTask<typeof extractAnswer>(module, 'extractAnswer');
const summary = workerTask<typeof extractSummary>(module, 'extractSummary');

/** Characters of ten minutes of speech, which take up to 50 ms. */
const directUpTo = 10_000;
/** The longest recording takes some seconds, and more on a busy machine. */
const deadlineMs = 60_000;

/** Extracts text from the transcript: no key, no network, deterministic. Long transcripts are read in a thread. */
export class ExtractiveTextWriter implements TextWriter {
  writeChapters(request: ChaptersRequest): Promise<Generated<GeneratedChapters>> {
    return extract(request, chapters, extractChapters);
  }

  writeQuotes(request: QuotesRequest): Promise<Generated<readonly string[]>> {
    return extract(request, quotes, extractQuotes);
  }

  writeAnswer(request: AnswerRequest): Promise<Generated<string>> {
    return extract(request, answer, extractAnswer);
  }

  writeSummary(request: SummaryRequest): Promise<Generated<string>> {
    return extract(request, summary, extractSummary);
  }
}

function extract<Request extends TextRequest, Result>(
  request: Request,
  task: WorkerTask<Plain<Request>, Result>,
  work: (input: Plain<Request>) => Result,
): Promise<Result> {
  const { signal, admit: _, owner = '', ...input } = request;
  const size = input.cues.reduce((sum, { text }) => sum + text.length, 0);
  return inWorkerIfLarge({ task, work, input, size, directUpTo }, { owner, deadlineMs, signal });
}
