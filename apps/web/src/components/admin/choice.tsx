import { NativeSelect, chakra } from '@chakra-ui/react';
import { useId } from 'react';

interface ChoiceProps {
  label: string;
  value: string;
  options: readonly { readonly value: string; readonly text: string }[];
  /** Where the label stands. */
  side?: 'above' | 'before';
  /** As tall and as plainly named as the other fields of a form. */
  isField?: boolean;
  width?: string;
  /** On a phone it takes a line of its own; else it shares one. */
  isWhole?: boolean;
  onChange: (value: string) => void;
}

const Place = chakra('div', {
  base: { display: 'grid', alignContent: 'start', gap: '1', minWidth: 0 },
  variants: {
    side: { above: {}, before: { gridTemplateColumns: 'auto auto', alignItems: 'center', gap: '2' } },
  },
});

/** One of a few, by the browser's own select: the best there is on a phone. */
export function Choice({
  label,
  value,
  options,
  side = 'above',
  isField,
  width,
  isWhole,
  onChange,
}: ChoiceProps) {
  const id = useId();
  return (
    <Place
      side={side}
      width={width}
      flex={width ? { base: isWhole ? '1 1 100%' : '1 1 40%', sm: 'none' } : undefined}
    >
      <chakra.label
        htmlFor={id}
        fontSize={isField ? 'sm' : 'xs'}
        fontWeight={isField ? 'strong' : undefined}
        color={isField ? 'ink' : 'ink.muted'}
        whiteSpace="nowrap"
      >
        {label}
      </chakra.label>
      <NativeSelect.Root size={isField ? 'lg' : 'sm'}>
        <NativeSelect.Field
          id={id}
          value={value}
          ps={isField ? '3' : undefined}
          onChange={(event) => {
            onChange(event.target.value);
          }}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.text}
            </option>
          ))}
        </NativeSelect.Field>
        <NativeSelect.Indicator />
      </NativeSelect.Root>
    </Place>
  );
}
