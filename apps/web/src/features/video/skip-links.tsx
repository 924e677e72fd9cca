import { SkipLink } from '../../components/skip-link.ts';
import type { PaneName } from './pane-switch.tsx';
import { videoStrings as words } from './video.strings.ts';

/** The id of the element that a pane is. */
export const paneId = (pane: PaneName) => `${pane}-pane`;

const links = [
  { pane: 'chapters', label: words.skipToChapters },
  { pane: 'transcript', label: words.skipToTranscript },
] as const;

interface SkipLinksProps {
  /** Brings a pane into sight, where one hides the other. */
  onShow: (pane: PaneName) => void;
}

/** Past the player and its tools, for the keyboard. */
export function SkipLinks({ onShow }: SkipLinksProps) {
  const go = (pane: PaneName) => {
    onShow(pane);
    const place = document.getElementById(paneId(pane));
    // Lists have one stop: the first chapter, the line that is being said.
    const goal = place?.querySelector<HTMLElement>('ol [tabindex="0"]') ?? place;
    goal?.focus();
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
