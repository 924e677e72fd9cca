import { chakra } from '@chakra-ui/react';
import { ChevronDown } from 'lucide-react';
import { useId } from 'react';
import { FieldLabel } from './field-label.tsx';

const Select = chakra('select', {
  base: {
    width: '100%',
    height: '40px',
    pl: '3',
    pr: '10',
    appearance: 'none',
    border: '1px solid',
    borderColor: 'line.strong',
    borderRadius: 'md',
    bg: 'canvas',
    color: 'ink',
    font: 'inherit',
    fontSize: 'sm',
    textOverflow: 'ellipsis',
    _disabled: { bg: 'transparent', borderColor: 'line', color: 'ink', opacity: 1, cursor: 'default' },
    '& option': { bg: 'surface', color: 'ink' },
  },
});

interface SelectFieldProps {
  label: string;
  value: string;
  options: readonly { readonly value: string; readonly text: string }[];
  isDisabled?: boolean;
  onChange: (value: string) => void;
}

/** A native select with a visible label. */
export function SelectField({ label, value, options, isDisabled, onChange }: SelectFieldProps) {
  const id = useId();
  return (
    <div>
      <FieldLabel htmlFor={id}>{label}</FieldLabel>
      <chakra.div position="relative">
        <Select
          id={id}
          value={value}
          disabled={isDisabled}
          onChange={(event) => {
            onChange(event.target.value);
          }}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.text}
            </option>
          ))}
        </Select>
        <chakra.span
          position="absolute"
          right="3"
          top="11px"
          color="ink.muted"
          pointerEvents="none"
          hidden={isDisabled}
        >
          <ChevronDown aria-hidden size={18} strokeWidth={1.5} />
        </chakra.span>
      </chakra.div>
    </div>
  );
}
