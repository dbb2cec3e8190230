import { isFrameable, refusedImageHost } from './addresses.ts';
import type { LiveScreen } from './live.ts';
import type { Engine } from './ports/engine.ts';

/** Which addresses the screen may load by itself. */
export function createAllowedAddresses(engine: Engine): Pick<LiveScreen, 'canFrame' | 'canLoadPicture'> {
  const { app, plan, store, services, report } = engine;
  const reportedHosts = new Set<string>();
  return {
    canFrame(address) {
      if (!isFrameable(address, services.router.origin, app.hosts.frame)) {
        report('frame/not-allowed', '', plan.id);
        return false;
      }
      return store.get().device.online;
    },
    canLoadPicture(address) {
      const host = refusedImageHost(address, services.router.origin, app.hosts.image);
      if (host === undefined) return true;
      if (!reportedHosts.has(host)) report('image/not-allowed', host);
      reportedHosts.add(host);
      return false;
    },
  };
}
