import { chakra } from '@chakra-ui/react';
import type { ComponentProps } from 'react';

const Square = chakra('button', {
  base: {
    display: 'inline-grid',
    placeItems: 'center',
    width: '36px',
    height: '36px',
    flexShrink: 0,
    borderRadius: 'md',
    border: 'none',
    bg: 'transparent',
    color: 'ink.muted',
    transition: 'background-color 150ms ease-out, color 150ms ease-out',
    _hover: { bg: 'hover', color: 'ink' },
    _disabled: { opacity: 0.45 },
    '& svg': { width: '18px', height: '18px', strokeWidth: 1.5 },
  },
});

/** An icon button whose label is its accessible name and its tooltip. */
export function IconButton({ label, ...props }: { label: string } & ComponentProps<typeof Square>) {
  return <Square type="button" aria-label={label} title={label} {...props} />;
}
