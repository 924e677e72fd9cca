import type { Chapter } from '@vault/contracts';
import { useState } from 'react';
import { quoteText } from '../../../../lib/video/quote-parts.ts';
import { ChapterSelect } from './chapter-select.tsx';
import { SearchPromptModal } from './search-prompt-modal.tsx';
import type { PromptPart } from './search-prompt-modal.tsx';
import type { ShowToast } from '../../../../components/ui/toasts/toasts.ts';
import { usePromptSettings } from './use-prompt-settings.tsx';

interface SearchPromptSettingsProps {
  chapters: readonly Chapter[];
  /** The chapter that is selected first; the first one without it. */
  chapterStart?: string | undefined;
  /** The summary of the video. */
  summary: string;
  /** The text that is sent to searches instead of the summary; empty when the summary itself is sent. */
  searchSummary: string;
  /** Save a text for searches and show the outcome; false when it failed. An empty text restores the default. */
  onSaveQuotes: (chapterStart: string, text: string) => Promise<boolean>;
  onSaveSummary: (text: string) => Promise<boolean>;
  showToast: ShowToast;
  onClose: () => void;
}

/** The settings of chapter searches: the system prompt of the user, and the texts of chapter and video. */
export function SearchPromptSettings(props: SearchPromptSettingsProps) {
  const { summary, searchSummary, onSaveSummary, showToast, onClose } = props;
  const { settings, wait, saveSearch } = usePromptSettings(showToast);
  const system = settings ? { text: settings.base_search_prompt, onSave: saveSearch } : { instead: wait };
  const summaryPart = {
    text: searchSummary || summary,
    emptyText: 'This video has no summary yet. Generate one on its card.',
    note: 'Used only for searches: the summary and the description stay as they are.',
    onSave: onSaveSummary,
    reset: searchSummary
      ? { label: 'Use the summary of the video again', onReset: () => onSaveSummary('') }
      : undefined,
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

/** The quotes of the selected chapter, one per line, or the text that replaces them for searches. */
function useChapterQuotes({ chapters, chapterStart, onSaveQuotes }: SearchPromptSettingsProps): PromptPart {
  const [chosen, setChosen] = useState(chapterStart);
  const chapter = chapters.find(({ start }) => start === chosen) ?? chapters[0];
  if (!chapter) return { text: '', emptyText: 'There are no chapters yet.' };
  return {
    key: chapter.start,
    text: chapter.searchQuotes || chapter.quote.map(quoteText).join('\n'),
    emptyText: 'This chapter has no quotes.',
    note: 'Used only for searches: the quotes of the chapter stay as they are.',
    onSave: (text) => onSaveQuotes(chapter.start, text),
    reset: chapter.searchQuotes
      ? { label: 'Use the quotes of the chapter again', onReset: () => onSaveQuotes(chapter.start, '') }
      : undefined,
    above: (isEditing) => (
      <ChapterSelect
        chapters={chapters}
        start={chapter.start}
        // An unfinished edit belongs to one chapter.
        isDisabled={isEditing}
        onChange={setChosen}
      />
    ),
  };
}
