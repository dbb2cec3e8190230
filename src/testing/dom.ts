import type { JSDOM } from 'jsdom';
import { isInline } from './inline.ts';

/** Node's own globals for calls and bytes, which the window does not replace. */
const KEPT: ReadonlySet<string> = new Set([
  'AbortController',
  'AbortSignal',
  'Blob',
  'File',
  'FormData',
  'Headers',
  'TextDecoder',
  'TextEncoder',
  'URL',
  'URLSearchParams',
  'crypto',
  'performance',
  'queueMicrotask',
  'structuredClone',
]);

/** The name of the error if jsdom is not installed: it is no package of the command line, nor of a deployment. */
export const NO_DOM = 'NoDom';

async function loadJsdom() {
  try {
    return await import('jsdom');
  } catch (cause) {
    const why =
      'jsdom is not installed here, so no screen can be rendered: run this where screens are developed';
    throw Object.assign(new Error(why, { cause }), { name: NO_DOM });
  }
}

/**
 * Makes this thread a page: installs a window without layout, network and scripts, and makes its names global. Call this
 * before page code is loaded, because page code reads them once.
 * @throws Error named NoDom if jsdom is not installed.
 */
export async function makeDom(): Promise<void> {
  const { JSDOM: Dom, VirtualConsole } = await loadJsdom();
  const dom: JSDOM = new Dom('<!doctype html><html lang="en"><body></body></html>', {
    url: 'https://page.test/',
    pretendToBeVisual: false,
    // Silent: drops jsdom's warnings about missing layout.
    virtualConsole: new VirtualConsole(),
  });
  const { window } = dom;
  for (const name of Object.getOwnPropertyNames(window)) {
    if (KEPT.has(name) || name.startsWith('_') || name in globalThis) continue;
    Object.defineProperty(globalThis, name, {
      configurable: true,
      get: () => (window as unknown as { readonly [name: string]: unknown })[name],
      set: (value: unknown) => {
        Object.assign(window, { [name]: value });
      },
    });
  }
  for (const [name, value] of Object.entries({
    window,
    self: window,
    document: window.document,
    navigator: window.navigator,
    addEventListener: (...given: Parameters<Window['addEventListener']>) => window.addEventListener(...given),
    removeEventListener: (...given: Parameters<Window['removeEventListener']>) =>
      window.removeEventListener(...given),
    dispatchEvent: (event: Event) => window.dispatchEvent(event),
    Event: window.Event,
    CustomEvent: window.CustomEvent,
    EventTarget: window.EventTarget,
    DOMException: window.DOMException,
    // Newer versions of Node have their own, which store nothing without a file.
    localStorage: window.localStorage,
    sessionStorage: window.sessionStorage,
  })) {
    Object.defineProperty(globalThis, name, { configurable: true, writable: true, value });
  }
}

/** Adds browser features that this window lacks. Call it once for each window. */
export function completeWindow(window: Window & typeof globalThis): void {
  const { document } = window;
  const add = (target: object, name: string, value: unknown): void => {
    if (!(name in target) || (target as { [name: string]: unknown })[name] === undefined)
      Object.defineProperty(target, name, { configurable: true, writable: true, value });
  };
  Object.defineProperty(window, 'visualViewport', {
    configurable: true,
    value: Object.assign(new window.EventTarget(), { height: window.innerHeight, scale: 1 }),
  });
  add(window, 'matchMedia', () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  // Nothing is painted: the next frame runs when the test's clock advances.
  add(window, 'requestAnimationFrame', (run: FrameRequestCallback) =>
    window.setTimeout(() => run(window.performance.now())),
  );
  add(window, 'cancelAnimationFrame', (frame: number) => window.clearTimeout(frame));
  add(window.Element.prototype, 'scrollIntoView', () => undefined);
  // Nothing has a size.
  add(window.SVGElement.prototype, 'getComputedTextLength', () => 0);
  add(document, 'fonts', { ready: Promise.resolve() });
  completePictures(window);
  if (!('innerText' in window.HTMLElement.prototype)) {
    Object.defineProperty(window.HTMLElement.prototype, 'innerText', {
      configurable: true,
      get(this: HTMLElement) {
        return innerTextOf(this);
      },
    });
  }
  // jsdom's version only logs an error.
  window.scrollTo = () => undefined;
}

/** The first bytes of a JPEG file. */
const JPEG = new Uint8Array([0xff, 0xd8, 0xff, 0xe0]);

/** Images without pixels, so that a photo can be re-encoded; jsdom's versions only log an error. */
function completePictures({ HTMLImageElement, HTMLCanvasElement }: Window & typeof globalThis): void {
  const nothing = (): void => undefined;
  const define = (target: object, members: object): void => {
    Object.defineProperties(target, Object.getOwnPropertyDescriptors(members));
  };
  define(HTMLImageElement.prototype, { decode: () => Promise.resolve() });
  define(HTMLCanvasElement.prototype, {
    getContext: () => ({ fillRect: nothing, drawImage: nothing, fillText: nothing }),
    toBlob: (take: (made: Blob) => void, type: string) => take(new Blob([JPEG], { type })),
  });
}

/** The text of an element, with a line break between blocks. */
function innerTextOf(element: Element): string {
  let text = '';
  for (const child of element.childNodes) {
    if (child.nodeType === 3) text += child.nodeValue ?? '';
    else if (child.nodeType === 1) {
      const inner = child as Element;
      text += isInline(inner) ? innerTextOf(inner) : ` ${innerTextOf(inner)} `;
    }
  }
  return text;
}
