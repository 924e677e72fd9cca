import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { TextField } from '../ui/fields/text-field.tsx';
import type { FormProblem } from '../ui/fields/read-fields.ts';
import { strings } from '../../strings/shared.strings.ts';

/** The inputs of {@link NameFields}. `oneName` is `on` for a person with one name. */
export const nameFields = ['firstname', 'lastname', 'oneName'] as const;

/** Both names are required, until a person says that there is one. */
export function nameProblemOf({
  lastname,
  oneName,
}: Record<'lastname' | 'oneName', string>): FormProblem<'lastname'> | undefined {
  return oneName === 'on' || lastname.trim() !== ''
    ? undefined
    : { message: strings.fillAll, field: 'lastname' };
}

/** First and last name, or one name. */
export function NameFields({ firstname = '', lastname = '' }: { firstname?: string; lastname?: string }) {
  const [hasOne, setHasOne] = useState(firstname !== '' && lastname === '');
  const input = { maxLength: 100, required: true };
  return (
    <chakra.div display="grid" gap="2">
      <chakra.div
        display="grid"
        gap="4"
        gridTemplateColumns={{ base: '1fr', sm: hasOne ? '1fr' : '1fr 1fr' }}
      >
        <TextField
          label="First name"
          name="firstname"
          autoComplete={hasOne ? 'name' : 'given-name'}
          defaultValue={firstname}
          {...input}
        />
        {hasOne ? null : (
          <TextField
            label="Last name"
            name="lastname"
            autoComplete="family-name"
            defaultValue={lastname}
            {...input}
          />
        )}
      </chakra.div>
      <chakra.label
        display="flex"
        alignItems="center"
        gap="2"
        minHeight="24px"
        width="fit-content"
        fontSize="sm"
        cursor="pointer"
        css={{ '& input': { accentColor: 'var(--vault-colors-ink)' } }}
      >
        <input
          type="checkbox"
          name="oneName"
          checked={hasOne}
          onChange={(event) => setHasOne(event.target.checked)}
        />
        I have one name
      </chakra.label>
    </chakra.div>
  );
}
