import { LEGAL_CODES } from '#renderer/grammar/lint/law.ts';
import { didYouMean } from '#renderer/grammar/nearest.ts';
import { UsageError } from './command.ts';

/** An option of every command that makes a release. */
export const MEANT_OPTION = {
  '--meant <code>=<why>...': `why what is a matter of law is meant, where its document does not say so beneath
    "x-acknowledged"; of ${LEGAL_CODES.join(', ')}; stands in the audit`,
};

/** Reasons by code. @throws UsageError. */
export function readMeant(values: readonly string[] = []): { readonly [code: string]: string } {
  const reasons: { [code: string]: string } = {};
  for (const value of values) {
    const [, code = '', why = ''] = /^([^=]*)=(.*)$/s.exec(value) ?? [];
    if (why.trim() === '') throw new UsageError('say what is meant, and why: --meant <code>="…"');
    if (!(LEGAL_CODES as readonly string[]).includes(code))
      throw new UsageError(
        `${code} is no matter of law; ${didYouMean(code, LEGAL_CODES) ?? `these are: ${LEGAL_CODES.join(', ')}`}`,
      );
    if (Object.hasOwn(reasons, code)) throw new UsageError(`${code} is given two reasons`);
    reasons[code] = why.trim();
  }
  return reasons;
}
