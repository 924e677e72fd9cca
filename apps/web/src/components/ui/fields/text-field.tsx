import { chakra } from '@chakra-ui/react';
import { useId } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import { SmallText } from '../muted-text.ts';
import { FieldLabel } from './field-label.tsx';

/** A field of one line; `as` makes it a field of another kind. */
export const Input = chakra('input', {
  base: {
    width: '100%',
    height: '44px',
    px: '3',
    borderWidth: '1px',
    borderStyle: 'solid',
    borderColor: 'line.strong',
    borderRadius: 'md',
    bg: 'surface',
    color: 'ink',
    fontSize: 'md',
    transition: 'border-color 150ms ease-out',
    _hover: { borderColor: 'ink.muted' },
    _placeholder: { color: 'ink.faint', opacity: 1 },
    '&[aria-invalid=true]': { borderColor: 'signal' },
  },
});

/** An input with a visible label. `end` is shown inside the input on the right. */
export function TextField({
  label,
  hint,
  end,
  ...input
}: { label: string; hint?: string; end?: ReactNode } & ComponentProps<typeof Input>) {
  const id = useId();
  const hintId = `${id}-hint`;
  return (
    <chakra.div>
      <FieldLabel htmlFor={id}>{label}</FieldLabel>
      <chakra.div position="relative">
        <Input
          id={id}
          dir="auto"
          aria-describedby={hint ? hintId : undefined}
          pr={end ? '44px' : '3'}
          {...input}
        />
        {end}
      </chakra.div>
      {hint ? (
        <SmallText id={hintId} mt="1">
          {hint}
        </SmallText>
      ) : null}
    </chakra.div>
  );
}
