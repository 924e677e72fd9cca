import { Portal, Tooltip } from '@chakra-ui/react';
import type { ReactElement } from 'react';

interface TipProps {
  text: string;
  placement?: 'top' | 'right' | 'bottom';
  isDisabled?: boolean;
  /** One control; it says its name itself. */
  children: ReactElement;
}

/** What a control is for, beside it while it is pointed at or has the keyboard. Escape takes it away. */
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
