import { useState } from 'react';
import type { LibraryVideo } from '../../api/library-api.ts';
import { useSettingsQuery, useUpdateSearchPromptMutation } from '../../api/settings-api.ts';
import { SelectField } from '../../components/select-field.tsx';
import { quoteText } from '../../lib/quote-parts.ts';
import { formatTimeCode } from '../../lib/time-code.ts';
import { showToast } from '../../lib/toasts.ts';
import { promptStrings as words } from './prompts.strings.ts';
import { SearchPromptModal } from './search-prompt-modal.tsx';
import type { PromptPart } from './search-prompt-modal.tsx';
import { SettingsWait } from './settings-wait.tsx';

interface LibrarySearchPromptProps {
  userId: string;
  video: Pick<LibraryVideo, 'chapters' | 'summary'>;
  /** How long its toasts stay, in milliseconds. */
  toastMs: number;
  onClose: () => void;
}

/** The search prompt from a card: the system prompt can be edited; the rest shows what a chapter of the video has. */
export function LibrarySearchPrompt({ userId, video, toastMs, onClose }: LibrarySearchPromptProps) {
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
    showToast({ kind: refused ? 'error' : 'success', text, durationMs: toastMs });
    return !refused;
  };
  const system = settings
    ? { text: settings.base_search_prompt, onSave: save }
    : { instead: <SettingsWait error={error} onRetry={() => void refetch()} /> };
  const summary = {
    text: video.summary,
    emptyText: words.noSummary,
    note: words.editedWithChapters,
  };
  return (
    <SearchPromptModal system={system} quotes={useChapterQuotes(video)} summary={summary} onClose={onClose} />
  );
}

/** The quotes of a chapter that can be chosen, one line each. */
function useChapterQuotes({ chapters }: LibrarySearchPromptProps['video']): PromptPart {
  const [chosen, setChosen] = useState(0);
  const chapter = chapters[chosen] ?? chapters[0];
  if (!chapter) return { text: '', emptyText: words.noChapters };
  const options = chapters.map(({ start, title }, index) => ({
    value: String(index),
    text: words.chapterOption(start || formatTimeCode(0), title),
  }));
  return {
    text: chapter.quote.map(quoteText).join('\n'),
    emptyText: words.noQuotes,
    note: words.editedWithChapter,
    above: (
      <SelectField
        label={words.chapter}
        value={String(chapters.indexOf(chapter))}
        options={options}
        onChange={(value) => {
          setChosen(Number(value));
        }}
      />
    ),
  };
}
