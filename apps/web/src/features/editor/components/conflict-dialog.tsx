import { chakra } from '@chakra-ui/react';
import type { Quote } from '@vault/contracts';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Modal } from '../../../components/ui/dialogs/modal.tsx';
import { VersionChoice } from '../../../components/ui/fields/version-choice.tsx';
import type { Side } from '../../../components/ui/fields/version-choice.tsx';
import { quoteText, quoteTimeCode } from '../../../lib/video/quote-parts.ts';
import { targetKey, textOf } from '../model/chapter-fields.ts';
import type { FieldValue } from '../model/chapter-fields.ts';
import { CopyButton } from '../../../components/ui/toasts/copy-button.tsx';
import { editorStrings as strings } from '../editor.strings.ts';
import type { Conflict, FieldEdit, OpenChoice } from '../model/rebase-edits.ts';
import { MutedText } from '../../../components/ui/muted-text.ts';

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

interface ConflictDialogProps {
  choice: OpenChoice;
  /** Called when a side was chosen for each conflict. */
  onChosen: (isMine: (conflict: Conflict) => boolean) => void;
  /** Called when the user postpones the choice. */
  onLater: () => void;
}

/** Shows both versions of each text that two people have changed, and asks which one to keep. */
export function ConflictDialog({ choice, onChosen, onLater }: ConflictDialogProps) {
  const { conflicts, orphans } = choice;
  const [chosen, setChosen] = useState<ReadonlyMap<string, Side>>(new Map());
  const areAllChosen = conflicts.every(({ edit }) => chosen.has(targetKey(edit)));

  return (
    <Modal title="Changed in two places" size="medium" isReadFirst onCancel={onLater}>
      <chakra.div display="grid" gap="5">
        {conflicts.length > 0 ? (
          <MutedText mt="-4">
            Someone else, or another tab of yours, saved these texts after you opened them. Choose which
            version to keep.
          </MutedText>
        ) : null}
        {conflicts.map((conflict) => (
          <VersionChoice
            key={targetKey(conflict.edit)}
            field={nameOf(conflict.edit)}
            versions={[
              { side: 'mine', label: 'Yours', content: <Text value={conflict.edit.value} /> },
              { side: 'theirs', label: 'The other version', content: <Text value={conflict.theirs} /> },
            ]}
            chosen={chosen.get(targetKey(conflict.edit))}
            onChoose={(side) => setChosen(new Map(chosen).set(targetKey(conflict.edit), side))}
          />
        ))}
        {orphans.length > 0 ? (
          <MutedText>
            These chapters no longer exist. Copy what you need: these texts are discarded when you continue.
          </MutedText>
        ) : null}
        {orphans.map((edit) => (
          <OrphanRow key={targetKey(edit)} edit={edit} />
        ))}
      </chakra.div>
      <chakra.div display="flex" flexWrap="wrap" justifyContent="flex-end" gap="2" mt="6">
        <Button onClick={onLater}>Decide later</Button>
        <Button
          tone="primary"
          disabled={!areAllChosen}
          onClick={() => onChosen(({ edit }) => chosen.get(targetKey(edit)) === 'mine')}
        >
          {conflicts.length > 0 ? 'Keep my choice' : 'Continue without them'}
        </Button>
      </chakra.div>
    </Modal>
  );
}
