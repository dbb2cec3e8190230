import { LEGAL_CODES } from '#renderer/grammar/lint/law.ts';
import { didYouMean } from '#renderer/grammar/nearest.ts';
import { UsageError } from './command.ts';

/** An option of every command that makes a release. */
export const MEANT_OPTION = {
  '--meant <code>=<why>...': `reason for a legal warning, if its document gives none under
    "x-acknowledged": ${LEGAL_CODES.join(', ')}; recorded in the audit`,
};

/** Reasons by code. @throws UsageError. */
export function readMeant(values: readonly string[] = []): { readonly [code: string]: string } {
  const reasons: { [code: string]: string } = {};
  for (const value of values) {
    const [, code = '', why = ''] = /^([^=]*)=(.*)$/s.exec(value) ?? [];
    if (why.trim() === '') throw new UsageError('give a warning and a reason: --meant <code>="…"');
    if (!(LEGAL_CODES as readonly string[]).includes(code))
      throw new UsageError(
        `${code} is not a legal warning; ${didYouMean(code, LEGAL_CODES) ?? `these are: ${LEGAL_CODES.join(', ')}`}`,
      );
    if (Object.hasOwn(reasons, code)) throw new UsageError(`${code} has two reasons; give one`);
    reasons[code] = why.trim();
  }
  return reasons;
}
