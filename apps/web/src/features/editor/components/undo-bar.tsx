import { chakra } from '@chakra-ui/react';
import { X } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { errorMessage } from '../../../api/http/error-message.ts';
import { Button } from '../../../components/ui/button.tsx';
import { ConfirmDialog } from '../../../components/ui/dialogs/confirm-dialog.tsx';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { stepOf, typingElements } from '../../../lib/browser/key-presses.ts';
import { undoDropped, undoOffered, useUndoOffer } from '../../../components/generation/undo-offers.slice.ts';
import type { UndoOffer } from '../../../components/generation/undo-offers.slice.ts';
import { useAppDispatch } from '../../../store/hooks.ts';
import type { ChapterEdits } from '../model/chapter-edits.ts';
import { valueAt } from '../model/chapter-fields.ts';
import { editorStrings as strings } from '../editor.strings.ts';
import { showEditorToast } from '../model/show-editor-toast.ts';
import type { VideoCalls } from '../../../api/video-calls.ts';

const stepKeys = {
  undo: { 'aria-keyshortcuts': 'Control+Z', title: 'Ctrl+Z' },
  redo: { 'aria-keyshortcuts': 'Control+Shift+Z', title: 'Ctrl+Shift+Z' },
} as const;

interface UndoBarProps {
  readonly videoId: string;
  /** The version of the current record. */
  readonly version: number;
  readonly edits: ChapterEdits;
  readonly calls: VideoCalls;
}

/**
 * Offers to restore the chapters or quotes from before a regeneration or a change of the list by hand. The keys of undo
 * and redo restore chapters too, except where they belong to a text.
 */
export function UndoBar({ videoId, version, edits, calls }: UndoBarProps) {
  const dispatch = useAppDispatch();
  const offer = useUndoOffer(videoId);
  const [isRunning, setRunning] = useState(false);
  const [isAsking, setAsking] = useState(false);

  const handleRestore = async () => {
    if (!offer || isRunning) return;
    setAsking(false);
    setRunning(true);
    try {
      dispatch(undoOffered(videoId, await restore(offer, { edits, calls })));
      showEditorToast('success', 'Restored.');
    } catch (error) {
      showEditorToast(
        'error',
        errorMessage(error, 'The previous version was not restored. Please try again.'),
      );
    } finally {
      setRunning(false);
    }
  };

  const handleChoice = () => {
    if (offer?.before.kind === 'chapters' && version > offer.version) setAsking(true);
    else void handleRestore();
  };

  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const path = event.composedPath().filter((node) => node instanceof Element);
    if (event.defaultPrevented || path.some((element) => element.matches(typingElements))) return;
    const step = stepOf(event);
    if (!step || offer?.before.kind !== 'chapters' || offer.isRedo !== (step === 'redo')) return;
    event.preventDefault();
    handleChoice();
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => handleKey(event);
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);

  if (!offer) return null;
  const { before, isRedo } = offer;
  const label = isRedo ? 'Redo' : 'Undo';
  return (
    <chakra.div
      role="group"
      aria-label="Restore the previous version"
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      gap="2"
      py="2"
      pl="3"
      borderLeft="2px solid"
      borderColor="line.strong"
      fontSize="sm"
    >
      <chakra.p role="status" flex="1 1 220px" overflowWrap="anywhere">
        {before.kind === 'chapters'
          ? strings.chaptersReplaced(isRedo, before.text)
          : `The quotes of “${before.chapterTitle}” were replaced. You can restore the previous quotes for ten minutes.`}
      </chakra.p>
      <Button
        size="small"
        disabled={isRunning}
        {...(before.kind === 'chapters' ? stepKeys[isRedo ? 'redo' : 'undo'] : {})}
        onClick={handleChoice}
      >
        {label}
      </Button>
      <IconButton label="Dismiss this offer" icon={X} onClick={() => dispatch(undoDropped(videoId))} />
      {isAsking ? (
        <ConfirmDialog
          question="Restore the other chapters?"
          confirmLabel={label}
          cancelLabel={strings.cancel}
          onCancel={() => setAsking(false)}
          onConfirm={() => void handleRestore()}
        >
          The current chapters and the edits made since then are replaced. You can get them back.
        </ConfirmDialog>
      ) : null}
    </chakra.div>
  );
}

/** Restores the values of the offer. @returns the offer that reverts this; rejects when nothing was changed */
async function restore(
  { before, isRedo }: UndoOffer,
  { edits, calls }: Pick<UndoBarProps, 'edits' | 'calls'>,
): Promise<Omit<UndoOffer, 'until'>> {
  await edits.flush();
  const now = await calls.fetch();
  edits.adopt(now);
  if (before.kind === 'chapters') {
    const record = await calls.save({ chapters: [...before.chapters], version: now.version });
    edits.adopt(record);
    return {
      before: { kind: 'chapters', chapters: now.chapters, text: before.text },
      version: record.version,
      isRedo: !isRedo,
    };
  }
  const target = { start: before.start, field: 'quote' } as const;
  const quotes = valueAt(now, target);
  // The chapter of the quotes may no longer exist.
  if (typeof quotes !== 'object' || !(await edits.put(target, before.quotes))) throw new Error();
  return { before: { ...before, quotes }, version: now.version, isRedo: !isRedo };
}
