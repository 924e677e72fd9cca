import type { Permission } from '@vault/contracts';
import { useEffect, useEffectEvent } from 'react';
import type { ComponentProps } from 'react';
import { useMay } from '../../../api/workspaces/permissions.ts';
import { ShortcutsDialog } from '../../../components/ui/dialogs/shortcuts-dialog.tsx';
import { useShortcutsList } from '../../../components/ui/dialogs/shortcuts-list.ts';
import { spanAt } from '../../../lib/video/chapter-spans.ts';
import type { ChapterSpan } from '../../../lib/video/chapter-spans.ts';
import { useClipRequests } from '../../../components/player/moment-actions.ts';
import { usePlayback } from '../../../components/player/playback.ts';
import type { Playback } from '../../../components/player/playback.ts';
import { shortcutOf } from '../../../lib/browser/shortcut-of.ts';
import type { Shortcut } from '../../../lib/browser/shortcut-of.ts';

/** A key, and what it needs unless everybody has it. */
type Key = ComponentProps<typeof ShortcutsDialog>['keys'][number] & { readonly needs?: Permission };

const shortcutKeys: readonly Key[] = [
  { keys: ['Space', 'K'], meaning: 'Play or pause' },
  { keys: ['←', '→'], meaning: 'Back or forward 3 seconds' },
  { keys: ['J', 'L'], meaning: 'Back or forward 10 seconds' },
  { keys: ['Shift ←', 'Shift →'], meaning: 'Previous or next chapter' },
  { keys: ['<', '>'], meaning: 'Slower or faster' },
  { keys: ['M'], meaning: 'Mute or unmute' },
  { keys: ['C'], meaning: 'Captions' },
  { keys: ['F'], meaning: 'Full screen' },
  { needs: 'library.edit', keys: ['I', 'O'], meaning: 'Clip: cue in here, cue out here' },
  { needs: 'library.edit', keys: ['Shift N'], meaning: 'Add a chapter here' },
  {
    needs: 'library.edit',
    keys: ['Ctrl Z', 'Ctrl Shift Z'],
    meaning: 'Undo or redo a change of the list of chapters',
  },
  { keys: ['/'], meaning: 'Search in the transcript' },
  { keys: ['?'], meaning: 'Show this list' },
];

const transcriptKeys = [
  { keys: ['Enter', 'F2'], meaning: 'Edit the focused line' },
  { keys: ['S'], meaning: 'Set the speaker of the focused line' },
  { keys: ['Enter', 'Shift Enter'], meaning: 'Save, and edit the next or previous line' },
  { keys: ['Esc'], meaning: 'Discard the change of the line' },
  { keys: ['Ctrl Enter'], meaning: 'Split the line at the caret' },
  { keys: ['Backspace', 'Delete'], meaning: 'At an end of the line: join with the line there' },
  { keys: ['Ctrl Z', 'Ctrl Shift Z'], meaning: 'Undo or redo changes of lines' },
] as const;

const skipSeconds = 3;
const farSkipSeconds = 10;
const volumeStep = 0.05;
/** Within this many seconds after a chapter's start, `previous-chapter` goes to the chapter before it. */
const nearStart = 3;

function goToPrevious(playback: Playback, spans: readonly ChapterSpan[]): void {
  playback.seek(spans[spanAt(spans, Math.max(0, playback.time - nearStart))]?.from ?? 0);
}

function goToNext(playback: Playback, spans: readonly ChapterSpan[]): void {
  const next = spans[spanAt(spans, playback.time) + 1];
  if (next) playback.seek(next.from);
}

type PlayerShortcut = Exclude<Shortcut, 'help' | 'search' | 'add-chapter' | 'cue-in' | 'cue-out'>;

const actions: Readonly<Record<PlayerShortcut, (playback: Playback, spans: readonly ChapterSpan[]) => void>> =
  {
    toggle: (playback) => playback.toggle(),
    back: (playback) => playback.skip(-skipSeconds),
    forward: (playback) => playback.skip(skipSeconds),
    'far-back': (playback) => playback.skip(-farSkipSeconds),
    'far-forward': (playback) => playback.skip(farSkipSeconds),
    'previous-chapter': goToPrevious,
    'next-chapter': goToNext,
    mute: (playback) => playback.toggleSound(),
    louder: (playback) => playback.changeVolume(volumeStep),
    quieter: (playback) => playback.changeVolume(-volumeStep),
    captions: (playback) => playback.toggleCaptions(),
    'full-screen': (playback) => playback.toggleFullScreen(),
    slower: (playback) => playback.changeSpeed(-1),
    faster: (playback) => playback.changeSpeed(1),
  };

interface ShortcutsProps {
  spans: readonly ChapterSpan[];
  /** Opens the transcript search. */
  onSearch: () => void;
}

/** The keyboard shortcuts of a video page; `?` lists them. */
export function Shortcuts({ spans, onSearch }: ShortcutsProps) {
  const playback = usePlayback();
  const clips = useClipRequests();
  const may = useMay();
  const [isListed, setListed] = useShortcutsList();
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const shortcut = shortcutOf(event);
    // The editor adds chapters.
    if (!shortcut || shortcut === 'add-chapter') return;
    event.preventDefault();
    if (shortcut === 'help') setListed(true);
    else if (shortcut === 'search') onSearch();
    else if (shortcut === 'cue-in') clips?.markIn();
    else if (shortcut === 'cue-out') clips?.markOut();
    else actions[shortcut](playback, spans);
  });

  useEffect(() => {
    const press = (event: KeyboardEvent) => handleKey(event);
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);

  if (!isListed) return null;
  return (
    <ShortcutsDialog
      title="Keyboard shortcuts"
      closeLabel="Close"
      keys={shortcutKeys.filter(({ needs }) => needs === undefined || may(needs))}
      more={may('library.edit') ? { title: 'Transcript', keys: transcriptKeys } : undefined}
      onClose={() => setListed(false)}
    />
  );
}
