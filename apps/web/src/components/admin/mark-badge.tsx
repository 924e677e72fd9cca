import { Badge } from '@chakra-ui/react';
import { Tooltip } from '../ui/tooltip.tsx';

interface MarkBadgeProps {
  text: string;
  palette: 'gray' | 'green' | 'orange';
  /** More about it, as a tooltip. */
  detail?: string | undefined;
}

/** A state of a row that staff should notice. */
export function MarkBadge({ text, palette, detail }: MarkBadgeProps) {
  const badge = <Badge colorPalette={palette}>{text}</Badge>;
  return detail === undefined ? badge : <Tooltip text={detail}>{badge}</Tooltip>;
}
