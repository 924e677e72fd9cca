import { MediaTracksMixin } from 'media-tracks';
import MuxPlayerElement from '@mux/mux-player/base';
import { MuxVideoBaseElement } from '@mux/mux-video/base';

// The default entry of the package adds a cast mixin, which loads a script from another origin when the element is
// defined. The base modules define no elements, so both are defined here without the mixin.
if (!customElements.get('mux-video')) {
  customElements.define('mux-video', MediaTracksMixin(MuxVideoBaseElement));
}
if (!customElements.get('mux-player')) customElements.define('mux-player', MuxPlayerElement);

export * from '@mux/mux-player/base';
export { MuxPlayerElement as default };
