import { REPORTS_ADDRESS } from '#src/shared/release.ts';
import type { Fault } from '#renderer/engine.ts';

const AT_MOST = 50;

/**
 * Sends faults to the server: code and position, no visitor data. At most 50 per page, and each code once per
 * position, so that a loop cannot flood the server.
 */
export function createReporter(window: Window): (fault: Fault) => void {
  const seen = new Set<string>();
  return (fault) => {
    const key = `${fault.code} ${fault.screen ?? ''} ${fault.node ?? ''}`;
    if (seen.has(key) || seen.size >= AT_MOST) return;
    seen.add(key);
    const body = JSON.stringify({ type: 'fault', ...fault });
    // `keepalive` sends reports also while the page is being left.
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
