import type { AppPlan } from '#renderer/plan/plan.ts';
import type { Services } from '#renderer/index.ts';
import { createHistory } from '#src/borrower/history.ts';
import { createServices } from '#src/borrower/services.ts';
import { nameDevice, readVisitor } from '#src/borrower/session.ts';

/** Enters the page as a borrower would, by an address. @param onLeave - Called when the page navigates away. */
export function enterPage(address: string, plan: AppPlan, onLeave: (url: string) => void) {
  window.history.replaceState(null, '', address);
  const storage = { session: window.sessionStorage, device: window.localStorage };
  const visitor = readVisitor(plan, window.location, storage.session);
  const entered = visitor.path + visitor.search;
  window.history.replaceState(null, '', entered);
  let ids = 0;
  const newId = () => `id-${(ids += 1)}`.padEnd(8, '0');
  const session = nameDevice(visitor.session, storage.device, newId);
  const history = createHistory(window, newId);
  // Frames have the same borrower but must not share locks.
  const { locks: _shared, ...made } = createServices({ window, storage, history, newId, clockOffsetMs: 0 });
  const services: Services = {
    ...made,
    router: { ...made.router, leave: onLeave },
    report: () => undefined,
  };
  return {
    session,
    history,
    services,
    /** Forgets the session, and enters again by the same address with a new history entry. */
    enterAgain(): void {
      storage.session.clear();
      storage.device.clear();
      window.history.replaceState({ entry: newId() }, '', entered);
    },
  };
}
