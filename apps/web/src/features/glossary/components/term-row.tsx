import { chakra } from '@chakra-ui/react';
import { glossaryLimits } from '@vault/contracts';
import type { GlossaryTerm } from '@vault/contracts';
import { Trash2 } from 'lucide-react';
import { memo, useState } from 'react';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { InlineText } from '../../../components/ui/inline-text.tsx';
import { Switch } from '../../../components/ui/fields/switch.tsx';
import { showToast } from '../../../components/ui/toasts/toasts.ts';
import { useGlossaryActions } from '../model/use-glossary-edits.ts';
import { glossaryStrings as strings } from '../glossary.strings.ts';
import { WrongForms } from './wrong-forms.tsx';
import { MutedText, SmallText } from '../../../components/ui/muted-text.ts';
import { useMay } from '../../../api/workspaces/permissions.ts';

interface TermRowProps {
  term: GlossaryTerm;
  /** Focuses the list, when the row is gone. */
  onRemoved: () => void;
}

/** One term, for whoever may not change it. */
function FixedTerm({ term: { term, wrongForms, isCaseSensitive } }: { term: GlossaryTerm }) {
  return (
    <chakra.li
      display="grid"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: '220px minmax(0, 1fr) auto' }}
      columnGap="4"
      py="2"
      borderTopWidth="1px"
    >
      <chakra.p fontWeight="strong" dir="auto" overflowWrap="anywhere">
        {term}
      </chakra.p>
      <MutedText dir="auto" overflowWrap="anywhere" aria-label={strings.formsOf(term)}>
        {wrongForms.join(' · ')}
      </MutedText>
      {isCaseSensitive ? <SmallText>{strings.exactCase}</SmallText> : null}
    </chakra.li>
  );
}

/** One term, which is edited in place: each change is saved at once. */
export const TermRow = memo(function TermRow(props: TermRowProps) {
  const mayEdit = useMay()('library.edit');
  return mayEdit ? <EditedTerm {...props} /> : <FixedTerm term={props.term} />;
});

function EditedTerm({ term, onRemoved }: TermRowProps) {
  const { edit } = useGlossaryActions();
  const [problem, setProblem] = useState('');

  const change = async (fields: Partial<GlossaryTerm>) => {
    const why = await edit({ before: term, after: { ...term, ...fields } });
    setProblem(why);
    return why === '';
  };
  const remove = async () => {
    onRemoved();
    const why = await edit({ before: term, after: null });
    if (why) {
      showToast({ kind: 'error', text: why });
      return;
    }
    const restore = async () => {
      const failure = await edit({ before: null, after: { ...term, id: undefined } }, term.wrongForms);
      if (failure) showToast({ kind: 'error', text: failure });
    };
    showToast({
      kind: 'info',
      text: strings.removed(term.term),
      durationMs: 10_000,
      action: { label: strings.undo, onSelect: () => void restore() },
    });
  };

  return (
    <chakra.li
      display="grid"
      gridTemplateColumns={{ base: 'minmax(0, 1fr) auto auto', md: '220px minmax(0, 1fr) auto auto' }}
      gridTemplateAreas={{
        base: '"name case remove" "forms forms forms" "problem problem problem"',
        md: '"name forms case remove" "problem problem problem problem"',
      }}
      columnGap={{ base: '2', md: '4' }}
      alignItems="start"
      py="2"
      borderTopWidth="1px"
      // Rows outside of the window are not laid out.
      contentVisibility="auto"
      containIntrinsicSize="auto 49px"
    >
      <chakra.div gridArea="name" minWidth="0" ps="8px" fontWeight="strong">
        <InlineText
          label={strings.nameOf(term.term)}
          value={term.term}
          isSingleLine
          isRequired
          spellCheck={false}
          maxLength={glossaryLimits.length}
          unsavedHint="Not saved."
          onSave={(name) => change({ term: name })}
        />
      </chakra.div>
      <chakra.div gridArea="forms" minWidth="0">
        <WrongForms term={term} onChange={(wrongForms) => change({ wrongForms })} />
      </chakra.div>
      <chakra.div gridArea="case">
        <Switch
          label={strings.exactCaseOf(term.term)}
          text={strings.exactCase}
          isOn={term.isCaseSensitive}
          onChange={(isCaseSensitive) => void change({ isCaseSensitive })}
        />
      </chakra.div>
      <chakra.div gridArea="remove">
        <IconButton icon={Trash2} label={strings.remove(term.term)} onClick={() => void remove()} />
      </chakra.div>
      {problem ? (
        <chakra.p gridArea="problem" role="alert" fontSize="xs" color="caution" ps="8px">
          {problem}
        </chakra.p>
      ) : null}
    </chakra.li>
  );
}
