// Only the elements that the player uses: the entry of the package has all of them.
import 'media-chrome/media-airplay-button';
import 'media-chrome/media-captions-button';
import 'media-chrome/media-control-bar';
import 'media-chrome/media-controller';
import 'media-chrome/media-fullscreen-button';
import 'media-chrome/media-loading-indicator';
import 'media-chrome/media-mute-button';
import 'media-chrome/media-pip-button';
import 'media-chrome/media-play-button';
import 'media-chrome/media-seek-backward-button';
import 'media-chrome/media-seek-forward-button';
import 'media-chrome/media-time-display';
import 'media-chrome/media-time-range';
import 'media-chrome/media-volume-range';
// The menus make these elements, but do not define them.
import 'media-chrome/menu/media-chrome-menu-item';
import 'media-chrome/menu/media-playback-rate-menu';
import 'media-chrome/menu/media-playback-rate-menu-button';
import 'media-chrome/menu/media-rendition-menu';
import 'media-chrome/menu/media-rendition-menu-button';
import { addTranslation } from 'media-chrome/utils/i18n';
import type { HTMLAttributes, RefAttributes } from 'react';

// The name of a control contains its visible text, so that it can be spoken. All other words stay as they are.
addTranslation('en', { 'Playback rate {playbackRate}': 'Playback rate {playbackRate}x' });

/** Attributes of the elements, as media-chrome names them. */
interface ElementAttributes extends HTMLAttributes<HTMLElement>, RefAttributes<HTMLElement> {
  anchor?: 'auto';
  breakpoints?: string;
  defaultstreamtype?: 'on-demand';
  nohotkeys?: boolean;
  noautohide?: boolean;
  rates?: string;
  seekoffset?: number;
  showduration?: boolean;
}

declare module 'react' {
  // oxlint-disable-next-line typescript/no-namespace -- React has no other way to declare custom elements.
  namespace JSX {
    interface IntrinsicElements {
      'media-airplay-button': ElementAttributes;
      'media-captions-button': ElementAttributes;
      'media-control-bar': ElementAttributes;
      'media-controller': ElementAttributes;
      'media-fullscreen-button': ElementAttributes;
      'media-loading-indicator': ElementAttributes;
      'media-mute-button': ElementAttributes;
      'media-pip-button': ElementAttributes;
      'media-play-button': ElementAttributes;
      'media-playback-rate-menu': ElementAttributes;
      'media-playback-rate-menu-button': ElementAttributes;
      'media-rendition-menu': ElementAttributes;
      'media-rendition-menu-button': ElementAttributes;
      'media-seek-backward-button': ElementAttributes;
      'media-seek-forward-button': ElementAttributes;
      'media-time-display': ElementAttributes;
      'media-time-range': ElementAttributes;
      'media-volume-range': ElementAttributes;
    }
  }
}
