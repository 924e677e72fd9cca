// <webinar-vault portal="…" video="…" chapter="…" theme="…" key="…"> shows a page of a portal, and passes on what happens in it
// as events: ready, play, chapterchange, quote, and unavailable when the page cannot be shown: then it
// takes no space.
const origin = new URL(document.currentScript.src).origin;
const events = ['ready', 'play', 'chapterchange', 'quote'];
/** Height until the page says its own: no lower, so that little moves. */
const firstHeight = 640;
/** A page that is not ready this long after it was loaded is refused or cannot be reached, in milliseconds. */
const readyWithinMs = 3_000;

class WebinarVault extends HTMLElement {
  static observedAttributes = ['portal', 'video', 'chapter', 'theme', 'key'];

  #frame;
  /** Whether the page that this element has chosen was ready: further pages are those that a visitor chooses in it. */
  #isReady = false;
  #timer;

  connectedCallback() {
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
    const style = document.createElement('style');
    style.textContent = `:host { display: block } iframe { display: block; width: 100%; height: ${firstHeight}px; border: 0 } iframe[hidden] { display: none }`;
    this.#frame = document.createElement('iframe');
    Object.assign(this.#frame, {
      title: this.title || 'Webinar Vault',
      loading: 'lazy',
      allow: 'fullscreen; picture-in-picture; autoplay',
    });
    this.#frame.addEventListener('load', () => this.#waitForReady());
    root.replaceChildren(style, this.#frame);
    window.addEventListener('message', this);
    this.#show();
  }

  disconnectedCallback() {
    window.removeEventListener('message', this);
    clearTimeout(this.#timer);
  }

  attributeChangedCallback() {
    if (this.#frame) this.#show();
  }

  /** Only messages of this frame, from the origin of this script. */
  handleEvent({ data, origin: sender, source }) {
    if (sender !== origin || source !== this.#frame.contentWindow || data?.source !== 'webinar-vault') return;
    const { source: _source, type, ...detail } = data;
    if (type === 'ready') this.#becomeReady();
    // A visitor who has followed a link in the page reads why there is nothing.
    if (type === 'unavailable' && !this.#isReady) this.#collapse();
    if (type === 'height' && !this.hasAttribute('height')) this.#frame.style.height = `${detail.height}px`;
    else if (events.includes(type)) this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true }));
  }

  #becomeReady() {
    this.#frame.hidden = false;
    // A page that a visitor opens begins at its top, as it does without a frame.
    if (this.#isReady && this.getBoundingClientRect().top < 0) this.scrollIntoView({ block: 'start' });
    this.#isReady = true;
  }

  #waitForReady() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (!this.#isReady) this.#collapse();
    }, readyWithinMs);
  }

  #collapse() {
    if (this.#frame.hidden) return;
    this.#frame.hidden = true;
    this.dispatchEvent(new CustomEvent('unavailable', { detail: {}, bubbles: true }));
  }

  #show() {
    const portal = this.getAttribute('portal');
    if (!portal) return;
    const video = this.getAttribute('video');
    const path = ['p', portal, ...(video ? [video] : [])].map(encodeURIComponent).join('/');
    const address = new URL(`/${path}`, origin);
    address.searchParams.set('embed', '1');
    address.searchParams.set('origin', location.origin);
    for (const name of ['chapter', 'theme', 'key'])
      if (this.hasAttribute(name)) address.searchParams.set(name, this.getAttribute(name));
    if (this.hasAttribute('height'))
      this.#frame.style.height = `${parseInt(this.getAttribute('height'), 10)}px`;
    if (this.#frame.src === address.href) return;
    this.#isReady = false;
    this.#frame.hidden = false;
    this.#frame.src = address.href;
  }
}

if (!customElements.get('webinar-vault')) customElements.define('webinar-vault', WebinarVault);
