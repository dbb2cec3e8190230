/** Called with each fault of a fixture, which is then left out. */
export type OnMisfit = (fault: Error) => void;

/** For tests: every fixture must be valid. */
export const refuseMisfit: OnMisfit = (fault) => {
  throw fault;
};

/** @returns undefined if `make` failed and `onMisfit` did not throw. */
export function unlessMisfit<T>(onMisfit: OnMisfit, make: () => T): T | undefined {
  try {
    return make();
  } catch (error) {
    onMisfit(error instanceof Error ? error : new Error(String(error)));
    return undefined;
  }
}
