import type { Chapter, OperationKind } from '@vault/contracts';
import { lastChapterEnd } from '@vault/contracts';
import { useMemo } from 'react';
import type { GenerationResult } from '../../../api/chapters-api.ts';
import { generationStrings } from '../../../components/generation/generation.strings.ts';
import { isSameQuotes } from '../model/quote-lines.ts';
import type { SearchAnswerText } from './prompts/answer-modal.tsx';
import type { ChapterEdits } from '../model/chapter-edits.ts';
import { undoOffered } from '../../../components/generation/undo-offers.slice.ts';
import type { UndoOffer } from '../../../components/generation/undo-offers.slice.ts';
import { upgradeOffered } from '../../../components/generation/upgrade-offer.slice.ts';
import { useAppDispatch } from '../../../store/hooks.ts';
import type { VideoCalls } from '../../../api/video-calls.ts';
import type { Generation, GenerationOutcome } from '../../../api/generation.ts';
import type { ShowToast } from '../../../components/ui/toasts/toasts.ts';
import { withCost } from '../../../components/generation/with-cost.ts';

/** The values that undo restores; null when there were none or the kind has no undo. */
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

/** Whether undo would change nothing. */
function isRestored(before: UndoOffer['before'], chapters: readonly Chapter[]): boolean {
  if (before.kind === 'chapters') return false;
  const chapter = chapters.find((each) => each.start === before.start);
  return chapter !== undefined && isSameQuotes(chapter.quote, before.quotes);
}

/** Starts generations. Each resolves to whether it was done, and shows an error as a toast. */
interface GenerationActions {
  readonly quotes: (chapterStart: string, prompt: string) => Promise<boolean>;
  readonly search: (chapterStart: string, prompt: string) => Promise<boolean>;
  readonly chapters: () => Promise<boolean>;
  readonly summary: () => Promise<boolean>;
  /** The prompt that was sent for a chapter and failed, for another try; empty without one. */
  readonly promptOf: (kind: 'quotes' | 'search', chapterStart: string) => string;
}

interface ActionPorts {
  readonly onAnswer: (answer: SearchAnswerText) => void;
  readonly showToast: ShowToast;
}

export function useGenerationActions(
  { videoId, edits, generation }: { videoId: string; edits: ChapterEdits; generation: Generation },
  calls: VideoCalls,
  { onAnswer, showToast }: ActionPorts,
): GenerationActions {
  const dispatch = useAppDispatch();
  return useMemo(() => {
    const generate = async (
      kind: OperationKind,
      start: string | null,
      request: () => Promise<GenerationResult>,
    ): Promise<Extract<GenerationOutcome, { isDone: true }> | null> => {
      // Save first: the edits are the input of the generation, and undo restores them.
      await edits.flush();
      const { chapters } = edits.shown;
      const outcome = await generation.run(kind, start, request);
      if (!outcome) return null;
      if (!outcome.isDone) {
        showToast('error', outcome.msg || generationStrings[kind].failed);
        // The plan does not allow it: the user may upgrade.
        if (outcome.isRefused) dispatch(upgradeOffered());
        return null;
      }
      edits.adopt(outcome.record);
      const before = beforeOf(kind, start, chapters);
      if (before && !isRestored(before, outcome.record.chapters))
        dispatch(undoOffered(videoId, { before, version: outcome.record.version, isRedo: false }));
      if (outcome.msg) showToast('info', withCost(outcome.msg, outcome.operation.tokens));
      return outcome;
    };
    const failedPrompts = new Map<string, string>();
    const keepingPrompt =
      (kind: 'quotes' | 'search', send: (start: string, prompt: string) => Promise<boolean>) =>
      async (start: string, prompt: string) => {
        failedPrompts.set(`${kind}/${start}`, prompt);
        const isDone = await send(start, prompt);
        if (isDone) failedPrompts.delete(`${kind}/${start}`);
        return isDone;
      };
    const indexOf = (start: string) => edits.shown.chapters.findIndex((chapter) => chapter.start === start);

    const quotes = async (start: string, newQuotePrompt: string) => {
      const outcome = await generate('quotes', start, () => {
        const selIndex = indexOf(start);
        const end = edits.shown.chapters[selIndex + 1]?.start ?? lastChapterEnd;
        return calls.updateQuotes({ start, end, selIndex, newQuotePrompt });
      });
      if (outcome && !outcome.msg)
        showToast('success', withCost(generationStrings.quotes.ready, outcome.operation.tokens));
      return outcome !== null;
    };

    const search = async (start: string, newSearchPrompt: string) => {
      const outcome = await generate('search', start, () =>
        calls.updateSearch({ selIndex: indexOf(start), newSearchPrompt }),
      );
      if (!outcome) return false;
      const { system_message: systemMessage, user_message, result, tokens } = outcome.operation;
      const chapter = outcome.record.chapters.find((each) => each.start === start);
      onAnswer({
        systemMessage,
        userMessage: user_message || newSearchPrompt,
        answer: chapter?.search ?? result,
        tokens,
      });
      return true;
    };

    const forVideo = (kind: 'chapters' | 'summary', request: () => Promise<GenerationResult>) => async () => {
      const outcome = await generate(kind, null, request);
      if (outcome && !outcome.msg)
        showToast('success', withCost(generationStrings[kind].ready, outcome.operation.tokens));
      return outcome !== null;
    };

    return {
      quotes: keepingPrompt('quotes', quotes),
      search: keepingPrompt('search', search),
      promptOf: (kind, start) => failedPrompts.get(`${kind}/${start}`) ?? '',
      chapters: forVideo('chapters', calls.writeChapters),
      summary: forVideo('summary', calls.writeSummary),
    };
  }, [dispatch, videoId, edits, generation, calls, onAnswer, showToast]);
}
