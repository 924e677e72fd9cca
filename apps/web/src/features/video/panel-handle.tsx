import { chakra } from '@chakra-ui/react';
import type { KeyboardEvent, PointerEvent } from 'react';
import { panelBounds } from './use-panel-width.ts';
import type { PanelWidth } from './use-panel-width.ts';
import { videoStrings } from './video.strings.ts';

const Grip = chakra('div', {
  base: {
    display: { base: 'none', md: 'block' },
    position: 'absolute',
    top: 0,
    bottom: 0,
    right: '-16px',
    width: '12px',
    cursor: 'col-resize',
    touchAction: 'none',
    borderRadius: 'sm',
    '&::after': {
      content: '""',
      position: 'absolute',
      left: '5px',
      top: '0',
      bottom: '0',
      width: '2px',
      borderRadius: 'full',
      bg: 'transparent',
      transition: 'background-color 150ms ease-out',
    },
    '&:hover::after, &:active::after': { bg: 'line.strong' },
  },
});

const stepPercent = 2;

/** Drag, or use the arrow keys, to give the player more or less of the width. */
export function PanelHandle({ panel }: { panel: PanelWidth }) {
  const press = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -stepPercent, ArrowRight: stepPercent }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    panel.set(panel.percent + step);
  };
  const drag = (event: PointerEvent) => {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) panel.endAt(event.clientX);
  };
  return (
    <Grip
      role="separator"
      aria-orientation="vertical"
      aria-label={videoStrings.resize}
      aria-valuemin={panelBounds.least}
      aria-valuemax={panelBounds.most}
      aria-valuenow={Math.round(panel.percent)}
      tabIndex={0}
      onKeyDown={press}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={drag}
    />
  );
}
