/** Purposes of fields whose values are secret. */
export const SECRET_PURPOSES: ReadonlySet<unknown> = new Set(['account', 'one-time-code', 'password', 'pin']);

/** Purposes of fields whose values are hidden also on the screen. */
export function isHidden(purpose: unknown): boolean {
  return purpose === 'password' || purpose === 'pin';
}
