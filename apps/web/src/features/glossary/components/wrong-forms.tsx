import { chakra } from '@chakra-ui/react';
import { glossaryLimits } from '@vault/contracts';
import type { GlossaryTerm } from '@vault/contracts';
import { X } from 'lucide-react';
import { useRef, useState } from 'react';
import { typedForms } from '../model/term-list.ts';
import { useGlossaryActions } from '../model/use-glossary-edits.ts';
import { glossaryStrings as strings } from '../glossary.strings.ts';
import { IconButton } from '../../../components/ui/icon-button.tsx';

interface WrongFormsProps {
  term: GlossaryTerm;
  /** Saves other wrong forms. Resolves to false when that failed. */
  onChange: (wrongForms: string[]) => Promise<boolean>;
}

/** The wrong forms of a term: each can be removed, and a field adds others. */
export function WrongForms({ term: { term, wrongForms }, onChange }: WrongFormsProps) {
  const { announce } = useGlossaryActions();
  const [text, setText] = useState('');
  const field = useRef<HTMLInputElement>(null);
  /** What was not saved: only the user sends it again. */
  const notSaved = useRef('');
  const isFull = wrongForms.length >= glossaryLimits.wrongForms;

  const add = async () => {
    const forms = typedForms(text).filter((form) => !wrongForms.includes(form));
    setText('');
    if (forms.length === 0) return;
    if (await onChange([...wrongForms, ...forms])) announce(forms.map(strings.formAdded).join(' '));
    else {
      notSaved.current = text;
      // Unless more was typed meanwhile.
      setText((typed) => typed || text);
    }
  };
  const remove = async (form: string) => {
    field.current?.focus();
    if (await onChange(wrongForms.filter((each) => each !== form))) announce(strings.formRemoved(form));
  };

  return (
    <chakra.ul
      aria-label={strings.formsOf(term)}
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      gap="6px"
      minHeight="32px"
    >
      {wrongForms.map((form) => (
        <chakra.li
          key={form}
          display="inline-flex"
          alignItems="center"
          maxWidth="100%"
          minHeight="28px"
          ps="2"
          bg="hover"
          borderRadius="sm"
          fontSize="sm"
          css={{
            '& > span': { overflowWrap: 'anywhere', minWidth: 0 },
            '& > button': { width: '28px', height: '28px' },
            '& svg': { width: '14px', height: '14px' },
            '@media (pointer: coarse)': {
              minHeight: '44px',
              '& > button': { width: '44px', height: '44px' },
            },
          }}
        >
          <span dir="auto">{form}</span>
          <IconButton label={strings.removeForm(form)} icon={X} onClick={() => void remove(form)} />
        </chakra.li>
      ))}
      <chakra.li flex="1 1 140px" maxWidth="260px">
        <chakra.input
          ref={field}
          dir="auto"
          aria-label={strings.addForm(term)}
          placeholder={isFull ? undefined : 'Also heard as'}
          autoComplete="off"
          spellCheck={false}
          readOnly={isFull}
          enterKeyHint="done"
          value={text}
          onChange={(event) => setText(event.target.value)}
          onBlur={() => {
            if (text !== notSaved.current) void add();
          }}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return;
            if (event.key === 'Escape' && text !== '') setText('');
            else if (event.key === 'Enter' || event.key === ',') void add();
            else return;
            event.preventDefault();
          }}
          width="100%"
          height="28px"
          px="2"
          bg="transparent"
          borderRadius="sm"
          border="1px solid transparent"
          fontSize="sm"
          _placeholder={{ color: 'ink.faint', opacity: 1 }}
          _hover={{ bg: 'hover' }}
          _focus={{ bg: 'surface', borderColor: 'line.strong' }}
          css={{
            // A smaller text would make iPhones zoom the page.
            '@media (pointer: coarse)': { height: '44px', fontSize: '16px' },
          }}
        />
      </chakra.li>
    </chakra.ul>
  );
}
