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
export function simulateService(sceneNow: () => Scene, clock: Clock): { restart(): void } {
  const wait = (ms: number) => clock.wait(ms);
  const serve = () => {
    const { contracts, scenarios, service, places } = sceneNow().rehearsal;
    return createLoanService({
      ...{ contracts, scenarios, service, places },
      payOrigin: `https://${PAY_HOST}`,
      now: () => Date.now(),
      wait,
    });
  };
  let service = serve();
  const real = window.fetch.bind(window);
  window.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, window.location.href);
    if (isOurs(url.pathname)) return real(input, init);
    const send = () => service.app.request(url.href, init);
    return sceneNow().isSlow ? overSlowLine(send, init ?? {}, wait) : send();
  };
  return {
    /** Begins again without orders and complaints of earlier states. */
    restart() {
      service = serve();
    },
  };
}
