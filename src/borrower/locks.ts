import type { LockPort } from '#renderer/engine.ts';

/** Web Locks; undefined on an insecure origin. */
export function createLocks({ navigator }: Window): LockPort | undefined {
  // The compiler's types assume a secure page.
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
          // The lock was refused, for example with blocked storage: then no other page gets the lock either.
          .catch(() => resolve(() => {}));
      }),
  };
}
