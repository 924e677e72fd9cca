import { SkipLink } from '../../../components/ui/skip-link.ts';
import type { PaneName } from './pane-switch.tsx';

/** The element id of a pane. */
export const paneId = (pane: PaneName) => `${pane}-pane`;

const links = [
  { pane: 'chapters', label: 'Skip to chapters' },
  { pane: 'transcript', label: 'Skip to transcript' },
] as const;

interface SkipLinksProps {
  /** Shows a pane on narrow screens, where one pane is hidden. */
  onShow: (pane: PaneName) => void;
}

/** Links for the keyboard that skip the player and its tools. */
export function SkipLinks({ onShow }: SkipLinksProps) {
  const go = (pane: PaneName) => {
    onShow(pane);
    const element = document.getElementById(paneId(pane));
    // Each list has one tab stop: a chapter, or the current line.
    const target = element?.querySelector<HTMLElement>('ol [tabindex="0"]') ?? element;
    target?.focus();
  };
  return links.map(({ pane, label }) => (
    <SkipLink
      key={pane}
      href={`#${paneId(pane)}`}
      onClick={(event) => {
        event.preventDefault();
        go(pane);
      }}
    >
      {label}
    </SkipLink>
  ));
}
