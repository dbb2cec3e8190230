interface TrustedTypesFactory {
  createPolicy(
    name: string,
    rules: { createScriptURL(address: string): string },
  ): { createScriptURL(address: string): string };
}

declare global {
  interface Window {
    readonly trustedTypes?: TrustedTypesFactory;
  }
}

export const WORKER_ADDRESS = '/capiz/worker.js';

/** The page's only policy: allows the service worker's address. */
export function trustWorkerAddress(window: Window): string {
  const rules = {
    createScriptURL(address: string) {
      if (address !== WORKER_ADDRESS) throw new TypeError('Only the service worker is trusted.');
      return address;
    },
  };
  return (window.trustedTypes?.createPolicy('capiz', rules) ?? rules).createScriptURL(WORKER_ADDRESS);
}
