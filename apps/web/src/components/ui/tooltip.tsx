import { Portal, Tooltip as ChakraTooltip } from '@chakra-ui/react';
import type { ReactElement } from 'react';

interface TooltipProps {
  text: string;
  placement?: 'top' | 'right' | 'bottom';
  isDisabled?: boolean;
  /** One control, which has its own accessible name. */
  children: ReactElement;
}

/** A tooltip, shown while its control is hovered or focused. Escape closes it. */
export function Tooltip({ text, placement = 'top', isDisabled, children }: TooltipProps) {
  return (
    <ChakraTooltip.Root
      openDelay={250}
      closeDelay={80}
      disabled={isDisabled}
      positioning={{ placement, gutter: 6 }}
      lazyMount
      unmountOnExit
    >
      <ChakraTooltip.Trigger asChild>{children}</ChakraTooltip.Trigger>
      <Portal>
        <ChakraTooltip.Positioner>
          <ChakraTooltip.Content>{text}</ChakraTooltip.Content>
        </ChakraTooltip.Positioner>
      </Portal>
    </ChakraTooltip.Root>
  );
}
