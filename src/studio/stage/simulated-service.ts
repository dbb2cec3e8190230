import type { Clock } from '#src/simulator/device/clock.ts';
import { createLoanService } from '#src/simulator/service/loan-service.ts';
import type { Scene } from './scene.ts';
import { overSlowLine } from './slow-line.ts';
import { PAY_HOST } from './with-payments.ts';

/** Whether a path is the studio's own: assets and code. Every other path is a call of the loan service. */
export function isOurs(path: string): boolean {
  return /^\/(capiz|studio)\//.test(path);
}

/** Answers the page's calls with a loan service in the frame. */
export function simulateService(first: Scene, clock: Clock): { restart(scene: Scene): void } {
  let isSlow = first.isSlow;
  let service = serve(first, clock);
  const real = window.fetch.bind(window);
  window.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, window.location.href);
    if (isOurs(url.pathname)) return real(input, init);
    const send = () => service.app.request(url.href, init);
    return isSlow ? overSlowLine(send, init ?? {}, (ms) => clock.wait(ms)) : send();
  };
  return {
    /** Begins again without orders and complaints of earlier states. */
    restart(scene) {
      isSlow = scene.isSlow;
      service = serve(scene, clock);
    },
  };
}

function serve({ rehearsal }: Scene, clock: Clock) {
  const { contracts, scenarios, service, places } = rehearsal;
  return createLoanService({
    ...{ contracts, scenarios, service, places },
    payOrigin: `https://${PAY_HOST}`,
    now: () => Date.now(),
    wait: (ms) => clock.wait(ms),
  });
}
