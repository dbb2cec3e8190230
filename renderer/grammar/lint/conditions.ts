import { isJson, type Json } from '../json.ts';
import type { Expression } from '../../plan/expression.ts';
import { ERROR_KINDS, type ErrorKind } from '../../plan/problem.ts';
import type { WrittenDocument } from './document.ts';
import { isImpossible } from './impossible.ts';

const CONDITION = /\/(?:when|visibleWhen|enabledWhen)$/;

/**
 * Reports conditions that contradict themselves or the conditions around them, or that an earlier case always
 * takes.
 */
export function lintConditions(document: WrittenDocument): void {
  const found = new Set<string>();
  const report = (pointer: string, message: string): void => {
    if (found.has(pointer)) return;
    found.add(pointer);
    document.report('condition/never', pointer, message);
  };
  for (const { pointer, typed, isValue } of document.readings) {
    if (isValue || typed === undefined || !CONDITION.test(pointer)) continue;
    if (isImpossible([typed.lowered])) report(pointer, 'This condition can never be true.');
    else if (isImpossible([...failuresAt(document, pointer), typed.lowered])) {
      report(pointer, 'This list never runs after a failure of this kind.');
    }
  }
  for (const node of document.nodes) {
    if (node.raw['visibleWhen'] === undefined || !isImpossible(document.conditions(node))) continue;
    report(`${node.pointer}/visibleWhen`, 'Whenever this condition is true, the parent widget is hidden.');
  }
  for (const { raw, pointer } of document.actions) {
    if (Array.isArray(raw['cases'])) {
      lintCases(document, raw['cases'], `${pointer}/cases`, failuresAt(document, pointer), report);
    }
    if (Array.isArray(raw['catch'])) {
      lintCases(document, raw['catch'], `${pointer}/catch`, failuresOf(raw), report);
    }
  }
}

/**
 * Expressions that are known to hold in a `failures` list of app.json: they state the kind of the failure, or
 * for `default` all kinds without their own list.
 */
function failuresAt({ kind, raw }: WrittenDocument, pointer: string): Expression[] {
  const [, name] = /^\/failures\/([^/]+)\//.exec(pointer) ?? [];
  const lists = raw['failures'];
  if (kind !== 'app' || name === undefined || !isJson(lists)) return [];
  // Without its own list, `dismissed` does nothing and does not run the default.
  const kinds =
    name === 'default'
      ? ERROR_KINDS.filter((one) => one !== 'dismissed' && !Object.hasOwn(lists, one))
      : [name];
  return [['in', ['get', 'error', 'kind'], ['list', ...kinds]]];
}

/**
 * Failures that every action can have: from an expression, a precondition, or action code that cannot be
 * loaded.
 */
const COMMON: readonly ErrorKind[] = ['refused', 'changed', 'unsupported', 'offline', 'network'];

/**
 * Expressions that are known to hold in an action's catch. Actions that run other lists or a form's rules can
 * fail in any way.
 */
function failuresOf(action: Json): Expression[] {
  const kinds = kindsOf(action);
  return kinds === undefined ? [] : [['in', ['get', 'error', 'kind'], ['list', ...kinds]]];
}

function kindsOf(action: Json): readonly ErrorKind[] | undefined {
  switch (action['do']) {
    case 'request':
      return ERROR_KINDS.filter(
        (kind) =>
          kind !== 'dismissed' &&
          kind !== 'invalid' &&
          (kind !== 'unknown' || action['critical'] !== undefined),
      );
    case 'open':
      return [...COMMON, 'dismissed'];
    case 'copy':
    case 'go':
    case 'leave':
    case 'notice':
    case 'set':
    case 'stop':
      return COMMON;
    default:
      return undefined;
  }
}

function lintCases(
  document: WrittenDocument,
  cases: readonly unknown[],
  pointer: string,
  known: readonly Expression[],
  report: (pointer: string, message: string) => void,
): void {
  const before = [...known];
  cases.forEach((one, index) => {
    const at = `${pointer}/${index}`;
    const when = document.lowered(`${at}/when`);
    const isWritten = isJson(one) && one['when'] !== undefined;
    if (when !== undefined && isImpossible([...known, when])) {
      report(`${at}/when`, 'This action never fails in this way.');
    } else if (isImpossible([...before, ...(when === undefined ? [] : [when])])) {
      report(
        isWritten ? `${at}/when` : at,
        'An earlier case handles every failure that could reach this one.',
      );
    }
    // A condition with errors proves nothing for later cases.
    if (when !== undefined) before.push(['!', when]);
    else if (!isWritten) before.push(false);
  });
}
