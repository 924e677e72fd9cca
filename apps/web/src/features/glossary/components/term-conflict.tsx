import { chakra } from '@chakra-ui/react';
import type { NewGlossaryTerm } from '@vault/contracts';
import type { TermConflict as Conflict } from '../../../api/glossary-edits.ts';
import { ConflictDialog } from '../../../components/ui/dialogs/conflict-dialog.tsx';
import { SmallText } from '../../../components/ui/muted-text.ts';
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
export function TermConflict({ conflict: { before, after, theirs }, onSettled }: TermConflictProps) {
  return (
    <ConflictDialog
      note="Someone else, or another of your tabs, has changed this term. Choose which version to keep."
      conflicts={[
        {
          key: 'term',
          field: (before ?? theirs ?? after)?.term ?? '',
          mine: <Version term={after} />,
          theirs: <Version term={theirs} />,
        },
      ]}
      onChosen={(mine) => onSettled(mine.size > 0)}
      laterLabel="Discard mine"
      onLater={() => onSettled(false)}
    />
  );
}
