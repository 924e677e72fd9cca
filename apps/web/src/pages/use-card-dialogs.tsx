import { Camera, MessageSquareQuote, MessageSquareText, Scissors } from 'lucide-react';
import { useCallback, useState } from 'react';
import type { ReactNode } from 'react';
import type { LibraryVideo } from '../api/library-api.ts';
import { ClipCutter, canBeCut } from '../features/clips/clip-cutter.tsx';
import { clipStrings } from '../features/clips/clips.strings.ts';
import type { CardEntries } from '../features/library/card-entries.ts';
import { LibrarySearchPrompt } from '../features/prompts/library-search-prompt.tsx';
import { promptStrings } from '../features/prompts/prompts.strings.ts';
import { QuotePromptSettings } from '../features/prompts/quote-prompt-settings.tsx';
import { ScreenshotPopup } from '../features/screenshot/screenshot-popup.tsx';
import { screenshotStrings } from '../features/screenshot/screenshot.strings.ts';

interface Opened {
  readonly dialog: 'search' | 'quotes' | 'clip' | 'screenshot';
  readonly video: LibraryVideo;
}

interface CardDialogs {
  readonly entriesOf: CardEntries;
  /** The dialog that is open, if any. */
  readonly dialog: ReactNode;
}

const toastMs = 2500;

/** What cards of the library offer beyond the library's own actions, each in a dialog. */
export function useCardDialogs(userId: string): CardDialogs {
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => {
    setOpened(null);
  };

  const entriesOf = useCallback<CardEntries>((video) => {
    const open = (dialog: Opened['dialog']) => () => {
      setOpened({ dialog, video });
    };
    const hasFrames = video.thumbnail !== '' && video.duration > 0;
    return [
      { label: promptStrings.searchEntry, icon: MessageSquareText, onSelect: open('search') },
      { label: promptStrings.quotesEntry, icon: MessageSquareQuote, onSelect: open('quotes') },
      { label: clipStrings.entry, icon: Scissors, isDisabled: !canBeCut(video), onSelect: open('clip') },
      {
        label: screenshotStrings.entry,
        icon: Camera,
        isDisabled: !hasFrames,
        onSelect: open('screenshot'),
      },
    ];
  }, []);

  return { entriesOf, dialog: opened ? <CardDialog {...opened} userId={userId} onClose={close} /> : null };
}

function CardDialog({ dialog, video, userId, onClose }: Opened & { userId: string; onClose: () => void }) {
  if (dialog === 'search')
    return <LibrarySearchPrompt userId={userId} video={video} toastMs={toastMs} onClose={onClose} />;
  if (dialog === 'quotes') return <QuotePromptSettings userId={userId} toastMs={toastMs} onClose={onClose} />;
  if (dialog === 'clip')
    return <ClipCutter video={video} toast={{ durationMs: toastMs }} onClose={onClose} />;
  return (
    <ScreenshotPopup
      thumbnail={video.thumbnail}
      duration={video.duration}
      toast={{ durationMs: toastMs }}
      onClose={onClose}
    />
  );
}
