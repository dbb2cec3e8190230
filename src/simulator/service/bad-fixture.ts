/** Called with each fault of a fixture, which is then left out. */
export type OnBadFixture = (fault: Error) => void;

/** For tests: every fixture must be valid. */
export const throwBadFixture: OnBadFixture = (fault) => {
  throw fault;
};

/** @returns undefined if `make` failed and `onBadFixture` did not throw. */
export function skipBadFixture<T>(onBadFixture: OnBadFixture, make: () => T): T | undefined {
  try {
    return make();
  } catch (error) {
    onBadFixture(error instanceof Error ? error : new Error(String(error)));
    return undefined;
  }
}
