import type { LucideIcon } from 'lucide-react';
import { IconButton } from '../ui/icon-button.tsx';
import { Tooltip } from '../ui/tooltip.tsx';

interface IconActionProps {
  /** Tooltip: what the action does. */
  tip: string;
  /** Accessible name, which includes the item of the row. */
  label: string;
  icon: LucideIcon;
  onPress: () => void;
}

/** An icon button of a row. */
export function IconAction({ tip, label, icon: Icon, onPress }: IconActionProps) {
  return (
    <Tooltip text={tip}>
      <IconButton label={label} icon={Icon} title={undefined} onClick={onPress} />
    </Tooltip>
  );
}
