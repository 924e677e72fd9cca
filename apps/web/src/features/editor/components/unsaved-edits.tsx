import { chakra } from '@chakra-ui/react';
import type { Quote } from '@vault/contracts';
import { UnsavedNote } from '../../../components/ui/save-status.tsx';
import { useEditor } from '../model/editor-context.ts';
import { editorStrings as strings } from '../editor.strings.ts';
import type { SaveState } from '../model/chapter-edits.slice.ts';
import { ConflictDialog } from '../../../components/ui/dialogs/conflict-dialog.tsx';
import { quoteText, quoteTimeCode } from '../../../lib/video/quote-parts.ts';
import { targetKey, textOf } from '../model/chapter-fields.ts';
import type { FieldValue } from '../model/chapter-fields.ts';
import { CopyButton } from '../../../components/ui/toasts/copy-button.tsx';
import type { Conflict, FieldEdit, OpenChoice } from '../model/rebase-edits.ts';
import { MutedText } from '../../../components/ui/muted-text.ts';

/** Shows why edits of chapters are not saved. */
export function UnsavedEdits({ state, onChoose }: { state: SaveState; onChoose: () => void }) {
  const { edits } = useEditor();
  const { kind, count, msg, isRestored } = state;
  const { conflicts, orphans } = edits.shown.choice;
  const text = isRestored ? strings.notSavedYet(count) : strings.notSaved(count);
  return (
    <UnsavedNote
      kind={kind}
      text={
        kind === 'choosing' ? strings.toChoose(conflicts.length + orphans.length) : `${text} ${msg}`.trim()
      }
      isRestored={isRestored}
      onChoose={onChoose}
      onSave={() => void edits.flush()}
      onDiscard={() => edits.discard()}
    />
  );
}

function nameOf({ start, field, chapterTitle }: FieldEdit): string {
  const name = strings.fieldNames[field];
  return start === '' ? name : `${start} · ${chapterTitle} · ${name}`;
}

/** A quote with its time code, because two edits may differ in the time alone. */
function quoteLine(quote: Quote): string {
  return [quoteTimeCode(quote), quoteText(quote)].filter(Boolean).join('  ');
}

function Text({ value }: { value: FieldValue }) {
  const text = typeof value === 'string' ? value : value.map(quoteLine).join('\n');
  return (
    <chakra.span
      dir="auto"
      display="block"
      fontSize="sm"
      whiteSpace="pre-wrap"
      overflowWrap="anywhere"
      fontFamily={typeof value === 'string' ? undefined : 'quote'}
      color={text === '' ? 'ink.faint' : undefined}
    >
      {text || 'Empty'}
    </chakra.span>
  );
}

function OrphanRow({ edit }: { edit: FieldEdit }) {
  return (
    <div>
      <chakra.div display="flex" justifyContent="space-between" alignItems="flex-start" gap="3" mb="1">
        <chakra.p fontSize="sm" fontWeight="strong" overflowWrap="anywhere">
          {nameOf(edit)}
        </chakra.p>
        <CopyButton text={textOf(edit.value)} label="Copy" />
      </chakra.div>
      <Text value={edit.value} />
    </div>
  );
}

interface ChapterConflictsProps {
  choice: OpenChoice;
  /** Called when a side was chosen for each conflict. */
  onChosen: (isMine: (conflict: Conflict) => boolean) => void;
  /** Called when the user postpones the choice. */
  onLater: () => void;
}

/** Shows both versions of each text that two people have changed, and the own texts of chapters that are gone. */
export function ChapterConflicts({ choice, onChosen, onLater }: ChapterConflictsProps) {
  const { conflicts, orphans } = choice;
  return (
    <ConflictDialog
      note="Someone else, or another tab of yours, saved these texts after you opened them. Choose which version to keep."
      conflicts={conflicts.map(({ edit, theirs }) => ({
        key: targetKey(edit),
        field: nameOf(edit),
        mine: <Text value={edit.value} />,
        theirs: <Text value={theirs} />,
      }))}
      confirmLabel={conflicts.length > 0 ? undefined : 'Continue without them'}
      onChosen={(mine) => onChosen(({ edit }) => mine.has(targetKey(edit)))}
      onLater={onLater}
    >
      {orphans.length > 0 ? (
        <MutedText>
          These chapters no longer exist. Copy what you need: these texts are discarded when you continue.
        </MutedText>
      ) : null}
      {orphans.map((edit) => (
        <OrphanRow key={targetKey(edit)} edit={edit} />
      ))}
    </ConflictDialog>
  );
}
