import { Switch } from '@chakra-ui/react';
import { SmallText } from '../ui/muted-text.ts';

interface SwitchFieldProps {
  label: string;
  hint: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

/** An on/off field of a form, with a hint. */
export function SwitchField({ label, hint, isOn, onChange }: SwitchFieldProps) {
  return (
    <div>
      <Switch.Root checked={isOn} onCheckedChange={({ checked }) => onChange(checked)}>
        <Switch.HiddenInput />
        <Switch.Control>
          <Switch.Thumb />
        </Switch.Control>
        <Switch.Label fontWeight="strong">{label}</Switch.Label>
      </Switch.Root>
      <SmallText mt="1">{hint}</SmallText>
    </div>
  );
}
