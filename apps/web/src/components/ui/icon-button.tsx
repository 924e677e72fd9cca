import { chakra } from '@chakra-ui/react';
import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { ChevronDown } from 'lucide-react';
import { Spinner } from './spinner.tsx';

const Square = chakra('button', {
  base: {
    display: 'inline-grid',
    placeItems: 'center',
    width: '36px',
    height: '36px',
    flexShrink: 0,
    borderRadius: 'md',
    color: 'ink.muted',
    transition: 'background-color 150ms ease-out, color 150ms ease-out',
    _hover: { bg: 'hover', color: 'ink' },
    _disabled: { opacity: 0.45 },
    '& svg': { width: '18px', height: '18px', strokeWidth: 1.5 },
  },
});

interface IconButtonProps extends ComponentProps<typeof Square> {
  /** The accessible name and the tooltip. */
  label: string;
  icon: LucideIcon;
  /** Shows a spinner in place of the icon. */
  isBusy?: boolean;
}

/** A button that shows only an icon. */
export function IconButton({ label, icon: Icon, isBusy, ...props }: IconButtonProps) {
  return (
    <Square type="button" aria-label={label} aria-busy={isBusy || undefined} title={label} {...props}>
      {isBusy ? <Spinner /> : <Icon />}
    </Square>
  );
}

const turning = {
  '& svg': { transition: 'transform 150ms ease-out' },
  '&[aria-expanded=true] svg': { transform: 'rotate(180deg)' },
};

/** Shows and hides details. Its arrow points up while they are shown. */
export function ExpandButton(props: Omit<ComponentProps<typeof IconButton>, 'icon'>) {
  return <IconButton icon={ChevronDown} css={turning} {...props} />;
}
