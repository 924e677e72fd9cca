import { Input, chakra } from '@chakra-ui/react';
import { useId } from 'react';

interface DayFieldProps {
  label: string;
  /** `yyyy-MM-dd`, or empty. */
  value: string;
  onChange: (day: string) => void;
}

/** A date filter of a list. */
export function DayField({ label, value, onChange }: DayFieldProps) {
  const id = useId();
  return (
    <chakra.div display="grid" gap="1" flex={{ base: '1 1 40%', sm: 'none' }}>
      <chakra.label htmlFor={id} fontSize="xs" color="ink.muted">
        {label}
      </chakra.label>
      <Input
        id={id}
        type="date"
        size="sm"
        width={{ base: 'full', sm: '140px' }}
        max="9999-12-31"
        value={value}
        onChange={(event) => {
          onChange(event.target.value);
        }}
      />
    </chakra.div>
  );
}
