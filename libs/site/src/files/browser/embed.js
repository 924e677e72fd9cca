// <webinar-vault portal="…" video="…" chapter="…" t="…" theme="…" key="…"> shows a page of a portal, and passes on what
// happens in it as events: ready, play, chapterchange, quote, and unavailable when the page cannot be shown: then it takes no
// space. `data-webinar-vault="PORTAL"` on any other element, also on the script itself, shows one there.
//
// Sites join, move, rename and shrink the scripts that they load, or load them as modules: so this one asks for nothing of its
// own element, leaves nothing outside its function, and writes no styles as text, which a strict policy of content forbids.
// `void` begins a statement even after a file that ends without a semicolon.
void (function () {
  const { src = '' } = document.currentScript || {};
  // As a module or a part of another file it has no address of its own.
  const origin = /^https?:\/\/[^/]+\/embed\.js(\?|$)/.test(src) ? new URL(src).origin : '{{origin}}';
  const name = 'webinar-vault';
  const events = ['ready', 'play', 'chapterchange', 'quote'];
  const settings = ['portal', 'video', 'chapter', 't', 'theme', 'key', 'width', 'height'];
  /** Height until the page says its own: no lower, so that little moves. */
  const firstHeight = '640px';
  /** A page that is not ready this long after it was loaded is refused or cannot be reached, in milliseconds. */
  const readyWithinMs = 3000;

  /** A setting, also as an attribute that is valid on every element. */
  function settingOf(element, setting) {
    const value = element.getAttribute(setting) || element.getAttribute(`data-${setting}`) || '';
    return value.trim();
  }

  /** `600`, `600px` and `50vh` as CSS has them; empty when it is no length. */
  function lengthOf(typed) {
    const text = typed.toLowerCase().replace(/\s+|;$/g, '');
    const length = /^\d+(\.\d+)?$/.test(text) ? `${text}px` : text;
    return CSS.supports('height', length) && /\d/.test(length) ? length : '';
  }

  class WebinarVault extends HTMLElement {
    static get observedAttributes() {
      return settings.concat(settings.map((setting) => `data-${setting}`));
    }

    connectedCallback() {
      const root = this.shadowRoot || this.attachShadow({ mode: 'open' });
      this.frame = document.createElement('iframe');
      this.frame.title = this.title || 'Webinar Vault';
      this.frame.loading = 'lazy';
      this.frame.allow = 'fullscreen; picture-in-picture; autoplay';
      Object.assign(this.frame.style, { display: 'block', width: '100%', height: firstHeight, border: '0' });
      this.frame.addEventListener('load', () => this.waitForReady());
      root.replaceChildren(this.frame);
      if (getComputedStyle(this).display === 'inline') this.style.display = 'block';
      window.addEventListener('message', this);
      this.show();
    }

    disconnectedCallback() {
      window.removeEventListener('message', this);
      clearTimeout(this.timer);
    }

    attributeChangedCallback() {
      if (this.frame) this.show();
    }

    /** Only messages of this frame, whose page has no origin where this one has none, as in a frame with `sandbox`. */
    handleEvent({ data, origin: sender, source }) {
      if (source !== this.frame.contentWindow || (sender !== origin && sender !== 'null')) return;
      if (!data || data.source !== name) return;
      const { type } = data;
      if (type === 'ready') this.becomeReady();
      // A visitor who has followed a link in the page reads why there is nothing.
      if (type === 'unavailable' && !this.isReady) this.collapse();
      if (type === 'height' && !this.hasOwnHeight) this.frame.style.height = `${data.height}px`;
      if (!events.includes(type)) return;
      const detail = Object.assign({}, data);
      delete detail.source;
      delete detail.type;
      this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true }));
    }

    becomeReady() {
      this.frame.style.display = 'block';
      // A page that a visitor opens begins at its top, as it does without a frame.
      if (this.isReady && this.getBoundingClientRect().top < 0) this.scrollIntoView({ block: 'start' });
      /** Whether the page that this element has chosen was ready: further pages are those that a visitor chooses in it. */
      this.isReady = true;
    }

    waitForReady() {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => {
        if (!this.isReady) this.collapse();
      }, readyWithinMs);
    }

    collapse() {
      if (this.frame.style.display === 'none') return;
      this.frame.style.display = 'none';
      this.style.height = '';
      this.dispatchEvent(new CustomEvent('unavailable', { detail: {}, bubbles: true }));
    }

    show() {
      const portal = settingOf(this, 'portal');
      if (!portal) return;
      const path = ['p', portal].concat(settingOf(this, 'video') || []).map(encodeURIComponent);
      const address = new URL(`/${path.join('/')}?embed=1`, origin);
      for (const setting of ['chapter', 't', 'theme', 'key']) {
        const value = settingOf(this, setting);
        if (value) address.searchParams.set(setting, value);
      }
      this.resize();
      if (this.frame.src === address.href) return;
      this.isReady = false;
      this.frame.style.display = 'block';
      this.frame.src = address.href;
    }

    resize() {
      const width = lengthOf(settingOf(this, 'width'));
      if (width) this.style.width = width;
      const height = lengthOf(settingOf(this, 'height'));
      if (!height && !this.hasOwnHeight) return;
      this.style.height = height;
      this.hasOwnHeight = height !== '' && this.fillsHeight();
      if (!this.hasOwnHeight) this.style.height = '';
      this.frame.style.height = this.hasOwnHeight ? '100%' : firstHeight;
    }

    /** Whether the height is more than none without the frame: `100%` of what the page leaves open is none. */
    fillsHeight() {
      const { style } = this.frame;
      const { display } = style;
      style.display = 'none';
      const { height } = this.getBoundingClientRect();
      style.display = display;
      return height > 0;
    }
  }

  if (!customElements.get(name)) customElements.define(name, WebinarVault);

  /** The elements that stand for a place in the page, with those that show a portal there. */
  const shown = new WeakMap();

  function fill(place) {
    const element = shown.get(place) || document.createElement(name);
    shown.set(place, element);
    const portal = place.getAttribute(`data-${name}`);
    for (const setting of settings) {
      const value = setting === 'portal' ? portal : place.getAttribute(`data-${setting}`);
      if (value === element.getAttribute(setting)) continue;
      if (value === null) element.removeAttribute(setting);
      else element.setAttribute(setting, value);
    }
    if (element.isConnected) return;
    if (place.localName !== 'script') place.replaceChildren(element);
    else if (!document.head.contains(place)) place.after(element);
    else if (document.body) document.body.append(element);
  }

  function fillAll() {
    document.querySelectorAll(`[data-${name}]`).forEach(fill);
  }

  // The parts of a page may come later.
  const filter = [name].concat(settings.slice(1)).map((setting) => `data-${setting}`);
  const options = { childList: true, subtree: true, attributes: true, attributeFilter: filter };
  new MutationObserver(fillAll).observe(document.documentElement, options);
  fillAll();
})();
