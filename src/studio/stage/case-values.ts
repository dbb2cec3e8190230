import { splitPointer } from '#renderer/grammar/pointer.ts';
import type { LiveNode } from '#renderer/index.ts';
import { evaluate } from '#renderer/plan/evaluate.ts';
import { type Expression, Failure, PENDING, type Scope } from '#renderer/plan/expression.ts';
import { listChildren, scopeOf, writeValue } from '#src/devtools/inspector/describe.ts';
import { readDrawn } from '#src/devtools/inspector/drawn.ts';
import type { CaseNow } from './scene.ts';

/**
 * What the cases of a text are in the current state.
 *
 * @param pointer - JSON Pointer of the text in its node.
 * @returns empty if the node has no live copy or its plan does not have this text with cases; undefined while the data
 * that decides is loading.
 */
export function caseValues(document: Document, id: string, pointer: string): readonly CaseNow[] | undefined {
  const screen = readDrawn(document)?.screen;
  const node = screen && listChildren(screen).find((child) => child.plan.id === id && child.kind === 'node');
  if (node === undefined) return [];
  const choose = expressionAt((node as LiveNode).plan.props ?? {}, splitPointer(pointer));
  if (!Array.isArray(choose) || choose[0] !== 'choose') return [];
  const scope = scopeOf(node);
  const entries = choose.slice(1) as readonly (readonly [when: Expression, value: Expression])[];
  let shown: number | undefined;
  for (const [index, [when, value]] of entries.entries()) {
    if (shown !== undefined) continue;
    const holds = evaluate(when, scope);
    const result = holds === true ? evaluate(value, scope) : undefined;
    if (holds === PENDING || result === PENDING) return undefined;
    if (result !== undefined && !(result instanceof Failure)) shown = index;
  }
  return entries.map(([, value], index) => ({
    isShown: index === shown,
    values: valuesOf(value).map((one) => writeShown(one, scope)),
  }));
}

function expressionAt(
  props: { readonly [name: string]: Expression },
  [name = '', ...inner]: readonly string[],
): Expression | undefined {
  let found: Expression | undefined = props[name];
  for (const step of inner) {
    if (!Array.isArray(found)) return undefined;
    const [kind, ...args] = found as readonly unknown[];
    if (kind === 'list') found = args[Number(step)] as Expression;
    else if (kind === 'record') found = (args[0] as { readonly [name: string]: Expression })[step];
    else return undefined;
  }
  return found;
}

/** The expressions of a text in their order. */
function valuesOf(text: Expression): readonly Expression[] {
  if (!Array.isArray(text)) return [];
  if (text[0] !== 'text') return [text as Expression];
  return Object.values((text[2] ?? {}) as { readonly [name: string]: Expression });
}

function writeShown(value: Expression, scope: Scope): string {
  const result = evaluate(value, scope);
  return typeof result === 'string' ? result : (writeValue(result) ?? 'not known here');
}
