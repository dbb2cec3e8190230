import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { SECRET_SETTINGS, SETTINGS, type Settings } from './settings.schema.ts';

export type { Settings };

/** Returned for wrong settings; `message` has one line for each. */
export interface Refusal {
  readonly message: string;
}

export function isRefusal(value: Settings | Refusal): value is Refusal {
  return 'message' in value;
}

interface Environment {
  readonly [name: string]: string | undefined;
}

/** Reads the settings of `ENVIRONMENT`. @returns a Refusal that names every wrong setting. */
export function readSettings(environment: Environment): Settings | Refusal {
  const given = Object.fromEntries(Object.entries(environment).filter(([, text]) => text !== ''));
  const { secrets, faults } = readSecretFiles(given);
  const { success, output, issues = [] } = v.safeParse(SETTINGS, { ...given, ...secrets });
  if (success && faults.length === 0) return output;
  const lines = issues.map(({ path, message }) => `${String(path?.[0].key)} ${message}`);
  return { message: [...new Set([...faults, ...lines])].join('\n') };
}

/**
 * The secret settings that are in files, as secret stores of containers and of systemd provide them:
 * `DATABASE_URL_FILE` is the path of a file that has the value of `DATABASE_URL`.
 */
function readSecretFiles(given: Environment) {
  const secrets: Record<string, string> = {};
  const faults: string[] = [];
  for (const name of SECRET_SETTINGS) {
    const setting = `${name}_FILE`;
    const file = given[setting];
    if (file === undefined) continue;
    if (given[name] !== undefined) faults.push(`${setting} and ${name} must not both be set.`);
    try {
      // A text editor ends the last line.
      secrets[name] = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
      if (secrets[name] === '') faults.push(`${setting} names an empty file.`);
    } catch (error) {
      faults.push(`${setting} cannot be read: ${codeOf(error)}.`);
    }
  }
  return { secrets, faults };
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
}
