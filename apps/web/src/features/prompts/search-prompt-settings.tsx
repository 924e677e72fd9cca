import type { Chapter } from '@vault/contracts';
import { useState } from 'react';
import { useSettingsQuery, useUpdateSearchPromptMutation } from '../../api/settings-api.ts';
import { quoteText } from '../../lib/quote-parts.ts';
import { showToast } from '../../lib/toasts.ts';
import { ChapterSelect } from './chapter-select.tsx';
import { promptStrings as words } from './prompts.strings.ts';
import { SearchPromptModal } from './search-prompt-modal.tsx';
import type { PromptPart } from './search-prompt-modal.tsx';
import { SettingsWait } from './settings-wait.tsx';

interface SearchPromptSettingsProps {
  userId: string;
  chapters: readonly Chapter[];
  /** The chapter to begin with; without it the first. */
  chapterStart?: string | undefined;
  /** Of the video. */
  summary: string;
  /** What searches are given in its place; empty when they are given the summary itself. */
  searchSummary: string;
  /** Keep what searches are given, and say how that went; false when it failed. An empty text gives the other one up. */
  onSaveQuotes: (chapterStart: string, text: string) => Promise<boolean>;
  onSaveSummary: (text: string) => Promise<boolean>;
  /** How long its toasts stay, in milliseconds. */
  toastMs: number;
  /** Where they stand; at the bottom unless told. */
  toastPlace?: 'top' | 'bottom';
  onClose: () => void;
}

/** What chapter searches are given: the user's system prompt, and what is known of chapter and video. */
export function SearchPromptSettings(props: SearchPromptSettingsProps) {
  const { userId, summary, searchSummary, onSaveSummary, toastMs, toastPlace = 'bottom', onClose } = props;
  const {
    data: settings,
    error,
    refetch,
  } = useSettingsQuery(userId, {
    // They may have been changed in another tab meanwhile.
    refetchOnMountOrArgChange: true,
  });
  const [update] = useUpdateSearchPromptMutation();

  const save = async (customPrompt: string) => {
    const { error: refused } = await update({ userId, customPrompt });
    const text = refused ? words.searchFailed : words.searchSaved;
    showToast({ kind: refused ? 'error' : 'success', text, durationMs: toastMs, place: toastPlace });
    return !refused;
  };
  const system = settings
    ? { text: settings.base_search_prompt, onSave: save }
    : { instead: <SettingsWait error={error} onRetry={() => void refetch()} /> };
  const summaryPart = {
    text: searchSummary || summary,
    emptyText: words.noSummary,
    note: words.summaryContextNote,
    onSave: onSaveSummary,
    giveUp: searchSummary ? { label: words.useVideoSummary, onGiveUp: () => onSaveSummary('') } : undefined,
  };
  return (
    <SearchPromptModal
      system={system}
      quotes={useChapterQuotes(props)}
      summary={summaryPart}
      onClose={onClose}
    />
  );
}

/** The quotes of a chapter that can be chosen, one line each, unless somebody wrote other words for its searches. */
function useChapterQuotes({ chapters, chapterStart, onSaveQuotes }: SearchPromptSettingsProps): PromptPart {
  const [chosen, setChosen] = useState(chapterStart);
  const chapter = chapters.find(({ start }) => start === chosen) ?? chapters[0];
  if (!chapter) return { text: '', emptyText: words.noChapters };
  return {
    key: chapter.start,
    text: chapter.searchQuotes || chapter.quote.map(quoteText).join('\n'),
    emptyText: words.noQuotes,
    note: words.searchContextNote,
    onSave: (text) => onSaveQuotes(chapter.start, text),
    giveUp: chapter.searchQuotes
      ? { label: words.useChapterQuotes, onGiveUp: () => onSaveQuotes(chapter.start, '') }
      : undefined,
    above: (isEditing) => (
      <ChapterSelect
        chapters={chapters}
        start={chapter.start}
        // What is being written belongs to one chapter.
        isDisabled={isEditing}
        onChange={setChosen}
      />
    ),
  };
}
