import { chakra } from '@chakra-ui/react';
import type { VideoRecord } from '@vault/contracts';
import { useCallback, useMemo, useState, useSyncExternalStore, useEffect, useId } from 'react';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useNavigate } from 'react-router-dom';
import { RefreshCw } from 'lucide-react';
import { cuesOf } from '../../../lib/video/cues-of.ts';
import { ChapterList } from './chapter-list.tsx';
import { EditorContext, useEditor, useIsGenerating } from '../model/editor-context.ts';
import { EditorHead } from './editor-head.tsx';
import { FileContents } from './file-contents.tsx';
import { editorStrings as strings } from '../editor.strings.ts';
import { SaveProblem } from './save-status.tsx';
import { UndoBar } from './undo-bar.tsx';
import { useVideoCalls } from '../../../api/video-calls.ts';
import { useEditorDialogs } from './use-editor-dialogs.tsx';
import { useEditorParts } from '../model/use-editor-parts.ts';
import { ConfirmDialog } from '../../../components/ui/dialogs/confirm-dialog.tsx';
import type { ChapterEdits } from '../model/chapter-edits.ts';
import { generationStrings } from '../../../components/generation/generation.strings.ts';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { ExpandButton } from '../../../components/ui/expand-button.tsx';
import { MutedText } from '../../../components/ui/muted-text.ts';

interface ChapterEditorProps {
  video: VideoRecord;
  /** The time in the address of the page, in seconds. */
  startTime: number | undefined;
  /** The element that the summary of the video is rendered into. */
  summaryPlace: HTMLElement | null;
}

/** The chapters of one video: shown, edited in place, and regenerated with prompts. */
export function ChapterEditor({ video, startTime, summaryPlace }: ChapterEditorProps) {
  const calls = useVideoCalls(video.id);
  const { edits, generation } = useEditorParts(video, calls);
  const chapters = useSyncExternalStore(edits.subscribe, () => edits.chapters);
  const state = useSyncExternalStore(edits.subscribe, () => edits.state);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const { dialogs, openPrompt, openSettings, confirmGeneration, choose } = useEditorDialogs({
    video,
    edits,
    generation,
    calls,
  });
  const leaveDialog = useLeaveGuard(edits);
  const { title, vtt = '' } = video;
  const source = useMemo(() => ({ title, cues: () => cuesOf(vtt) ?? [] }), [title, vtt]);
  const editor = useMemo(
    () => ({ source, edits, generation, openPrompt, openSettings, confirmGeneration }),
    [source, edits, generation, openPrompt, openSettings, confirmGeneration],
  );
  const areAllOpen = chapters.every(({ start }) => open.has(start));
  const toggleAll = useCallback(() => {
    setOpen(new Set(areAllOpen ? [] : edits.chapters.map(({ start }) => start)));
  }, [edits, areAllOpen]);

  return (
    <EditorContext value={editor}>
      <chakra.section aria-label={strings.chapters} containerType="inline-size">
        <EditorHead count={chapters.length} state={state} areAllOpen={areAllOpen} onToggleAll={toggleAll} />
        <FileContents video={video} />
        <SaveProblem state={state} onChoose={choose} />
        <UndoBar videoId={video.id} version={video.version} edits={edits} calls={calls} />
        <ChapterList
          duration={video.duration}
          thumbnail={video.thumbnail}
          startTime={startTime}
          open={open}
          onOpen={setOpen}
        />
      </chakra.section>
      {summaryPlace ? createPortal(<VideoSummary summary={video.summary} />, summaryPlace) : null}
      {dialogs}
      {leaveDialog}
    </EditorContext>
  );
}

/** The address of another page of this application that a click opens in this tab; null for any other click. */
function addressOf(event: MouseEvent): string | null {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
  if (!link?.href || !isPlain || event.defaultPrevented || link.target || link.hasAttribute('download'))
    return null;
  const url = new URL(link.href);
  const isNoOther = url.origin !== window.location.origin || url.pathname === window.location.pathname;
  return isNoOther ? null : url.pathname + url.search + url.hash;
}

/**
 * Asks before the page is left while edits are not saved. The browser stores the edits anyway, so its back button is
 * not blocked.
 */
function useLeaveGuard(edits: ChapterEdits): ReactNode {
  const [address, setAddress] = useState<string | null>(null);
  const navigate = useNavigate();

  useEffect(() => {
    const unload = (event: BeforeUnloadEvent) => {
      if (edits.isUnsaved) event.preventDefault();
    };
    const click = (event: MouseEvent) => {
      const href = addressOf(event);
      const isStuck = edits.state.kind === 'unsaved' || edits.state.kind === 'choosing';
      if (href === null || !isStuck) return;
      event.preventDefault();
      event.stopPropagation();
      setAddress(href);
    };
    window.addEventListener('beforeunload', unload);
    document.addEventListener('click', click, { capture: true });
    return () => {
      window.removeEventListener('beforeunload', unload);
      document.removeEventListener('click', click, { capture: true });
    };
  }, [edits]);

  if (address === null) return null;
  return (
    <ConfirmDialog
      question="Leave before everything is saved?"
      confirmLabel="Leave"
      cancelLabel="Stay"
      onConfirm={() => {
        setAddress(null);
        void navigate(address);
      }}
      onCancel={() => {
        setAddress(null);
      }}
    >
      {strings.leaveText(edits.state.count)}
    </ConfirmDialog>
  );
}

/** The summary of the video. On a phone it is one line until it is expanded. */
function VideoSummary({ summary }: { summary: string }) {
  const [isOpen, setOpen] = useState(false);
  const { confirmGeneration } = useEditor();
  const isRunning = useIsGenerating('summary', null);
  const id = useId();
  return (
    <chakra.section
      aria-label={strings.videoSummary}
      display="grid"
      gridTemplateColumns={{ base: 'minmax(0, 1fr) auto auto', md: 'minmax(0, 1fr) auto' }}
      alignItems="center"
      columnGap="2"
      minHeight="48px"
      borderTopWidth={{ md: '1px' }}
    >
      <MutedText truncate whiteSpace={{ md: 'normal' }}>
        <chakra.span fontWeight="strong" color="ink">
          {strings.videoSummary}
        </chakra.span>
        <chakra.span display={{ base: isOpen ? 'none' : 'inline', md: 'none' }}>
          {`  ${summary || strings.noVideoSummary}`}
        </chakra.span>
      </MutedText>
      <IconButton
        label={isRunning ? generationStrings.summary.running : strings.summarise}
        icon={RefreshCw}
        isBusy={isRunning}
        onClick={() => {
          confirmGeneration('summary');
        }}
      />
      <ExpandButton
        label="Show the summary of the video"
        display={{ md: 'none' }}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => {
          setOpen(!isOpen);
        }}
      />
      <chakra.p
        id={id}
        display={{ base: isOpen ? 'block' : 'none', md: 'block' }}
        gridColumn="1 / -1"
        pb="4"
        fontSize="sm"
        maxWidth="65ch"
        whiteSpace="pre-wrap"
        overflowWrap="anywhere"
        animation="fade-in 150ms ease-out"
      >
        {summary || strings.noVideoSummary}
      </chakra.p>
    </chakra.section>
  );
}
