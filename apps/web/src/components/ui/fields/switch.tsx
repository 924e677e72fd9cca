import { Switch as ChakraSwitch } from '@chakra-ui/react';

/** The input covers the switch, so that it is found and pressed where it is shown. */
const overSwitch = {
  inset: 0,
  width: '100%',
  height: '100%',
  margin: 0,
  clip: 'auto',
  opacity: 0,
  zIndex: 1,
  cursor: 'pointer',
} as const;

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
      onCheckedChange={({ checked }) => onChange(checked)}
    >
      <ChakraSwitch.HiddenInput
        role="switch"
        aria-checked={isOn}
        style={overSwitch}
        {...(isShort ? { 'aria-label': label, 'aria-labelledby': '' } : {})}
        ref={(input) => {
          // Otherwise a press would change the input even when the change was refused.
          if (input) input.checked = isOn;
        }}
      />
      <ChakraSwitch.Label fontSize="xs" fontWeight="regular" color="ink.muted" whiteSpace="nowrap">
        {text}
      </ChakraSwitch.Label>
      {/* The product's colours by name: with forced colours they are replaced on the element itself. */}
      <ChakraSwitch.Control data-drawn="switch" bg="line.strong" _checked={{ bg: 'ink' }}>
        <ChakraSwitch.Thumb bg="canvas" boxShadow="none" _checked={{ bg: 'canvas' }} />
      </ChakraSwitch.Control>
    </ChakraSwitch.Root>
  );
}
