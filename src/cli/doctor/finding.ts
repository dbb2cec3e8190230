/** What was looked at, and how it is. */
export interface Finding {
  readonly name: string;
  /** A warning is what only some commands need, or what cannot be told; a fault keeps work from going right. */
  readonly verdict: 'ok' | 'warning' | 'fault';
  /** In words that may be shown to anybody: no secrets, no hosts, no folders of this machine. */
  readonly says: string;
  /** What to do about it. */
  readonly help?: string;
}

/** What is looked at. */
export interface Patient {
  /** The project's folder. */
  readonly root: string;
  readonly documents: readonly { readonly path: string; readonly text: string }[];
  readonly environment: { readonly [name: string]: string | undefined };
  /** Milliseconds since 1970. */
  readonly now: number;
}

export type Examination = (patient: Patient) => Finding | Promise<Finding>;

export const ok = (name: string, says: string): Finding => ({ name, verdict: 'ok', says });
export const warning = (name: string, says: string, help?: string): Finding => ({
  name,
  verdict: 'warning',
  says,
  ...(help !== undefined && { help }),
});
export const fault = (name: string, says: string, help?: string): Finding => ({
  ...warning(name, says, help),
  verdict: 'fault',
});
