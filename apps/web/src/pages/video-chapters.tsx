import type { VideoRecord } from '@vault/contracts';
import { useMemo } from 'react';
import { useUserSession } from '../api/user-session.ts';
import { ChapterEditor } from '../features/editor/chapter-editor.tsx';
import type { PromptDialogs } from '../features/editor/prompt-dialogs.ts';
import { QuotePromptPopup, SearchPromptPopup } from '../features/prompts/chapter-prompt-popup.tsx';
import { QuotePromptSettings } from '../features/prompts/quote-prompt-settings.tsx';
import { SearchPromptSettings } from '../features/prompts/search-prompt-settings.tsx';

const toast = { toastMs: 3000, toastPlace: 'top' } as const;

interface VideoChaptersProps {
  video: VideoRecord;
  /** The moment the page was opened for, in seconds. */
  startTime: number | undefined;
}

/** The chapters of a video, with the prompts of whoever is signed in. */
export function VideoChapters({ video, startTime }: VideoChaptersProps) {
  const userId = useUserSession()?.id ?? '';
  const prompts = useMemo<PromptDialogs>(
    () => ({
      quotePopup: (popup) => <QuotePromptPopup {...popup} />,
      searchPopup: (popup) => <SearchPromptPopup {...popup} />,
      quoteSettings: (settings) => <QuotePromptSettings userId={userId} {...toast} {...settings} />,
      searchSettings: (context) => <SearchPromptSettings userId={userId} {...toast} {...context} />,
    }),
    [userId],
  );
  return <ChapterEditor video={video} startTime={startTime} prompts={prompts} />;
}
