import { useMemo } from 'react';
import type { PromptDialogs } from '../features/editor/prompt-dialogs.ts';
import { QuotePromptPopup, SearchPromptPopup } from '../features/prompts/chapter-prompt-popup.tsx';
import { QuotePromptSettings } from '../features/prompts/quote-prompt-settings.tsx';
import { SearchPromptSettings } from '../features/prompts/search-prompt-settings.tsx';
import type { ToastStyle } from '../lib/toasts.ts';

/** The prompt dialogs of a user. `isChoosing` shows a select for the chapter, when they are not opened from one. */
export function usePromptDialogs(userId: string, toast: ToastStyle, isChoosing = false): PromptDialogs {
  return useMemo(() => {
    const own = { userId, toastMs: toast.durationMs, toastPosition: toast.position };
    return {
      quotePopup: ({ choice, ...popup }) => (
        <QuotePromptPopup {...popup} choice={isChoosing ? choice : undefined} />
      ),
      searchPopup: ({ choice, ...popup }) => (
        <SearchPromptPopup {...popup} choice={isChoosing ? choice : undefined} />
      ),
      quoteSettings: (settings) => <QuotePromptSettings {...own} {...settings} />,
      searchSettings: (context) => <SearchPromptSettings {...own} {...context} />,
    };
  }, [userId, toast, isChoosing]);
}
