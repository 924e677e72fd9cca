import type { Chapter, VideoRecord } from '@vault/contracts';
import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { chakra } from '@chakra-ui/react';
import { undoOffered } from '../../../components/generation/undo-offers.slice.ts';
import type { Generation } from '../../../api/generation.ts';
import { cuesOf } from '../../../lib/video/cues-of.ts';
import { useAppDispatch } from '../../../store/hooks.ts';
import type { ChapterEdits } from '../model/chapter-edits.ts';
import type { StructureChange } from '../model/chapter-structure.ts';
import { showEditorToast } from '../model/show-editor-toast.ts';
import type { RowControl, Structure } from '../model/editor-context.ts';
import { formatDuration, secondsOf } from '../../../lib/format/format-duration.ts';
import { ConfirmDialog } from '../../../components/ui/dialogs/confirm-dialog.tsx';

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

interface OutdatedDialogProps {
  mine: readonly Chapter[];
  theirs: readonly Chapter[];
  /** Applies the change to their chapters. */
  onRetry: () => void;
  onClose: () => void;
}

/** Shows both lists when somebody else has changed the chapters that the user changed by hand. */
export function OutdatedDialog({ mine, theirs, onRetry, onClose }: OutdatedDialogProps) {
  return (
    <ConfirmDialog
      question="These chapters were changed elsewhere too"
      confirmLabel="Apply mine"
      cancelLabel="Keep theirs"
      onConfirm={onRetry}
      onCancel={onClose}
    >
      Somebody has saved these chapters or their texts meanwhile, so your change was not saved.
      <chakra.div
        display="grid"
        gridTemplateColumns={{ base: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' }}
        gap="4"
        mt="3"
        maxHeight="min(320px, 40dvh)"
        overflowY="auto"
        tabIndex={0}
        role="group"
        aria-label="Both lists"
      >
        <Outline name="Now" chapters={theirs} others={mine} />
        <Outline name="With your change" chapters={mine} others={theirs} />
      </chakra.div>
    </ConfirmDialog>
  );
}

const lineOf = ({ start, title }: Chapter) => `${formatDuration(secondsOf(start))}  ${title}`;

/** The times and titles of a list. Those that the other list does not have stand out. */
function Outline({
  name,
  chapters,
  others,
}: {
  name: string;
  chapters: readonly Chapter[];
  others: readonly Chapter[];
}) {
  const otherLines = new Set(others.map(lineOf));
  return (
    <section aria-label={name}>
      <chakra.h3 color="ink" fontWeight="strong">
        {name}
      </chakra.h3>
      <ol>
        {chapters.map(lineOf).map((line) => (
          <chakra.li
            key={line}
            overflowWrap="anywhere"
            fontVariantNumeric="tabular-nums"
            color={otherLines.has(line) ? undefined : 'ink'}
            fontWeight={otherLines.has(line) ? undefined : 'strong'}
          >
            {line}
          </chakra.li>
        ))}
      </ol>
    </section>
  );
}
