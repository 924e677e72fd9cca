import { Switch as ChakraSwitch } from '@chakra-ui/react';

/** An on/off switch that takes effect at once. */
export function Switch({
  label,
  text = label,
  isOn,
  onChange,
}: {
  label: string;
  /** Shorter visible text, where there is little space. */
  text?: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}) {
  const isShort = text !== label;
  return (
    <ChakraSwitch.Root
      size="sm"
      flexShrink={0}
      minHeight="32px"
      title={isShort ? label : undefined}
      checked={isOn}
      onCheckedChange={({ checked }) => {
        onChange(checked);
      }}
    >
      <ChakraSwitch.HiddenInput
        role="switch"
        aria-checked={isOn}
        {...(isShort ? { 'aria-label': label, 'aria-labelledby': '' } : {})}
        ref={(input) => {
          // Otherwise a press would change the input even when the change was refused.
          if (input) input.checked = isOn;
        }}
      />
      <ChakraSwitch.Label fontSize="xs" fontWeight="regular" color="ink.muted" whiteSpace="nowrap">
        {text}
      </ChakraSwitch.Label>
      <ChakraSwitch.Control data-drawn="switch">
        <ChakraSwitch.Thumb />
      </ChakraSwitch.Control>
    </ChakraSwitch.Root>
  );
}
