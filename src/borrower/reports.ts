import { REPORTS_ADDRESS } from '#src/shared/release.ts';
import type { Fault } from '#renderer/engine.ts';

const AT_MOST = 50;

/**
 * Sends faults to the server: the code and the place, nothing of the visitor's. At most 50 a page
 * life, each kind once a place, so that a loop cannot flood.
 */
export function createReporter(window: Window): (fault: Fault) => void {
  const seen = new Set<string>();
  return (fault) => {
    const key = `${fault.code} ${fault.screen ?? ''} ${fault.node ?? ''}`;
    if (seen.has(key) || seen.size >= AT_MOST) return;
    seen.add(key);
    const body = JSON.stringify({ type: 'fault', ...fault });
    // keepalive: a report made while leaving still goes out.
    window
      .fetch(REPORTS_ADDRESS, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body,
        keepalive: true,
        credentials: 'omit',
      })
      .catch(() => undefined);
  };
}
