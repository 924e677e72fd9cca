import { useEffect, useState } from 'react';
import { ShortcutsDialog } from '../../components/shortcuts-dialog.tsx';
import { spanAt } from '../../lib/chapter-spans.ts';
import type { ChapterSpan } from '../../lib/chapter-spans.ts';
import { usePlayback } from '../../components/player/playback.ts';
import type { Playback } from '../../components/player/playback.ts';
import { shortcutOf } from './shortcut-of.ts';
import type { Shortcut } from './shortcut-of.ts';
import { videoStrings as words } from './video.strings.ts';

const skipSeconds = 3;
/** Pressed within this many seconds of a chapter's start, back goes to the chapter before. */
const nearStart = 3;

function previousStart(spans: readonly ChapterSpan[], time: number): number {
  return spans[spanAt(spans, Math.max(0, time - nearStart))]?.from ?? 0;
}

function run(shortcut: Exclude<Shortcut, 'help'>, playback: Playback, spans: readonly ChapterSpan[]): void {
  if (shortcut === 'toggle') playback.toggle();
  else if (shortcut === 'back') playback.skip(-skipSeconds);
  else if (shortcut === 'forward') playback.skip(skipSeconds);
  else if (shortcut === 'previous-chapter') playback.seek(previousStart(spans, playback.time));
  else {
    const next = spans[spanAt(spans, playback.time) + 1];
    if (next) playback.seek(next.from);
  }
}

/** Keys that work anywhere on the page of a video; `?` lists them. */
export function Shortcuts({ spans }: { spans: readonly ChapterSpan[] }) {
  const playback = usePlayback();
  const [isListed, setListed] = useState(false);

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const shortcut = shortcutOf(event);
      if (!shortcut) return;
      event.preventDefault();
      if (shortcut === 'help') setListed(true);
      else run(shortcut, playback, spans);
    };
    document.addEventListener('keydown', press);
    return () => {
      document.removeEventListener('keydown', press);
    };
  }, [playback, spans]);

  if (!isListed) return null;
  return (
    <ShortcutsDialog
      title={words.shortcuts}
      closeLabel={words.close}
      keys={words.keys}
      onClose={() => {
        setListed(false);
      }}
    />
  );
}
