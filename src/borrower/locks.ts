import type { LockPort } from '#renderer/engine.ts';

/** Web Locks, where the page has them: an insecure origin has not. */
export function createLocks({ navigator }: Window): LockPort | undefined {
  // The compiler's types know secure pages alone.
  const { locks } = navigator as { readonly locks?: LockManager };
  if (locks === undefined) return undefined;
  return {
    take: (name) =>
      new Promise((resolve) => {
        locks
          .request(name, { ifAvailable: true }, (lock) => {
            if (lock === null) {
              resolve(undefined);
              return undefined;
            }
            return new Promise<void>((release) => {
              resolve(release);
            });
          })
          // Refused altogether, as where storage is blocked: then nobody else has it either.
          .catch(() => resolve(() => {}));
      }),
  };
}
