import type { Chapter, Operation, OperationKind } from '@vault/contracts';
import { lastChapterEnd } from '@vault/contracts';
import { useMemo } from 'react';
import type { Written } from '../../api/editor-api.ts';
import { withCost } from '../../components/cost.strings.ts';
import type { SearchAnswerText } from './answer-modal.tsx';
import type { ChapterEdits } from './chapter-edits.ts';
import { offerUndo } from '../../lib/undo-offers.ts';
import type { UndoOffer } from '../../lib/undo-offers.ts';
import { offerUpgrade } from '../../lib/upgrade-offer.ts';
import { editorStrings as words } from './editor.strings.ts';
import type { Say } from './say.ts';
import type { EditorCalls } from './use-editor-calls.ts';
import type { Ending, Writing } from './writing.ts';

/** What is said of each kind when it has ended. */
const endWords = {
  quotes: { ready: words.quotesReady, failed: words.quotesFailed },
  search: { ready: words.searchReady, failed: words.searchFailed },
  chapters: { ready: words.regenerated, failed: words.regenerateFailed },
  summary: { ready: words.summaryReady, failed: words.summaryFailed },
} as const;

/** Tells how something ended that was asked for before this page was opened, or from another one. */
export function sayFoundEnd(say: Say, { kind, state, msg, tokens }: Operation): void {
  if (state === 'failed') say('error', msg || endWords[kind].failed);
  else say('info', withCost(msg || endWords[kind].ready, tokens));
}

/** What undo puts back; null where nothing was there, and for what is no loss. */
function beforeOf(
  kind: OperationKind,
  start: string | null,
  chapters: readonly Chapter[],
): UndoOffer['before'] | null {
  if (kind === 'chapters') return chapters.length === 0 ? null : { kind, chapters };
  const chapter = kind === 'quotes' ? chapters.find((each) => each.start === start) : undefined;
  if (!chapter || chapter.quote.length === 0) return null;
  return { kind: 'quotes', start: chapter.start, chapterTitle: chapter.title, quotes: chapter.quote };
}

/** What a person can have written anew. Each tells whether it was done, and says what went wrong. */
interface WritingDeeds {
  readonly quotes: (chapterStart: string, prompt: string) => Promise<boolean>;
  readonly search: (chapterStart: string, prompt: string) => Promise<boolean>;
  readonly chapters: () => Promise<boolean>;
  readonly summary: () => Promise<boolean>;
  /** Words that were sent for a chapter and not answered: asked for again, they are still there. */
  readonly promptOf: (kind: 'quotes' | 'search', chapterStart: string) => string;
}

interface DeedPorts {
  readonly onAnswer: (answer: SearchAnswerText) => void;
  readonly say: Say;
}

export function useWritingDeeds(
  { videoId, edits, writing }: { videoId: string; edits: ChapterEdits; writing: Writing },
  calls: EditorCalls,
  { onAnswer, say }: DeedPorts,
): WritingDeeds {
  return useMemo(() => {
    const write = async (
      kind: OperationKind,
      start: string | null,
      ask: () => Promise<Written>,
    ): Promise<Extract<Ending, { isDone: true }> | null> => {
      // What was edited before is what the words are written from, and what may be replaced.
      await edits.flush();
      const { chapters } = edits;
      const ending = await writing.run(kind, start, ask);
      if (!ending) return null;
      if (!ending.isDone) {
        say('error', ending.msg || endWords[kind].failed);
        // The plan does not hold it: that can be changed.
        if (ending.isRefused) offerUpgrade();
        return null;
      }
      edits.adopt(ending.record);
      const before = beforeOf(kind, start, chapters);
      if (before) offerUndo(videoId, { before, version: ending.record.version, isRedo: false });
      if (ending.msg) say('info', withCost(ending.msg, ending.operation.tokens));
      return ending;
    };
    const unanswered = new Map<string, string>();
    const keeping =
      (kind: 'quotes' | 'search', send: (start: string, prompt: string) => Promise<boolean>) =>
      async (start: string, prompt: string) => {
        unanswered.set(`${kind}/${start}`, prompt);
        const isDone = await send(start, prompt);
        if (isDone) unanswered.delete(`${kind}/${start}`);
        return isDone;
      };
    const indexOf = (start: string) => edits.chapters.findIndex((chapter) => chapter.start === start);

    const quotes = async (start: string, newQuotePrompt: string) => {
      const ending = await write('quotes', start, () => {
        const selIndex = indexOf(start);
        const end = edits.chapters[selIndex + 1]?.start ?? lastChapterEnd;
        return calls.updateQuotes({ start, end, selIndex, newQuotePrompt });
      });
      if (ending && !ending.msg) say('success', withCost(words.quotesReady, ending.operation.tokens));
      return ending !== null;
    };

    const search = async (start: string, newSearchPrompt: string) => {
      const ending = await write('search', start, () =>
        calls.updateSearch({ selIndex: indexOf(start), newSearchPrompt }),
      );
      if (!ending) return false;
      const { system_message: systemMessage, user_message, result, tokens } = ending.operation;
      const chapter = ending.record.chapters.find((each) => each.start === start);
      onAnswer({
        systemMessage,
        userMessage: user_message || newSearchPrompt,
        answer: chapter?.search ?? result,
        tokens,
      });
      return true;
    };

    const whole = (kind: 'chapters' | 'summary', ask: () => Promise<Written>) => async () => {
      const ending = await write(kind, null, ask);
      if (ending && !ending.msg) say('success', withCost(endWords[kind].ready, ending.operation.tokens));
      return ending !== null;
    };

    return {
      quotes: keeping('quotes', quotes),
      search: keeping('search', search),
      promptOf: (kind, start) => unanswered.get(`${kind}/${start}`) ?? '',
      chapters: whole('chapters', calls.writeChapters),
      summary: whole('summary', calls.writeSummary),
    };
  }, [videoId, edits, writing, calls, onAnswer, say]);
}
