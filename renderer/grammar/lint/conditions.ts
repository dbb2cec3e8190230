import { isJson } from '../json.ts';
import type { Expression } from '../../plan/expression.ts';
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
  }
  for (const node of document.nodes) {
    if (node.raw['visibleWhen'] === undefined || !isImpossible(document.conditions(node))) continue;
    report(`${node.pointer}/visibleWhen`, 'Where this holds, what it stands in is not shown.');
  }
  for (const { raw, pointer } of document.actions) {
    for (const name of ['cases', 'catch']) {
      if (Array.isArray(raw[name])) lintCases(document, raw[name], `${pointer}/${name}`, report);
    }
  }
}

function lintCases(
  document: WrittenDocument,
  cases: readonly unknown[],
  pointer: string,
  report: (pointer: string, message: string) => void,
): void {
  const before: Expression[] = [];
  cases.forEach((one, index) => {
    const at = `${pointer}/${index}`;
    const when = document.lowered(`${at}/when`);
    if (isImpossible([...before, ...(when === undefined ? [] : [when])])) {
      const isWritten = isJson(one) && one['when'] !== undefined;
      report(isWritten ? `${at}/when` : at, 'An earlier case has taken everything that comes here.');
    }
    // A case without a condition, or with one that has errors, says nothing about those behind it.
    if (when !== undefined) before.push(['!', when]);
  });
}
