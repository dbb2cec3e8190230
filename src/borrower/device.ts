import type { DeviceFacts } from '#renderer/engine.ts';
import { listen } from './listen.ts';

/** The current facts about the device. */
export function readDevice(window: Window, language: string): DeviceFacts {
  const viewport = window.visualViewport;
  const inset = viewport === null ? 0 : window.innerHeight - viewport.height;
  return {
    online: window.navigator.onLine,
    inShell: window.webkit?.messageHandlers !== undefined,
    // WeChat's own browser.
    inApp: /MicroMessenger/i.test(window.navigator.userAgent),
    // A pinch zoom also shrinks the visual viewport, but is no keyboard.
    keyboardInset: viewport === null || viewport.scale > 1.01 ? 0 : Math.max(0, Math.round(inset)),
    language,
    dark: window.matchMedia('(prefers-color-scheme: dark)').matches,
    textScale: Number.parseFloat(window.getComputedStyle(window.document.documentElement).fontSize) / 17 || 1,
  };
}

/** Notifies of every change of `readDevice`. @returns stops it. */
export function watchDevice(window: Window, changed: () => void): () => void {
  const stops = [
    listen(window, 'online', changed),
    listen(window, 'offline', changed),
    ...(window.visualViewport ? [listen(window.visualViewport, 'resize', changed)] : []),
    listen(window.matchMedia('(prefers-color-scheme: dark)'), 'change', changed),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
