import { NativeSelect, chakra } from '@chakra-ui/react';
import { useId } from 'react';

export interface SelectOption {
  readonly value: string;
  readonly text: string;
  /** The heading of the options around it that have the same one. */
  readonly group?: string | undefined;
  /** Shown, but cannot be chosen. */
  readonly isDisabled?: boolean;
}

interface SelectProps {
  label: string;
  value: string;
  options: readonly SelectOption[];
  /** Position of the label; `none` when what stands around names the select for whoever sees it. */
  side?: 'above' | 'before' | 'none';
  /** Uses the size and label style of form fields. */
  isField?: boolean;
  width?: string;
  /** Takes the whole width on a phone. */
  isWhole?: boolean;
  isDisabled?: boolean;
  autoFocus?: boolean;
  onChange: (value: string) => void;
}

interface OptionPart {
  readonly group: string | undefined;
  readonly options: SelectOption[];
}

function partsOf(options: readonly SelectOption[]): OptionPart[] {
  const parts: OptionPart[] = [];
  for (const option of options) {
    const last = parts.at(-1);
    if (last && last.group === option.group) last.options.push(option);
    else parts.push({ group: option.group, options: [option] });
  }
  return parts;
}

const toOption = ({ value, text, isDisabled }: SelectOption) => (
  <option key={value} value={value} disabled={isDisabled}>
    {text}
  </option>
);

/** A native select, which is the easiest control to use on a phone. */
export function Select({
  label,
  value,
  options,
  side = 'above',
  isField,
  width,
  isWhole,
  isDisabled,
  autoFocus,
  onChange,
}: SelectProps) {
  const id = useId();
  const isBefore = side === 'before';
  return (
    <chakra.div
      display="grid"
      gridTemplateColumns={isBefore ? 'auto auto' : undefined}
      alignContent="start"
      alignItems={isBefore ? 'center' : undefined}
      gap={isBefore ? '2' : '1'}
      minWidth="0"
      width={width}
      flex={width ? { base: isWhole ? '1 1 100%' : '1 1 40%', sm: 'none' } : undefined}
    >
      <chakra.label
        htmlFor={id}
        srOnly={side === 'none'}
        fontSize={isField ? 'sm' : 'xs'}
        fontWeight={isField ? 'strong' : undefined}
        color={isField ? 'ink' : 'ink.muted'}
        whiteSpace="nowrap"
      >
        {label}
      </chakra.label>
      <NativeSelect.Root size={isField ? 'lg' : 'sm'} disabled={isDisabled}>
        <NativeSelect.Field
          id={id}
          autoFocus={autoFocus}
          value={value}
          ps={isField ? '3' : undefined}
          onChange={(event) => onChange(event.target.value)}
        >
          {partsOf(options).map(({ group, options: part }) =>
            group === undefined ? (
              part.map(toOption)
            ) : (
              <optgroup key={group} label={group}>
                {part.map(toOption)}
              </optgroup>
            ),
          )}
        </NativeSelect.Field>
        {isDisabled ? null : <NativeSelect.Indicator />}
      </NativeSelect.Root>
    </chakra.div>
  );
}
