import { serverDevice, type DeviceFacts, type Services, type StoragePort } from '#renderer/engine.ts';
import { ENDED_KEY } from '#renderer/plan/endings.ts';
import type { BorrowerData } from '#src/shared/borrower-data.ts';
import { readDevice } from './device.ts';

/** Lets the page open its first screen as the server rendered it, so that it can take the rendered screen over. */
export interface AsRendered {
  readonly services: Services;
  readonly device: DeviceFacts;
  /** Whether the page's first rendering is the server's. */
  isSame(): boolean;
  /** From here on, the page uses its own clock. */
  end(): void;
}

/** Stored in most devices, without an effect on what is rendered. */
const WITHOUT_EFFECT: ReadonlySet<string> = new Set(['capiz/owner', ENDED_KEY]);

/**
 * The server knew the address and the replies, but not this device. Its time is used until the page has taken over,
 * and its assumptions about the device. If storage has a value that the screen reads, the page renders something else.
 *
 * @returns undefined if the screen depends on a device that is not as the server assumed.
 */
export function openAsRendered(
  window: Window,
  services: Services,
  language: string,
  { now, origin, chrome }: BorrowerData,
): AsRendered | undefined {
  const own = readDevice(window, language);
  if (
    chrome === undefined ||
    own.inShell !== (chrome === 'host') ||
    own.inApp ||
    !own.online ||
    origin !== window.location.origin
  )
    return undefined;
  let isOver = false;
  let hasStored = false;
  const watch = (port: StoragePort): StoragePort => ({
    ...port,
    get(key) {
      const text = port.get(key);
      if (text !== undefined && !WITHOUT_EFFECT.has(key)) hasStored = true;
      return text;
    },
  });
  const { clock, storage } = services;
  return {
    services: {
      ...services,
      clock: { ...clock, now: () => (isOver ? clock.now() : now) },
      storage: { session: watch(storage.session), device: watch(storage.device) },
    },
    device: serverDevice(language, own.inShell),
    isSame: () => !hasStored,
    end() {
      isOver = true;
    },
  };
}
