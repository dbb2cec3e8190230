import { CODES_OF_LAW } from '#renderer/grammar/lint/law.ts';
import { didYouMean } from '#renderer/grammar/nearest.ts';
import { UsageError } from './command.ts';

/** An option of every command that makes a release. */
export const MEANT_OPTION = {
  '--meant <code>=<why>...': `why what is a matter of law is meant, where its document does not say so beneath
    "x-acknowledged"; of ${CODES_OF_LAW.join(', ')}; stands in the audit`,
};

/** Reasons by code. @throws UsageError. */
export function readMeant(values: readonly string[] = []): { readonly [code: string]: string } {
  const reasons: { [code: string]: string } = {};
  for (const value of values) {
    const [, code = '', why = ''] = /^([^=]*)=(.*)$/s.exec(value) ?? [];
    if (why.trim() === '') throw new UsageError('say what is meant, and why: --meant <code>="…"');
    if (!(CODES_OF_LAW as readonly string[]).includes(code))
      throw new UsageError(
        `${code} is no matter of law; ${didYouMean(code, CODES_OF_LAW) ?? `these are: ${CODES_OF_LAW.join(', ')}`}`,
      );
    if (Object.hasOwn(reasons, code)) throw new UsageError(`${code} is given two reasons`);
    reasons[code] = why.trim();
  }
  return reasons;
}
