import { chakra } from '@chakra-ui/react';
import { useRef } from 'react';
import type { KeyboardEvent, PointerEvent } from 'react';
import { panelBounds } from '../model/use-panel-width.ts';
import type { PanelWidth } from '../model/use-panel-width.ts';

const Grip = chakra('div', {
  base: {
    display: { base: 'none', md: 'block' },
    position: 'absolute',
    top: 0,
    bottom: 0,
    right: '-18px',
    width: '12px',
    cursor: 'col-resize',
    touchAction: 'none',
    borderRadius: 'sm',
    '&::before, &::after': {
      content: '""',
      position: 'absolute',
      left: '5px',
      width: '2px',
      borderRadius: 'full',
      transition: 'background-color 150ms ease-out',
    },
    '&::before': { top: '0', bottom: '0', bg: 'transparent' },
    // The visible part of the handle, next to the top of the player.
    '&::after': { top: '20px', height: '40px', bg: 'line.strong' },
    '&:hover::before, &:active::before': { bg: 'line' },
    '&:hover::after, &:active::after': { bg: 'ink' },
  },
});

const stepPercent = 1;

function percentAfter(key: string, percent: number): number | undefined {
  if (key === 'ArrowLeft' || key === 'ArrowDown') return percent - stepPercent;
  if (key === 'ArrowRight' || key === 'ArrowUp') return percent + stepPercent;
  if (key === 'Home') return panelBounds.min;
  return key === 'End' ? panelBounds.max : undefined;
}

/** Resizes the player by dragging or with the arrow keys. A double click restores the default width. */
export function PanelHandle({ panel }: { panel: PanelWidth }) {
  /** Pixels between the pointer and the edge of the panel, so that the edge does not jump when dragging begins. */
  const pointerOffset = useRef(0);

  const press = (event: KeyboardEvent) => {
    const next = percentAfter(event.key, panel.percent);
    if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    panel.set(next);
  };
  const take = (event: PointerEvent) => {
    const box = event.currentTarget.parentElement?.getBoundingClientRect();
    if (!box || event.button !== 0) return;
    pointerOffset.current = box.right - event.clientX;
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const drag = (event: PointerEvent) => {
    const box = event.currentTarget.parentElement?.getBoundingClientRect();
    const pageWidth = document.documentElement.clientWidth;
    if (!box || pageWidth === 0 || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    panel.set(((event.clientX + pointerOffset.current - box.left) / pageWidth) * 100);
  };

  return (
    <Grip
      role="separator"
      aria-orientation="vertical"
      aria-label="Width of the player"
      aria-valuemin={panelBounds.min}
      aria-valuemax={panelBounds.max}
      aria-valuenow={Math.round(panel.percent)}
      aria-valuetext={`${String(Math.round(panel.percent))} percent of the page`}
      title="Drag to resize, double-click for the default width"
      tabIndex={0}
      onKeyDown={press}
      onPointerDown={take}
      onPointerMove={drag}
      onDoubleClick={() => panel.set(panelBounds.initial)}
    />
  );
}
