import type { Chapter, VideoRecord } from '@vault/contracts';
import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { undoOffered } from '../../../components/generation/undo-offers.slice.ts';
import type { Generation } from '../../../api/generation.ts';
import { cuesOf } from '../../../lib/video/cues-of.ts';
import { useAppDispatch } from '../../../store/hooks.ts';
import type { ChapterEdits } from '../model/chapter-edits.ts';
import type { StructureChange } from '../model/chapter-structure.ts';
import { showEditorToast } from '../model/show-editor-toast.ts';
import type { RowControl, Structure } from '../model/structure-context.ts';
import { OutdatedDialog } from './outdated-dialog.tsx';

/** A control of the row of a chapter that gets the focus. */
export interface RowFocus {
  readonly start: string;
  readonly control: RowControl;
}

interface Outdated {
  readonly change: StructureChange;
  readonly control: RowControl | null;
  readonly mine: readonly Chapter[];
  readonly theirs: readonly Chapter[];
}

interface ChapterStructureOptions {
  video: VideoRecord;
  edits: ChapterEdits;
  generation: Generation;
  /** Changes the set of the starts of the expanded chapters. */
  onOpen: (change: (open: ReadonlySet<string>) => ReadonlySet<string>) => void;
}

interface ChapterStructure {
  readonly structure: Structure;
  /** The chapter whose start is edited in fields; null when none is. */
  readonly editedStart: string | null;
  readonly focus: RowFocus | null;
  /** What happened last, as a sentence, for screen readers. */
  readonly announcement: string;
  readonly dialog: ReactNode;
}

/** The changes of the list of chapters by hand, and what the editor shows of them. */
export function useChapterStructure({
  video: { id, duration, vtt = '' },
  edits,
  generation,
  onOpen,
}: ChapterStructureOptions): ChapterStructure {
  const dispatch = useAppDispatch();
  const [editedStart, setEditedStart] = useState<string | null>(null);
  const [focus, setFocus] = useState<RowFocus | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const [outdated, setOutdated] = useState<Outdated | null>(null);
  const structure = useMemo((): Structure => {
    const lineStarts = [...new Set((cuesOf(vtt) ?? []).map(({ start }) => Math.floor(start)))];
    const rules = { duration, lineStarts: lineStarts.sort((one, other) => one - other) };
    const apply = async (change: StructureChange, control: RowControl | null) => {
      if (generation.isRunning('chapters')) {
        showEditorToast('info', 'The chapters are being regenerated. Please wait until they are ready.');
        return;
      }
      const result = await edits.change(change, rules, (start) => {
        if (control) setFocus({ start, control });
        if (change.kind === 'move') onOpen((open) => renamed(open, change.start, start));
      });
      if ('problem' in result) showEditorToast('error', result.problem);
      else if ('mine' in result) setOutdated({ change, control, ...result });
      else {
        const { before, version, text } = result;
        dispatch(
          undoOffered(id, { before: { kind: 'chapters', chapters: before, text }, version, isRedo: false }),
        );
        setAnnouncement(text);
      }
    };
    return { rules, apply, editStart: setEditedStart };
  }, [id, duration, vtt, edits, generation, onOpen, dispatch]);

  const dialog = outdated ? (
    <OutdatedDialog
      mine={outdated.mine}
      theirs={outdated.theirs}
      onRetry={() => {
        setOutdated(null);
        void structure.apply(outdated.change, outdated.control);
      }}
      onClose={() => setOutdated(null)}
    />
  ) : null;
  return { structure, editedStart, focus, announcement, dialog };
}

function renamed(open: ReadonlySet<string>, before: string, after: string): ReadonlySet<string> {
  return open.has(before) ? new Set([...open].map((start) => (start === before ? after : start))) : open;
}
