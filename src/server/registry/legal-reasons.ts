import type { LegalAcknowledgement } from '#src/shared/registry/legal-acknowledgement.ts';
import type { LegalWarning } from '#renderer/grammar/lint/law.ts';
import type { Problem } from '#renderer/plan/problem.ts';
import { RegistryRefusal } from './failures.ts';

/** Reasons by code, for legal warnings without a reason in the document. */
export type Reasons = { readonly [code: string]: string };

/**
 * Requires a reason for every legal warning in changed documents. Unchanged documents are not checked again.
 * @param isNew - Whether the document at that path differs from the live one.
 * @throws RegistryRefusal `law` with each warning that has no reason.
 */
export function requireReasons(
  law: readonly LegalWarning[],
  isNew: (path: string) => boolean,
  reasons: Reasons,
): readonly LegalAcknowledgement[] {
  const meant: LegalAcknowledgement[] = [];
  const open: Problem[] = [];
  for (const matter of law.filter(({ file }) => isNew(file))) {
    const { code, file, pointer, message, reason = reasons[code] } = matter;
    if (reason === undefined) open.push(matter);
    else meant.push({ code, file, pointer, message, reason });
  }
  if (open.length === 0) return meant;
  throw new RegistryRefusal(
    'law',
    `${open.length === 1 ? 'A legal warning has' : `${open.length} legal warnings have`} no reason: ` +
      'write the reason under "x-acknowledged" in the document, or give it with the release.',
    open,
  );
}
