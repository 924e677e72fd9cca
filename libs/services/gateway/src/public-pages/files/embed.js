// <webinar-vault portal="…" video="…" chapter="…" theme="…" key="…"> shows a page of a portal, and passes on what happens in it
// as events: ready, play, chapterchange and quote.
const origin = new URL(document.currentScript.src).origin;
const events = ['ready', 'play', 'chapterchange', 'quote'];
/** Height until the page says its own: no lower, so that little moves. */
const firstHeight = 640;

class WebinarVault extends HTMLElement {
  static observedAttributes = ['portal', 'video', 'chapter', 'theme', 'key'];

  #frame;

  connectedCallback() {
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
    const style = document.createElement('style');
    style.textContent = `:host { display: block } iframe { display: block; width: 100%; height: ${firstHeight}px; border: 0 }`;
    this.#frame = document.createElement('iframe');
    Object.assign(this.#frame, {
      title: this.title || 'Webinar Vault',
      loading: 'lazy',
      allow: 'fullscreen; picture-in-picture; autoplay',
    });
    root.replaceChildren(style, this.#frame);
    window.addEventListener('message', this);
    this.#show();
  }

  disconnectedCallback() {
    window.removeEventListener('message', this);
  }

  attributeChangedCallback() {
    if (this.#frame) this.#show();
  }

  /** Only messages of this frame, from the origin of this script. */
  handleEvent({ data, origin: sender, source }) {
    if (sender !== origin || source !== this.#frame.contentWindow || data?.source !== 'webinar-vault') return;
    const { source: _source, type, ...detail } = data;
    if (type === 'height' && !this.hasAttribute('height')) this.#frame.style.height = `${detail.height}px`;
    else if (events.includes(type)) this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true }));
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
    if (this.#frame.src !== address.href) this.#frame.src = address.href;
  }
}

if (!customElements.get('webinar-vault')) customElements.define('webinar-vault', WebinarVault);
