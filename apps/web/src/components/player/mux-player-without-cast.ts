import { MediaTracksMixin } from 'media-tracks';
import MuxPlayerElement from '@mux/mux-player/base';
import { MuxVideoBaseElement } from '@mux/mux-video/base';

// The stock entry wraps the video element in a cast mixin that fetches a script from another origin as soon as it is
// defined. Neither base module defines its element, so both are defined here, without the mixin.
if (!customElements.get('mux-video')) {
  customElements.define('mux-video', MediaTracksMixin(MuxVideoBaseElement));
}
if (!customElements.get('mux-player')) customElements.define('mux-player', MuxPlayerElement);

export * from '@mux/mux-player/base';
export { MuxPlayerElement as default };
