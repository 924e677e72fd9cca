import { chakra } from '@chakra-ui/react';
import type { VideoRecord } from '@vault/contracts';
import { useCallback, useMemo, useState, useSyncExternalStore } from 'react';
import { cuesOf } from '../../lib/cues-of.ts';
import { ChapterList } from './chapter-list.tsx';
import { EditorContext } from './editor-context.ts';
import { EditorHead } from './editor-head.tsx';
import { editorStrings as words } from './editor.strings.ts';
import type { PromptDialogs } from './prompt-dialogs.ts';
import { SaveProblem } from './save-status.tsx';
import { SummaryRow } from './summary-row.tsx';
import { UndoBar } from './undo-bar.tsx';
import { useVideoCalls } from '../../api/video-calls.ts';
import { useEditorDialogs } from './use-editor-dialogs.tsx';
import { useEditorParts } from './use-editor-parts.ts';
import { useLeaveGuard } from './use-leave-guard.tsx';

interface ChapterEditorProps {
  video: VideoRecord;
  /** The time in the address of the page, in seconds. */
  startTime: number | undefined;
  prompts: PromptDialogs;
}

/** The chapters of one video: shown, edited in place, and regenerated with prompts. */
export function ChapterEditor({ video, startTime, prompts }: ChapterEditorProps) {
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
    prompts,
  });
  const question = useLeaveGuard(edits);
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
      <chakra.section aria-label={words.chapters} containerType="inline-size">
        <EditorHead count={chapters.length} state={state} areAllOpen={areAllOpen} onToggleAll={toggleAll} />
        <SaveProblem state={state} onChoose={choose} />
        <UndoBar videoId={video.id} version={video.version} edits={edits} calls={calls} />
        <SummaryRow summary={video.summary} />
        <ChapterList
          duration={video.duration}
          thumbnail={video.thumbnail}
          startTime={startTime}
          open={open}
          onOpen={setOpen}
        />
      </chakra.section>
      {dialogs}
      {question}
    </EditorContext>
  );
}
