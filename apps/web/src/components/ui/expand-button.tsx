import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { IconButton } from './icon-button.tsx';

const turning = {
  '& svg': { transition: 'transform 150ms ease-out' },
  '&[aria-expanded=true] svg': { transform: 'rotate(180deg)' },
};

/** Shows and hides details. Its arrow points up while they are shown. */
export function ExpandButton(props: Omit<ComponentProps<typeof IconButton>, 'icon'>) {
  return <IconButton icon={ChevronDown} css={turning} {...props} />;
}
