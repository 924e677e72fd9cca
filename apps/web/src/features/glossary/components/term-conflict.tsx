import { chakra } from '@chakra-ui/react';
import type { NewGlossaryTerm } from '@vault/contracts';
import { useState } from 'react';
import type { TermConflict as Conflict } from '../../../api/glossary-edits.ts';
import { Button } from '../../../components/ui/button.tsx';
import { Modal } from '../../../components/ui/dialogs/modal.tsx';
import { VersionChoice } from '../../../components/ui/fields/version-choice.tsx';
import type { Side } from '../../../components/ui/fields/version-choice.tsx';
import { MutedText, SmallText } from '../../../components/ui/muted-text.ts';
import { glossaryStrings as strings } from '../glossary.strings.ts';

function Version({ term }: { term: NewGlossaryTerm | null }) {
  if (!term) return <chakra.span color="ink.faint">Removed</chakra.span>;
  return (
    <>
      <chakra.span display="block" dir="auto" fontWeight="strong">
        {term.term}
      </chakra.span>
      <SmallText as="span">
        {[...term.wrongForms, ...(term.isCaseSensitive ? [strings.exactCase] : [])].join(' · ')}
      </SmallText>
    </>
  );
}

interface TermConflictProps {
  conflict: Conflict;
  onSettled: (isMine: boolean) => void;
}

/** Shows both versions of a term that two people have changed, and asks which one to keep. */
export function TermConflict({ conflict, onSettled }: TermConflictProps) {
  const { before, after, theirs } = conflict;
  const [side, setSide] = useState<Side>();
  const discard = () => onSettled(false);
  return (
    <Modal title="Changed in two places" size="medium" isReadFirst onCancel={discard}>
      <chakra.div display="grid" gap="5">
        <MutedText mt="-4">
          Someone else, or another of your tabs, has changed this term. Choose which version to keep.
        </MutedText>
        <VersionChoice
          field={(before ?? theirs ?? after)?.term ?? ''}
          versions={[
            { side: 'mine', label: 'Yours', content: <Version term={after} /> },
            { side: 'theirs', label: 'The other version', content: <Version term={theirs} /> },
          ]}
          chosen={side}
          onChoose={setSide}
        />
      </chakra.div>
      <chakra.div display="flex" flexWrap="wrap" justifyContent="flex-end" gap="2" mt="6">
        <Button onClick={discard}>Discard mine</Button>
        <Button tone="primary" disabled={side === undefined} onClick={() => onSettled(side === 'mine')}>
          Keep my choice
        </Button>
      </chakra.div>
    </Modal>
  );
}
