import { chakra } from '@chakra-ui/react';
import { inForcedColors } from '../../theme/forced-colors.ts';

/** Controls on a dark shade over the picture: the same in both themes. */
const shade = 'rgb(10 13 18 / 0.86)';
const hidden = { display: 'none' };

/**
 * The look of the player. From 470 pixels, `wide`, every control has room; below 320 only those that the page does not
 * offer elsewhere.
 */
export const StageFrame = chakra('div', {
  base: {
    '--accent': '#ff6b4a',
    width: '100%',
    height: '100%',
    // Without its backgrounds the time line would disappear, and the picture below it is no system colour.
    [inForcedColors]: { forcedColorAdjust: 'none' },

    '& media-controller': {
      '--media-font-family': "'Inter Variable', system-ui, sans-serif",
      '--media-font-weight': '500',
      '--media-font-size': '13px',
      '--media-primary-color': '#fff',
      '--media-control-background': 'transparent',
      '--media-control-hover-background': 'rgb(255 255 255 / 0.16)',
      '--media-control-height': '20px',
      '--media-focus-box-shadow': 'inset 0 0 0 2px #fff',
      '--media-tooltip-background-color': shade,
      '--media-menu-background': shade,
      '--media-menu-border-radius': '8px',
      '--media-menu-item-hover-background': 'rgb(255 255 255 / 0.16)',
      '--media-range-bar-color': 'var(--accent)',
      '--media-range-track-background': 'rgb(255 255 255 / 0.3)',
      '--media-range-track-border-radius': '2px',
      '--media-range-thumb-width': '12px',
      '--media-range-thumb-height': '12px',
      '--media-preview-background': shade,
      '--media-box-arrow-background': shade,
      '--media-preview-chapter-text-shadow': 'none',
      '--media-preview-time-text-shadow': 'none',
      display: 'block',
      width: '100%',
      height: '100%',
      bg: '#0a0d12',
      font: "500 13px / 20px 'Inter Variable', system-ui, sans-serif",
    },
    // The reset of the page applies to the elements before their own styles do: it removes paddings and heights.
    '& :is(video, img)': { width: '100%', height: '100%', objectFit: 'contain' },
    // Captions stay above the controls.
    '& media-controller:is([mediapaused], :not([userinactive]))[mediahasplayed] video::-webkit-media-text-track-container':
      { transform: 'translateY(-56px)' },

    // Not positioned, because menus are placed relative to the player. The shade above the controls lets clicks through.
    '& .controls': {
      width: '100%',
      px: '1',
      pt: '12',
      background: 'linear-gradient(to top, rgb(0 0 0 / 0.8), rgb(0 0 0 / 0.4) 55%, transparent)',
      pointerEvents: 'none',
      '& > *': { pointerEvents: 'auto' },
    },
    '& :is(.controls *, .start):focus-visible': { outline: 'none' },
    '& media-control-bar': { display: 'flex', alignItems: 'center', width: '100%' },
    '& media-control-bar > *': { borderRadius: 'sm' },
    '& media-control-bar > :not(media-volume-range, .spacer)': { p: '2' },
    '& media-time-range': {
      '--media-range-padding': '8px',
      '--media-control-hover-background': 'transparent',
      '--media-range-thumb-background': 'var(--accent)',
      '--media-range-thumb-transform': 'scale(0)',
      '--media-range-thumb-transition': 'transform 150ms ease-out',
      display: 'flex',
      width: '100%',
      height: '14px',
      '&:hover, &:focus-within': { '--media-range-thumb-transform': 'scale(1)' },
    },
    '& media-volume-range': {
      '--media-range-bar-color': '#fff',
      '--media-range-padding': '8px',
      width: '72px',
    },
    '& media-time-display': { whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' },
    '& media-control-bar > :is(media-playback-rate-menu, media-rendition-menu)': { p: '1' },
    '& media-playback-rate-menu': {
      '--media-menu-flex-direction': 'row',
      '--media-menu-item-checked-background': 'rgb(255 255 255 / 0.24)',
      '--media-menu-item-checked-indicator-display': 'none',
      '&::part(menu-item)': { p: '4px 6px', borderRadius: '4px' },
    },
    '& .spacer': { flexGrow: 1 },

    '& .title': {
      width: '100%',
      px: '4',
      pt: '3',
      pb: '8',
      color: '#fff',
      fontSize: 'sm',
      fontWeight: 'strong',
      lineHeight: '1.4',
      background: 'linear-gradient(to bottom, rgb(0 0 0 / 0.7), transparent)',
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      whiteSpace: 'nowrap',
      pointerEvents: 'none',
    },
    '& .start': {
      '--media-control-height': '28px',
      '--media-control-background': 'rgb(10 13 18 / 0.62)',
      '--media-control-hover-background': 'var(--accent)',
      '--media-tooltip-display': 'none',
      p: '4',
      borderRadius: 'full',
    },
    '& [breakpointwide]': {
      '& .start': { '--media-control-height': '36px', p: '5' },
      '&:is([mediahasplayed], :not([mediapaused])) .start': hidden,
    },
    // The large button stays for a tap while the video loads; the indicator is drawn in its place.
    '& media-loading-indicator[medialoading]:not([mediapaused]) ~ .start': { opacity: 0 },
    '& media-loading-indicator': { position: 'absolute', pointerEvents: 'none' },

    // Before the first play there is only the large button.
    '& media-controller:not([mediahasplayed]) .controls': hidden,
    '& media-controller:not([breakpointwide]) :is(.title, media-control-bar > :is(media-play-button, media-time-display, media-volume-range))':
      hidden,
    '& media-controller:not([breakpointmiddle]) media-control-bar > :is(media-rendition-menu-button, media-playback-rate-menu-button, media-airplay-button, media-pip-button)':
      hidden,
    '& media-captions-button:not([mediasubtitleslist])': hidden,
    '& media-airplay-button[mediaairplayunavailable]': hidden,
    '& media-fullscreen-button[mediafullscreenunavailable]': hidden,
    '& media-pip-button[mediapipunavailable]': hidden,
    '& media-volume-range[mediavolumeunavailable]': hidden,
    '& :is(media-rendition-menu, media-rendition-menu-button)[mediarenditionunavailable]': {
      display: 'none !important',
    },
  },
});
