import { chakra } from '@chakra-ui/react';
import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Spinner } from './spinner.tsx';

const Plain = chakra(
  'button',
  {
    base: {
      display: 'inline-flex',
      alignItems: 'center',
      justifyContent: 'center',
      gap: '2',
      minHeight: '40px',
      px: '4',
      borderRadius: 'md',
      borderWidth: '1px',
      borderColor: 'transparent',
      fontSize: 'sm',
      fontWeight: 'strong',
      whiteSpace: 'nowrap',
      textDecoration: 'none',
      transition: 'background-color 150ms ease-out, border-color 150ms ease-out, transform 100ms ease-out',
      _active: { transform: 'translateY(1px)' },
      _disabled: { opacity: 0.55 },
    },
    variants: {
      tone: {
        primary: { bg: 'signal', color: 'signal.ink', _hover: { bg: 'signal.strong' } },
        outline: { borderColor: 'line.strong', color: 'ink', _hover: { bg: 'hover' } },
        quiet: { color: 'ink.muted', _hover: { bg: 'hover', color: 'ink' } },
      },
      size: {
        tiny: { minHeight: '28px', px: '2', fontSize: 'xs' },
        small: { minHeight: '32px', px: '3' },
        medium: {},
        wide: { width: '100%', minHeight: '44px', fontSize: 'md' },
      },
    },
    defaultVariants: { tone: 'outline', size: 'medium' },
  },
  { defaultProps: { type: 'button' } },
);

export interface ButtonProps extends ComponentProps<typeof Plain> {
  /** Shown before the text. */
  icon?: LucideIcon;
  /** Shows a spinner in place of the icon. Not `disabled`: a disabled button would lose the focus. */
  isBusy?: boolean;
}

/** The button. Use `primary` for at most one action per page, `outline` or `quiet` for the others. */
export function Button({ icon: Icon, isBusy, children, ...props }: ButtonProps) {
  return (
    <Plain aria-disabled={isBusy} aria-busy={isBusy || undefined} {...props}>
      {isBusy ? <Spinner /> : Icon ? <Icon size={16} strokeWidth={1.5} /> : null}
      {children}
    </Plain>
  );
}
