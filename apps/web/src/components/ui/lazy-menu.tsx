import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import type { ActionMenu } from './action-menu.tsx';
import { IconButton } from './icon-button.tsx';

type LazyMenuProps = Pick<ComponentProps<typeof ActionMenu>, 'label' | 'tabIndex' | 'onOpenChange'> & {
  /** Renders the menu, with these properties and the entries. */
  children: (menu: Omit<ComponentProps<typeof ActionMenu>, 'entries'>) => ReactNode;
};

/** The button of a menu that is created when it is first opened: for the rows of long lists. */
export function LazyMenu({ label, tabIndex, onOpenChange, children }: LazyMenuProps) {
  const [isUsed, setUsed] = useState(false);
  if (isUsed) return children({ label, icon: Ellipsis, tabIndex, onOpenChange, isInitiallyOpen: true });
  return (
    <IconButton
      label={label}
      icon={Ellipsis}
      aria-haspopup="menu"
      tabIndex={tabIndex}
      onClick={() => {
        setUsed(true);
        onOpenChange?.(true);
      }}
    />
  );
}
