import type { NativePort } from '#renderer/engine.ts';
import { ask } from './browser-handlers.ts';

interface Shell {
  readonly messageHandlers?: {
    readonly [handler: string]: { postMessage(payload: unknown): unknown } | undefined;
  };
}

declare global {
  interface Window {
    readonly webkit?: Shell;
    /** The shell's back hook. @returns whether the page handled Back. */
    capizBack?: () => boolean;
  }
}

/** Handlers that the browser itself defines, also inside a shell. */
const BROWSER = 'browser:';

/** The iOS shell's message handlers, one per method (`window.webkit.messageHandlers.<handler>.postMessage`). */
export function createNativePort(window: Window): NativePort {
  const handlers = () => window.webkit?.messageHandlers;
  return {
    get inShell() {
      return handlers() !== undefined;
    },
    has: (handler) => handler.startsWith(BROWSER) || handlers()?.[handler] !== undefined,
    async call(handler, payload) {
      if (handler.startsWith(BROWSER)) return ask(handler, window);
      const target = handlers()?.[handler];
      if (target === undefined) throw new Error(`The shell has no handler ${handler}.`);
      // Handlers with a reply return a promise; the others return nothing.
      return await target.postMessage(payload);
    },
  };
}
