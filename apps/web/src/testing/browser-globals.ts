import '@testing-library/jest-dom';
import { configure } from '@testing-library/react';
import { runInThisContext } from 'node:vm';

// jsdom has no fetch, no modal dialogs and no layout. What Node has is borrowed from outside the test's own realm;
// the rest is the least that the pages under test need.

interface NodeGlobals {
  Request: typeof Request;
  Response: typeof Response;
  Headers: typeof Headers;
  AbortController: typeof AbortController;
  AbortSignal: typeof AbortSignal;
  structuredClone: typeof structuredClone;
  TextEncoder: typeof TextEncoder;
  TextDecoder: typeof TextDecoder;
}

const node = runInThisContext('globalThis') as NodeGlobals;

/** Node's requests know no page to be relative to. */
class PageRequest extends node.Request {
  constructor(input: RequestInfo | URL, init?: RequestInit) {
    super(typeof input === 'string' ? new URL(input, window.location.href).href : input, init);
  }
}

class StillResizeObserver {
  observe(): void {
    // Nothing ever changes its size here.
  }
  unobserve(): void {
    // Nothing was observed.
  }
  disconnect(): void {
    // Nothing was observed.
  }
}

Object.assign(globalThis, {
  Request: PageRequest,
  Response: node.Response,
  Headers: node.Headers,
  AbortController: node.AbortController,
  AbortSignal: node.AbortSignal,
  structuredClone: node.structuredClone,
  TextEncoder: node.TextEncoder,
  TextDecoder: node.TextDecoder,
  ResizeObserver: StillResizeObserver,
  fetch: () => Promise.reject(new Error('No server stands in for this call.')),
});

// jsdom knows mice, but no pointers.
Object.assign(window, { PointerEvent: class extends MouseEvent {} });

// Without a layout no element has a box; the focus trap of a dialog would take all of them for hidden.
HTMLElement.prototype.getClientRects = () => [new DOMRect()] as unknown as DOMRectList;

HTMLDialogElement.prototype.showModal = function showModal() {
  this.open = true;
  this.querySelector<HTMLElement>('[autofocus]')?.focus();
};
HTMLDialogElement.prototype.close = function close() {
  this.open = false;
};
// The first page of a run loads and compiles every module it is made of, on a machine that may be busy.
configure({ asyncUtilTimeout: 15_000 });

window.matchMedia = (media) =>
  Object.assign(new EventTarget(), { media, matches: false }) as unknown as MediaQueryList;
Element.prototype.scrollTo = () => undefined;
Element.prototype.scrollIntoView = () => undefined;
window.scrollTo = () => undefined;
