import type { Problem } from '../../plan/problem.ts';
import type { ProblemCode } from '../codes.ts';
import { inOrder, type Project } from '../project.ts';
import { acknowledge } from './acknowledge.ts';
import { lintBack } from './back.ts';
import { lintConsent } from './consent.ts';
import { writtenDocuments } from './written.ts';

/** Warnings of possibly illegal content. A release with one needs a written reason. */
export const LEGAL_CODES = ['consent/prechecked', 'back/held'] as const satisfies readonly ProblemCode[];

const RULES = [lintConsent, lintBack];

export function isLegal({ code }: Problem): boolean {
  return (LEGAL_CODES as readonly string[]).includes(code);
}

/** A legal warning, with the reason of its acknowledgement if there is one. */
export interface LegalWarning extends Problem {
  readonly reason?: string;
}

/** Finds only the legal warnings of a project; `inspectProject` finds them too. */
export function findLegalWarnings(project: Project): readonly LegalWarning[] {
  const { screens, parts } = writtenDocuments(project, []);
  const written = [...screens, ...parts];
  for (const document of written) for (const rule of RULES) rule(document);
  const { problems, acknowledged } = acknowledge(
    written.map(({ document }) => document),
    written.flatMap((document) => document.problems),
    false,
  );
  return inOrder<LegalWarning>([...problems, ...acknowledged]).filter(isLegal);
}
