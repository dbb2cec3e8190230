/** The result of one check. */
export interface Finding {
  readonly name: string;
  /** Warning: only some commands need this, or the check has no answer. Fault: something will not work. */
  readonly verdict: 'ok' | 'warning' | 'fault';
  /** Safe to pass on: contains no secrets, host names or folders of this machine. */
  readonly says: string;
  /** How to fix it. */
  readonly help?: string;
}

/** The input of a check. */
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
