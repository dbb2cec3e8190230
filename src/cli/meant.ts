import { CODES_OF_LAW } from '#renderer/grammar/lint/law.ts';
import { didYouMean } from '#renderer/grammar/nearest.ts';
import { UsageError } from './command.ts';

/** An option of every command that makes a release. */
export const MEANT_OPTION = {
  '--meant <code>=<why>...': `reason for a warning that is a matter of law, if its document gives none under
    "x-acknowledged": ${CODES_OF_LAW.join(', ')}; recorded in the audit`,
};

/** Reasons by code. @throws UsageError. */
export function readMeant(values: readonly string[] = []): { readonly [code: string]: string } {
  const reasons: { [code: string]: string } = {};
  for (const value of values) {
    const [, code = '', why = ''] = /^([^=]*)=(.*)$/s.exec(value) ?? [];
    if (why.trim() === '') throw new UsageError('give a warning and a reason: --meant <code>="…"');
    if (!(CODES_OF_LAW as readonly string[]).includes(code))
      throw new UsageError(
        `${code} is not a warning that is a matter of law; ${didYouMean(code, CODES_OF_LAW) ?? `these are: ${CODES_OF_LAW.join(', ')}`}`,
      );
    if (Object.hasOwn(reasons, code)) throw new UsageError(`${code} has two reasons; give one`);
    reasons[code] = why.trim();
  }
  return reasons;
}
