import type { LucideIcon } from 'lucide-react';
import { IconButton } from '../icon-button.tsx';
import { Tip } from './tip.tsx';

interface IconActionProps {
  /** What it does, as everybody reads it beside the icon. */
  tip: string;
  /** The same with what it is done to, for whoever does not see the row. */
  label: string;
  icon: LucideIcon;
  onPress: () => void;
}

/** What one icon of a row does. */
export function IconAction({ tip, label, icon: Icon, onPress }: IconActionProps) {
  return (
    <Tip text={tip}>
      <IconButton label={label} title={undefined} onClick={onPress}>
        <Icon aria-hidden />
      </IconButton>
    </Tip>
  );
}
