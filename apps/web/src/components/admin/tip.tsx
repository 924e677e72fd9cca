import { Portal, Tooltip } from '@chakra-ui/react';
import type { ReactElement } from 'react';

interface TipProps {
  text: string;
  placement?: 'top' | 'right' | 'bottom';
  isDisabled?: boolean;
  /** One control, which has its own accessible name. */
  children: ReactElement;
}

/** A tooltip, shown while its control is hovered or focused. Escape closes it. */
export function Tip({ text, placement = 'top', isDisabled, children }: TipProps) {
  return (
    <Tooltip.Root
      openDelay={250}
      closeDelay={80}
      disabled={isDisabled}
      positioning={{ placement, gutter: 6 }}
      lazyMount
      unmountOnExit
    >
      <Tooltip.Trigger asChild>{children}</Tooltip.Trigger>
      <Portal>
        <Tooltip.Positioner>
          <Tooltip.Content>{text}</Tooltip.Content>
        </Tooltip.Positioner>
      </Portal>
    </Tooltip.Root>
  );
}
