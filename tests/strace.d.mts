/** Options of strace. */
export const TRACING: readonly string[];

/** Whether system calls can be traced here; installs what is missing where that may be done. */
export function canTrace(): boolean;
