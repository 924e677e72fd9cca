import { chakra } from '@chakra-ui/react';
import { glossaryLimits } from '@vault/contracts';
import { Plus } from 'lucide-react';
import { useId, useRef } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { FormMessage } from '../../../components/ui/fields/form-message.tsx';
import { TextField } from '../../../components/ui/fields/text-field.tsx';
import { useForm } from '../../../components/ui/fields/use-form.ts';
import { RequestError } from '../../../api/http/post-json.ts';
import { typedForms } from '../model/term-list.ts';
import { useGlossaryActions } from '../model/use-glossary-edits.ts';
import { glossaryStrings as strings } from '../glossary.strings.ts';

/** Adds a term. The fields are emptied when it is saved, so that the next one can be typed. */
export function NewTerm() {
  const { edit, announce } = useGlossaryActions();
  const id = useId();
  const name = useRef<HTMLInputElement>(null);
  const form = useForm({
    names: ['term', 'wrongForms'],
    required: [],
    problemOf: ({ term }) =>
      term.trim() === ''
        ? { message: 'Please enter the correct spelling.', field: 'term' as const }
        : undefined,
    send: async ({ term, wrongForms }, element) => {
      const after = { term: term.trim(), wrongForms: typedForms(wrongForms), isCaseSensitive: false };
      const problem = await edit({ before: null, after });
      if (problem) throw new RequestError(problem);
      element.reset();
      name.current?.focus();
      announce(strings.added(after.term));
    },
  });
  return (
    <chakra.form
      noValidate
      aria-labelledby={id}
      aria-busy={form.isBusy}
      onSubmit={form.submit}
      py="6"
      borderTopWidth="1px"
    >
      <chakra.h2 id={id} srOnly>
        New term
      </chakra.h2>
      <chakra.div
        display="grid"
        gap="4"
        alignItems="start"
        gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: '220px minmax(0, 1fr) auto' }}
      >
        <TextField
          ref={name}
          label="Correct spelling"
          name="term"
          autoComplete="off"
          spellCheck={false}
          maxLength={glossaryLimits.length}
        />
        <TextField
          label="Often heard as"
          name="wrongForms"
          autoComplete="off"
          spellCheck={false}
          hint="Separate them with commas. You can add them later."
        />
        <Button
          type="submit"
          tone="primary"
          icon={Plus}
          isBusy={form.isBusy}
          minHeight="44px"
          mt={{ md: '25px' }}
        >
          Add term
        </Button>
      </chakra.div>
      {form.message ? <FormMessage message={form.message} /> : null}
    </chakra.form>
  );
}
