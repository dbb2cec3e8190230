import type { Expression } from '#renderer/plan/expression.ts';
import type { Compiled, StringProblem, Type, TypeContext } from '../type.ts';
import { type Checked, compose } from './checked.ts';
import { type CheckedSource, checkSource, toTyped } from './compile-expression.ts';
import type { SlotExpectation } from './expectation.ts';
import { checkLiteral, hasFixedHost } from './literals.ts';
import { keyOf } from './message-key.ts';
import { fitSingle, insertable } from './single.ts';
import { splitTemplate, type TemplatePart } from './template.ts';
import { error } from './tokens.ts';
import { isWords, typeName } from './types.ts';

/**
 * Checks and lowers a string with `${…}` for its slot. If an expression may be absent, so may the string
 * (`typed.absent`); the property decides whether that is allowed.
 *
 * @internal For tests; the checker needs the result of `checkTemplate`.
 */
export function compileTemplate(source: string, context: TypeContext, slot: SlotExpectation): Compiled {
  const { checked, problems } = checkTemplate(source, context, slot);
  return checked === undefined ? { problems } : { typed: toTyped(checked), problems };
}

/** The same as `compileTemplate`, with the result that this room uses. */
export function checkTemplate(source: string, context: TypeContext, slot: SlotExpectation): CheckedSource {
  const { parts, problems: unclosed } = splitTemplate(source);
  if (unclosed.length > 0) return { problems: unclosed };
  const [first] = parts;
  const problems: StringProblem[] = [];
  let checked: Checked | StringProblem | undefined;
  if (parts.length === 1 && first?.kind === 'expression') {
    const inner = checkInner(first, context, problems);
    checked = inner && fitSingle(inner, slot, first);
  } else if (parts.length <= 1) {
    checked = checkLiteral(first?.kind === 'words' ? first.text : '', slot, source, problems);
  } else {
    checked = checkMixture(parts, context, slot, source, problems);
  }
  if (checked === undefined) return { problems };
  return 'code' in checked ? { problems: [...problems, checked] } : { checked, problems };
}

type ExpressionPart = Extract<TemplatePart, { kind: 'expression' }>;

function checkInner(
  part: ExpressionPart,
  context: TypeContext,
  problems: StringProblem[],
): Checked | undefined {
  const { checked, problems: found } = checkSource(part.source, context, { mayBeAbsent: true });
  // An empty `${}` has no characters to point at, so the problem points at the braces.
  for (const problem of found) {
    if (part.source === '') problems.push({ ...problem, at: part.at - 2, length: 3 });
    else problems.push({ ...problem, at: problem.at + part.at });
  }
  const absences = checked?.absences.map((absence) => ({ ...absence, at: absence.at + part.at }));
  return checked && { ...checked, absences: absences ?? [] };
}

/** Checks words with expressions among them. */
function checkMixture(
  parts: readonly TemplatePart[],
  context: TypeContext,
  slot: SlotExpectation,
  source: string,
  problems: StringProblem[],
): Checked | StringProblem | undefined {
  const refusal = refuseMixture(parts, slot, source);
  const inserted: Checked[] = [];
  let isComplete = true;
  for (const part of parts) {
    if (part.kind === 'words') continue;
    const inner = checkInner(part, context, problems);
    // If the slot allows no words, the refusal alone is reported, without a second problem about the format of the
    // value.
    const shown = inner && (refusal === undefined ? insertWords(inner, part, slot) : inner);
    if (shown !== undefined && 'code' in shown) problems.push(shown);
    if (shown === undefined || 'code' in shown) isComplete = false;
    else inserted.push(shown);
  }
  if (refusal !== undefined) return refusal;
  if (!isComplete) return undefined;
  const type: Type = { kind: isAddress(slot) ? 'url' : 'text' };
  return compose(type, lowerMixture(parts, slot, inserted), inserted);
}

/** As `insertable`; words for people can only be part of other words for people. */
function insertWords(inner: Checked, part: ExpressionPart, slot: SlotExpectation): Checked | StringProblem {
  return isWords(inner.type) ? fitSingle(inner, slot, part) : insertable(inner, part);
}

function lowerMixture(
  parts: readonly TemplatePart[],
  slot: SlotExpectation,
  inserted: readonly Checked[],
): Expression {
  const key = slot.slot === 'text' || slot.slot === 'display' ? keyOf(parts) : undefined;
  if (key !== undefined) {
    const names = Object.fromEntries(
      key.names.map((name, index) => [name, inserted[index]?.lowered ?? ''] as const),
    );
    const meaning = 'meaning' in slot ? slot.meaning : undefined;
    return meaning === undefined ? ['text', key.key, names] : ['text', key.key, names, meaning];
  }
  let next = 0;
  const lowered = parts.map((part) =>
    part.kind === 'words' ? part.text : (inserted[next++]?.lowered ?? ''),
  );
  return ['call', 'concat', ...lowered];
}

function isAddress(slot: SlotExpectation): boolean {
  if (slot.slot === 'any') return slot.expected?.kind === 'url';
  return slot.slot === 'url' || slot.slot === 'image';
}

function refuseMixture(
  parts: readonly TemplatePart[],
  slot: SlotExpectation,
  source: string,
): StringProblem | undefined {
  const [first] = parts;
  if (isAddress(slot)) {
    if (first?.kind === 'words' && hasFixedHost(first.text)) return undefined;
    const message =
      'This URL must begin with a fixed scheme and host, before the first ${…}: https://host/… (or mailto:, tel:).';
    const help = 'or write a single ${…} of the type Url; otherwise a value could lead to any site';
    return error('value/open-address', 0, source.length, message, help);
  }
  switch (slot.slot) {
    case 'text':
    case 'display':
    case 'plain':
      return undefined;
    case 'any': {
      const { expected } = slot;
      if (expected === undefined || expected.kind === 'text' || expected.kind === 'any') return undefined;
      return notAlone(typeName(expected), source);
    }
    case 'word':
      return notAlone('One of the listed words', source);
    default:
      return notAlone(typeName({ kind: slot.slot } as Type), source);
  }
}

function notAlone(wanted: string, source: string): StringProblem {
  const message = `${wanted} is expected here; text around a \${…} make it Text.`;
  return error('value/type', 0, source.length, message, 'write one ${…} with nothing around it');
}
