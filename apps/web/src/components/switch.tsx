import { chakra } from '@chakra-ui/react';

const Control = chakra('button', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '2',
    flexShrink: 0,
    minHeight: '32px',
    p: '0',
    border: 'none',
    bg: 'transparent',
    fontSize: 'xs',
    color: 'ink.muted',
    whiteSpace: 'nowrap',
    borderRadius: 'sm',
    '& > i': {
      position: 'relative',
      width: '30px',
      height: '18px',
      borderRadius: 'full',
      bg: 'line.strong',
      transition: 'background-color 150ms ease-out',
    },
    '& > i::after': {
      content: '""',
      position: 'absolute',
      top: '2px',
      left: '2px',
      width: '14px',
      height: '14px',
      borderRadius: 'full',
      bg: 'canvas',
      transition: 'transform 150ms ease-out',
    },
    '&[aria-checked=true] > i': { bg: 'signal' },
    '&[aria-checked=true] > i::after': { transform: 'translateX(12px)' },
  },
});

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
  return (
    <Control
      type="button"
      role="switch"
      aria-checked={isOn}
      aria-label={text === label ? undefined : label}
      title={text === label ? undefined : label}
      onClick={() => {
        onChange(!isOn);
      }}
    >
      {text}
      <i aria-hidden data-drawn="switch" />
    </Control>
  );
}
