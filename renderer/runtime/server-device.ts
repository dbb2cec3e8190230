import type { DeviceFacts } from './live.ts';

/**
 * The facts about the device that a server assumes when it renders a screen. The page begins with the same ones, so that
 * it renders the same.
 */
export function serverDevice(language: string, inShell: boolean): DeviceFacts {
  return { online: true, inShell, inApp: false, keyboardInset: 0, language, dark: false, textScale: 1 };
}
