import type { Permission } from '@vault/contracts';
import {
  Camera,
  FolderInput,
  MessageSquareQuote,
  MessageSquareText,
  Quote,
  Scissors,
  TextSearch,
} from 'lucide-react';
import { Suspense, lazy, useCallback, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import type { LibraryVideo } from '../../api/merge-library.ts';
import { useCaptionsUrl } from '../../api/use-captions-url.ts';
import { Playback } from '../../components/player/playback.ts';
import { VideoPlayer } from '../../components/player/video-player.tsx';
import { ClipDialog, canBeCut } from '../../features/clips/components/clip-dialog.tsx';
import type { CardEntries } from '../../features/library/model/card-entries.ts';
import type { CardPreview } from '../../features/library/model/card-preview.ts';
import { LibrarySearchPrompt } from '../../features/editor/components/prompts/library-search-prompt.tsx';
import { QuotePromptSettings } from '../../features/editor/components/prompts/quote-prompt-settings.tsx';
import { MoveDialog } from '../../features/moving/components/move-dialog.tsx';
import { useMoveTargets } from '../../features/moving/model/use-move-targets.ts';
import type { MoveTarget } from '../../features/moving/model/use-move-targets.ts';
import { movingStrings } from '../../features/moving/moving.strings.ts';
import { ScreenshotPopup } from '../../features/screenshot/components/screenshot-popup.tsx';
import { chapterSpans, restOfChapter } from '../../lib/video/chapter-spans.ts';
import { loadChunk } from '../../lib/browser/load-chunk.ts';
import type { CardPrompt } from './card-prompts.tsx';
import { createToaster } from '../../components/ui/toasts/toasts.ts';
import { captionsLanguageOf } from '../../lib/video/captions-language.ts';
import { useMay } from '../../api/workspaces/permissions.ts';
import type { MenuEntry } from '../../components/ui/action-menu.tsx';

// Loaded lazily: the editor code is large, and most visits of the library do not need it.
const CardPrompts = lazy(async () => ({
  default: (await loadChunk(() => import('./card-prompts.tsx'))).CardPrompts,
}));

interface Opened {
  readonly dialog: 'search' | 'quotes' | 'clip' | 'screenshot' | 'move';
  readonly video: LibraryVideo;
}

interface CardDialogs {
  readonly entriesOf: CardEntries;
  /** The card that plays its video: clips and screenshots start at its position. */
  readonly preview: CardPreview;
  /** The open dialog, if any, and the running generations. */
  readonly dialogs: ReactNode;
}

const toast = { durationMs: 2500 };
const showToast = createToaster(toast);

/** The dialogs of the library cards, and the menu entries that open them. */
export function useCardDialogs(): CardDialogs {
  const may = useMay();
  const targets = useMoveTargets();
  const [opened, setOpened] = useState<Opened | null>(null);
  /** The last prompt of each video, by video id: a generation continues when its popup is closed. */
  const [prompts, setPrompts] = useState<ReadonlyMap<string, CardPrompt>>(new Map());
  const [playback] = useState(() => new Playback());
  const [videoId, show] = useState('');
  const preview = useMemo(() => ({ videoId, show, playback }), [videoId, playback]);
  const close = () => setOpened(null);

  const entriesOf = useCallback<CardEntries>(
    (video) => {
      const open = (dialog: Opened['dialog']) => () => {
        playback.pause();
        setOpened({ dialog, video });
      };
      const ask = (kind: CardPrompt['kind']) => () => {
        playback.pause();
        setPrompts((requests) => new Map(requests).set(video.id, { kind, video }));
      };
      const hasFrames = video.thumbnail !== '' && video.duration > 0;
      const hasNoChapters = video.chapters.length === 0;
      const entries: readonly (MenuEntry & { readonly needs: Permission })[] = [
        {
          needs: 'generate',
          label: 'Update quotes…',
          icon: Quote,
          isDisabled: hasNoChapters,
          onSelect: ask('quotes'),
        },
        {
          needs: 'generate',
          label: 'Update search…',
          icon: TextSearch,
          isDisabled: hasNoChapters,
          onSelect: ask('search'),
        },
        { needs: 'prompts.edit', label: 'Search prompt…', icon: MessageSquareText, onSelect: open('search') },
        { needs: 'prompts.edit', label: 'Quote prompt…', icon: MessageSquareQuote, onSelect: open('quotes') },
        {
          needs: 'library.edit',
          label: 'Cut a clip…',
          icon: Scissors,
          isDisabled: !canBeCut(video),
          onSelect: open('clip'),
        },
        {
          needs: 'library.read',
          label: 'Screenshot…',
          icon: Camera,
          isDisabled: !hasFrames,
          onSelect: open('screenshot'),
        },
      ];
      const moving: MenuEntry = {
        label: `${movingStrings.title}…`,
        icon: FolderInput,
        heading: '',
        isDisabled: video.state !== 'ready' && video.state !== 'failed',
        onSelect: open('move'),
      };
      return [...entries.filter(({ needs }) => may(needs)), ...(targets.length > 0 ? [moving] : [])];
    },
    [playback, may, targets],
  );

  const dialogs = (
    <>
      {opened ? <CardDialog {...opened} targets={targets} preview={preview} onClose={close} /> : null}
      <Suspense fallback={null}>
        {[...prompts].map(([id, request]) => (
          <CardPrompts key={id} request={request} />
        ))}
      </Suspense>
    </>
  );
  return { entriesOf, preview, dialogs };
}

interface CardDialogProps extends Opened {
  targets: readonly MoveTarget[];
  preview: CardPreview;
  onClose: () => void;
}

function CardDialog({ targets, ...opened }: CardDialogProps) {
  const { dialog, video, onClose } = opened;
  if (dialog === 'move') return <MoveDialog video={video} targets={targets} onClose={onClose} />;
  if (dialog === 'search')
    return <LibrarySearchPrompt video={video} showToast={showToast} onClose={onClose} />;
  if (dialog === 'quotes') return <QuotePromptSettings showToast={showToast} onClose={onClose} />;
  return <CardMediaDialog {...opened} />;
}

/** The clip or screenshot popup. It has its own player unless the card plays its video. */
function CardMediaDialog({ dialog, video, preview, onClose }: Omit<CardDialogProps, 'targets'>) {
  const { title, thumbnail, duration, chapters, streamUrl } = video;
  const [own] = useState(() => new Playback());
  const spans = useMemo(() => chapterSpans(chapters, duration), [chapters, duration]);
  const captionsUrl = useCaptionsUrl(video);
  const isPlaying = preview.videoId === video.id;
  const playback = isPlaying ? preview.playback : own;
  const player =
    isPlaying || streamUrl === '' ? null : (
      <VideoPlayer
        title={title}
        src={streamUrl}
        poster={thumbnail}
        storyboardUrl={video.storyboardUrl}
        captionsUrl={captionsUrl}
        captionsLanguage={captionsLanguageOf(video)}
        chapters={spans}
        onElement={own.attach}
      />
    );
  if (dialog === 'screenshot')
    return (
      <ScreenshotPopup
        thumbnail={thumbnail}
        duration={duration}
        currentTime={streamUrl === '' ? undefined : () => playback.time}
        player={player}
        toast={toast}
        onClose={onClose}
      />
    );
  return (
    <ClipDialog
      video={video}
      request={isPlaying ? { timeRange: restOfChapter(playback.time, spans, duration) } : {}}
      playback={playback}
      player={player}
      toast={toast}
      onClose={onClose}
    />
  );
}
