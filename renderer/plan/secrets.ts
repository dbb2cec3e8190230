/** Purposes of fields whose values are secret. */
export const SECRET_PURPOSES: ReadonlySet<unknown> = new Set(['account', 'one-time-code']);
