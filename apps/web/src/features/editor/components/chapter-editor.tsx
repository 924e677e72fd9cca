import { chakra } from '@chakra-ui/react';
import type { VideoRecord } from '@vault/contracts';
import { useCallback, useMemo, useState, useId } from 'react';
import { createPortal } from 'react-dom';
import { RefreshCw } from 'lucide-react';
import { cuesOf } from '../../../lib/video/cues-of.ts';
import { StripHandles } from './strip-handles.tsx';
import { useChapterStructure } from './use-chapter-structure.tsx';
import { ChapterList } from './chapter-list.tsx';
import { EditorContext, useEditor, useIsGenerating, useShown } from '../model/editor-context.ts';
import { EditorHead } from './editor-head.tsx';
import { FileContents } from './file-contents.tsx';
import { FollowsNote } from './section-title.tsx';
import { editorStrings as strings } from '../editor.strings.ts';
import { UnsavedEdits } from './unsaved-edits.tsx';
import { UndoBar } from './undo-bar.tsx';
import { useVideoCalls } from '../../../api/video-calls.ts';
import { useEditorDialogs } from './use-editor-dialogs.tsx';
import { useEditorParts } from '../model/use-editor-parts.ts';
import { useLeaveGuard } from '../../../components/ui/dialogs/use-leave-guard.tsx';
import { generationStrings } from '../../../components/generation/generation.strings.ts';
import { Button } from '../../../components/ui/button.tsx';
import { ExpandButton } from '../../../components/ui/icon-button.tsx';
import { MutedText } from '../../../components/ui/muted-text.ts';
import { useMay } from '../../../api/workspaces/permissions.ts';

interface ChapterEditorProps {
  video: VideoRecord;
  /** The time in the address of the page, in seconds. */
  startTime: number | undefined;
  /** The element that the summary of the video is rendered into. */
  summaryPlace: HTMLElement | null;
  /** The element over the strip under the player that the handles of the chapters are rendered into. */
  handlePlace: HTMLElement | null;
}

/** The chapters of one video: shown, edited in place, and regenerated with prompts. */
export function ChapterEditor({ video, startTime, summaryPlace, handlePlace }: ChapterEditorProps) {
  const calls = useVideoCalls(video.id);
  const may = useMay();
  const { edits, generation } = useEditorParts(video, calls);
  const chapters = useShown(edits, ({ chapters }) => chapters);
  const state = useShown(edits, ({ saveState }) => saveState);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const { dialogs, openPrompt, openSettings, confirmGeneration, choose } = useEditorDialogs({
    video,
    edits,
    generation,
    calls,
  });
  const { structure, editedStart, focus, announcement, dialog } = useChapterStructure({
    video,
    edits,
    generation,
    onOpen: setOpen,
  });
  const leaving = useMemo(
    () => ({
      isUnsaved: () => edits.shown.isUnsaved || edits.isChanging,
      // The browser stores edits that are on their way.
      isStuck: () => ['unsaved', 'choosing'].includes(edits.shown.saveState.kind),
    }),
    [edits],
  );
  const leaveDialog = useLeaveGuard(leaving, strings.leaveText(state.count));
  const { title, vtt = '' } = video;
  const source = useMemo(() => ({ title, cues: () => cuesOf(vtt) ?? [] }), [title, vtt]);
  const editor = useMemo(
    () => ({ source, edits, generation, openPrompt, openSettings, confirmGeneration, ...structure }),
    [source, edits, generation, openPrompt, openSettings, confirmGeneration, structure],
  );
  const areAllOpen = chapters.every(({ start }) => open.has(start));
  const toggleAll = useCallback(() => {
    setOpen(new Set(areAllOpen ? [] : edits.shown.chapters.map(({ start }) => start)));
  }, [edits, areAllOpen]);

  return (
    <EditorContext value={editor}>
      <chakra.section aria-label={strings.chapters} containerType="inline-size">
        <EditorHead count={chapters.length} state={state} areAllOpen={areAllOpen} onToggleAll={toggleAll} />
        <FileContents video={video} />
        <UnsavedEdits state={state} onChoose={choose} />
        {may('library.edit') ? (
          <UndoBar videoId={video.id} version={video.version} edits={edits} calls={calls} />
        ) : null}
        <chakra.span srOnly aria-live="polite">
          {announcement}
        </chakra.span>
        <ChapterList
          duration={video.duration}
          thumbnail={video.thumbnail}
          startTime={startTime}
          editedStart={editedStart}
          focus={focus}
          open={open}
          onOpen={setOpen}
        />
      </chakra.section>
      {summaryPlace ? createPortal(<VideoSummary video={video} />, summaryPlace) : null}
      {handlePlace && may('library.edit')
        ? createPortal(<StripHandles duration={video.duration} />, handlePlace)
        : null}
      {dialogs}
      {dialog}
      {leaveDialog}
    </EditorContext>
  );
}

/** The summary of the video. On a phone it is one line until it is expanded. */
function VideoSummary({ video: { summary, summaryFollowed, chaptersOrigin } }: { video: VideoRecord }) {
  const [isOpen, setOpen] = useState(false);
  const { confirmGeneration } = useEditor();
  const isRunning = useIsGenerating('summary', null);
  const mayGenerate = useMay()('generate');
  const id = useId();
  return (
    <chakra.section
      aria-label={strings.videoSummary}
      display="grid"
      gridTemplateColumns={{ base: 'minmax(0, 1fr) auto', md: 'minmax(0, 1fr)' }}
      alignItems="center"
      columnGap="2"
      py="3"
      rowGap="1"
      borderTopWidth="1px"
    >
      <MutedText truncate whiteSpace={{ md: 'normal' }}>
        <chakra.span fontWeight="strong" color="ink">
          {strings.videoSummary}
        </chakra.span>
        <chakra.span role="status" ms="2" fontSize="xs" _empty={{ display: 'none' }}>
          {isRunning ? generationStrings.summary.running : ''}
        </chakra.span>
        <chakra.span display={{ base: isOpen ? 'none' : 'inline', md: 'none' }}>
          {`  ${summary || strings.noVideoSummary}`}
        </chakra.span>
      </MutedText>
      <ExpandButton
        label="Show the summary of the video"
        display={{ md: 'none' }}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      />
      <chakra.div
        id={id}
        display={{ base: isOpen ? 'block' : 'none', md: 'block' }}
        gridColumn="1 / -1"
        fontSize="sm"
        maxWidth="65ch"
        whiteSpace="pre-wrap"
        overflowWrap="anywhere"
        animation="fade-in 150ms ease-out"
      >
        {summary || strings.noVideoSummary}
        {summary === '' && !isRunning && mayGenerate ? (
          <Button
            size="small"
            display="flex"
            mt="2"
            icon={RefreshCw}
            onClick={() => confirmGeneration('summary')}
          >
            {strings.summarise}
          </Button>
        ) : null}
        {chaptersOrigin?.method === 'statistics' ? (
          <chakra.span display="block" mt="1" fontSize="xs" color="ink.muted">
            Chapters in this language are found by statistics alone: please check their titles.
          </chakra.span>
        ) : null}
        {chaptersOrigin?.reason ? (
          <chakra.span display="block" mt="1" fontSize="xs" color="ink.muted">
            {strings.byRules(chaptersOrigin.method === 'model', chaptersOrigin.reason)}
          </chakra.span>
        ) : null}
        {summaryFollowed ? (
          <chakra.span display="block" mt="1">
            <FollowsNote />
          </chakra.span>
        ) : null}
      </chakra.div>
    </chakra.section>
  );
}
