/** Called with each fault of a fixture that is then left out. */
export type OnMisfit = (fault: Error) => void;

/** In tests every fixture has to fit. */
export const refuseMisfit: OnMisfit = (fault) => {
  throw fault;
};

/** @returns undefined where `make` failed and `onMisfit` let it pass. */
export function unlessMisfit<T>(onMisfit: OnMisfit, make: () => T): T | undefined {
  try {
    return make();
  } catch (error) {
    onMisfit(error instanceof Error ? error : new Error(String(error)));
    return undefined;
  }
}
