import { runInThisContext } from 'node:vm';
import { jest } from '@jest/globals';
import '@testing-library/jest-dom';
import { configure, getConfig } from '@testing-library/react';

// jsdom has no fetch, no modal dialogs and no layout. Classes that Node has are taken from outside the realm of the
// test; the rest are minimal fakes for the pages under test.

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

/** Resolves relative addresses against the page, which Node's `Request` does not do. */
class PageRequest extends node.Request {
  constructor(input: RequestInfo | URL, init?: RequestInit) {
    super(typeof input === 'string' ? new URL(input, window.location.href).href : input, init);
  }
}

class FakeResizeObserver {
  observe(): void {
    // Without a layout no size changes.
  }
  unobserve(): void {
    // Nothing is observed.
  }
  disconnect(): void {
    // Nothing is observed.
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
  ResizeObserver: FakeResizeObserver,
  fetch: () => Promise.reject(new Error('This test has no fake server.')),
});

// The gateway adds the operator to every document.
for (const [name, content] of [
  ['operator-name', 'Example & Sons'],
  ['operator-address', '1 Example Street'],
  ['contact-email', 'help@example.com'],
] as const)
  document.head.append(Object.assign(document.createElement('meta'), { name, content }));

// jsdom has mouse events, but no pointer events.
Object.assign(window, { PointerEvent: class extends MouseEvent {} });

// Without a layout no element has a box, and the focus trap of a dialog would ignore all of them as hidden.
HTMLElement.prototype.getClientRects = () => [new DOMRect()] as unknown as DOMRectList;

HTMLDialogElement.prototype.showModal = function showModal() {
  this.open = true;
  this.querySelector<HTMLElement>('[autofocus]')?.focus();
};
HTMLDialogElement.prototype.close = function close() {
  this.open = false;
};
const { getElementError } = getConfig();
/** Whether a query runs inside of `waitFor` or `findBy…`, which try again. */
const isInWait = () =>
  (getConfig() as { _disableExpensiveErrorDiagnostics?: boolean })._disableExpensiveErrorDiagnostics;
configure({
  // This time only ends what hangs: the machine may be busy, and the first page of a run compiles all of its modules.
  asyncUtilTimeout: 60_000,
  // Each failed try of a wait printed the whole document into an error that nobody reads. The end of a wait still does.
  getElementError: (message, container) =>
    isInWait()
      ? Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' })
      : getElementError(message, container),
});
jest.setTimeout(300_000);

window.matchMedia = (media) =>
  Object.assign(new EventTarget(), { media, matches: false }) as unknown as MediaQueryList;
Element.prototype.scrollTo = () => undefined;
Element.prototype.scrollIntoView = () => undefined;
window.scrollTo = () => undefined;
