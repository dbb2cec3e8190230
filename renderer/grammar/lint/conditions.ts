import { isJson, type Json } from '../json.ts';
import type { Expression } from '../../plan/expression.ts';
import { ERROR_KINDS, type ErrorKind } from '../../plan/problem.ts';
import type { WrittenDocument } from './document.ts';
import { isImpossible } from './impossible.ts';

const CONDITION = /\/(?:when|visibleWhen|enabledWhen)$/;

/** Conditions that exclude themselves, what they stand in, or that an earlier case has always taken. */
export function lintConditions(document: WrittenDocument): void {
  const found = new Set<string>();
  const report = (pointer: string, message: string): void => {
    if (found.has(pointer)) return;
    found.add(pointer);
    document.report('condition/never', pointer, message);
  };
  for (const { pointer, typed, isValue } of document.readings) {
    if (isValue || typed === undefined || !CONDITION.test(pointer)) continue;
    if (isImpossible([typed.lowered])) report(pointer, 'This contradicts itself.');
    else if (isImpossible([...failuresAt(document, pointer), typed.lowered])) {
      report(pointer, 'This list never runs after a failure of this kind.');
    }
  }
  for (const node of document.nodes) {
    if (node.raw['visibleWhen'] === undefined || !isImpossible(document.conditions(node))) continue;
    report(`${node.pointer}/visibleWhen`, 'Where this is true, the widget around it is not shown.');
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

/** What a list of the failures of app.json knows of the failure before it: its kind, or that no other list is of its kind. */
function failuresAt({ kind, raw }: WrittenDocument, pointer: string): Expression[] {
  const [, name] = /^\/failures\/([^/]+)\//.exec(pointer) ?? [];
  const lists = raw['failures'];
  if (kind !== 'app' || name === undefined || !isJson(lists)) return [];
  // Without a list of its own, closing an overlay is no failure that the default handles.
  const kinds =
    name === 'default'
      ? ERROR_KINDS.filter((one) => one !== 'dismissed' && !Object.hasOwn(lists, one))
      : [name];
  return [['in', ['get', 'error', 'kind'], ['list', ...kinds]]];
}

/** Failures of every action: an expression, a guard, or the action's own code that cannot be loaded. */
const COMMON: readonly ErrorKind[] = ['refused', 'changed', 'unsupported', 'offline', 'network'];

/** What the catch of an action can know of its failure. Actions that run other lists or a form's rules fail in any way. */
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
      report(isWritten ? `${at}/when` : at, 'An earlier case takes every failure that could come here.');
    }
    // A condition with errors says nothing about the cases behind it.
    if (when !== undefined) before.push(['!', when]);
    else if (!isWritten) before.push(false);
  });
}
