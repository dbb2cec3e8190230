/** Options of strace. */
export const TRACING: readonly string[];

/** Whether system calls can be traced here; installs strace if this process may. */
export function canTrace(): boolean;
