import * as v from 'valibot';
import { SETTINGS, type Settings } from './settings.schema.ts';

export type { Settings };

/** Returned for wrong settings; `message` has one line for each. */
export interface Refusal {
  readonly message: string;
}

export function isRefusal(value: Settings | Refusal): value is Refusal {
  return 'message' in value;
}

/** Reads the settings of `ENVIRONMENT`. @returns a Refusal that names every wrong setting. */
export function readSettings(environment: {
  readonly [name: string]: string | undefined;
}): Settings | Refusal {
  const set = Object.fromEntries(Object.entries(environment).filter(([, text]) => text !== ''));
  const { success, output, issues = [] } = v.safeParse(SETTINGS, set);
  if (success) return output;
  const lines = issues.map(({ path, message }) => `${String(path?.[0].key)} ${message}`);
  return { message: [...new Set(lines)].join('\n') };
}
